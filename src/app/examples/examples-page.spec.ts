import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { provideCache, withRest } from 'ngx-cache-query';
import { ExamplesPage } from './examples-page';

describe('ExamplesPage', () => {
  let fixture: ComponentFixture<ExamplesPage>;
  let page: HTMLElement;
  let http: HttpTestingController;

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api' })),
      ],
    });
    http = TestBed.inject(HttpTestingController);
    fixture = TestBed.createComponent(ExamplesPage);
    page = fixture.nativeElement as HTMLElement;
    await fixture.whenStable();
  });

  afterEach(() => http.verify());

  const press = (label: string) => {
    const buttons = [...page.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.trim() === label)!.click();
  };
  const textsOf = (selector: string) =>
    [...page.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  const loadUsers = async () => {
    press('Load users');
    http.expectOne('/api/users').flush([
      { id: 1, name: 'Mina', email: 'mina@example.com', isAdmin: true },
      { id: 2, name: 'Abel', email: '', isAdmin: false },
    ]);
    await fixture.whenStable();
  };

  it('opens with placeholders and sends no request', () => {
    expect(textsOf('.empty-note')).toContain('No users in the cache yet');
    expect(textsOf('.empty-note')).toContain('No todos in the cache yet');
    expect(textsOf('.empty-note')).toContain('No feed in the cache yet');
  });

  it('shows the users in the list, the counts and the admins once they are loaded', async () => {
    await loadUsers();
    expect(textsOf('app-user-row .name')).toEqual(['Abel', 'Mina']);
    expect(textsOf('app-user-counts dd')).toEqual(['2', '1', '1']);
    expect(textsOf('app-admins li')).toEqual(['Mina']);
  });

  it('shows the owners of todos whichever comes first', async () => {
    press('Load todos');
    http.expectOne('/api/todos').flush([{ id: 1, userId: 2, title: 'Rest', completed: false }]);
    await fixture.whenStable();
    expect(textsOf('app-todo-list .owner')).toEqual(['owner not loaded']);
    await loadUsers();
    expect(textsOf('app-todo-list .owner')).toEqual(['Abel']);
  });

  it('shows the failure, and retries', async () => {
    press('Load feed');
    const failing = { status: 503, statusText: 'Service Unavailable' };
    http.expectOne('/api/feed').flush({ error: 'Closed.' }, failing);
    await fixture.whenStable();
    expect(textsOf('[role=alert] p')).toContain('The feed could not be loaded. Closed.');
    press('Try again');
    http.expectOne('/api/feed').flush([]);
    await fixture.whenStable();
    expect(textsOf('app-feed-section .empty-note')).toEqual(['There are no items of this type.']);
  });
});
