import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { callInterceptor } from './call-interceptor';
import type { RowChange } from './change';
import { ChangeOrder } from './change-order';

describe('callInterceptor', () => {
  let client: HttpClient;
  let http: HttpTestingController;
  let order: ChangeOrder;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(withInterceptors([callInterceptor])),
        provideHttpClientTesting(),
      ],
    });
    client = TestBed.inject(HttpClient);
    http = TestBed.inject(HttpTestingController);
    order = TestBed.inject(ChangeOrder);
  });

  const saved = (id: string, call: string | null): RowChange => {
    return { event: 'saved', name: 'todo', id, value: { id: 5 }, call: call ?? undefined };
  };

  it('leaves reads alone', () => {
    client.get('/todos').subscribe();
    expect(http.expectOne('/todos').request.headers.has('Call')).toBeFalse();
  });

  it('names each write, whose change comes after its answer and says nothing new', () => {
    const happened: string[] = [];
    client.patch('/todos/5', {}).subscribe(() => happened.push('answer'));
    client.patch('/todos/6', {}).subscribe();
    const [five, six] = ['/todos/5', '/todos/6'].map((path) => http.expectOne(path));
    const call = five.request.headers.get('Call');
    expect(call).toMatch(/^[\w-]{3,40}$/);
    expect(six.request.headers.get('Call')).not.toBe(call);
    const changes$ = of(saved('a-1', call)).pipe(order.afterAnswers());
    changes$.subscribe(() => happened.push('change'));
    five.flush({}, { headers: { Change: 'a-1 todo 5' } });
    expect(happened).toEqual(['answer', 'change']);
    expect(order.isNews(saved('a-1', null))).toBeFalse();
  });

  it('does not wait for a write that failed or was aborted', () => {
    for (const end of ['fail', 'give up']) {
      let changes = 0;
      const sent = client.delete('/todos/5').subscribe({ error: () => undefined });
      const request = http.expectOne('/todos/5');
      const changes$ = of(saved('a-1', request.request.headers.get('Call')));
      changes$.pipe(order.afterAnswers()).subscribe(() => changes++);
      expect(changes).toBe(0);
      if (end === 'fail') request.error(new ProgressEvent('error'));
      else sent.unsubscribe();
      expect(changes).toBe(1);
      expect(order.isNews(saved('a-1', null))).toBeTrue();
    }
  });
});
