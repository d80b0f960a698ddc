// The example in docs/guides/recipes.md about deleting with undo.
import {
  HttpContext,
  HttpContextToken,
  type HttpInterceptorFn,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, signal } from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  isSaving,
  optimistic,
  provideCache,
  restEndpoints,
  withFailures,
} from 'ngx-cache-query';
import { defer, fromEvent, race, Subject, Subscription, switchMap, take, timer } from 'rxjs';
import { hydrateComponents } from '../support/hydrated';

// The entity of the guide.
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly teamId: number = 0;
  readonly isAdmin: boolean = false;
}

// #region undo-request
const users = restEndpoints({ path: '/users/:id', schema: User, optimistic });

/** Call `next()` first when a user signs out, as long as the request can have the token of this user. */
const endUndo$ = new Subject<void>();
/** Emits when it is too late for undo: after five seconds, or when the user leaves the application or signs out. */
const undoEnds$ = defer(() => race(timer(5_000), fromEvent(window, 'pagehide'), endUndo$)).pipe(
  take(1),
);
const canUndo = new HttpContextToken(() => false);
const deleteUser = users.delete.extend({ context: new HttpContext().set(canUndo, true) });

const undoInterceptor: HttpInterceptorFn = (request, next) =>
  request.context.get(canUndo)
    ? undoEnds$.pipe(switchMap(() => next(request.clone({ keepalive: true }))))
    : next(request);

const httpProviders = provideHttpClient(withInterceptors([undoInterceptor]));
// #endregion

// #region undo
@Component({
  selector: 'app-users',
  template: `
    @for (user of users.value(); track user.id) {
      <p>{{ user.name }} <button (click)="delete(user)">Delete</button></p>
    }
    @if (deletion()) {
      <p role="status">Deleted. <button (click)="undo()">Undo</button></p>
    }
  `,
})
class Users {
  private readonly cache = inject(CacheService);
  protected readonly users = this.cache.resource(users.getList);
  protected readonly deletion = signal<Subscription | undefined>(undefined);

  protected delete({ id }: User): void {
    const deletion = new Subscription();
    this.deletion.set(deletion);
    // Before the request, so that the button is gone when the request is sent.
    undoEnds$.subscribe(() =>
      this.deletion.update((last) => (last === deletion ? undefined : last)),
    );
    const request$ = this.cache.fetch(deleteUser, { id });
    deletion.add(request$.subscribe({ error: () => {} })); // `withFailures` shows it
  }

  protected undo(): void {
    this.deletion()?.unsubscribe();
    this.deletion.set(undefined);
  }
}
// #endregion

hydrateComponents([Users]);

describe('the recipe of undo', () => {
  let http: HttpTestingController;
  let fixture: ComponentFixture<Users>;
  let page: HTMLElement;
  let failures: unknown[];
  const names = () =>
    [...page.querySelectorAll('p:not([role])')].map((p) => p.firstChild!.textContent!.trim());
  const click = (selector: string) => {
    page.querySelector<HTMLElement>(selector)!.click();
    fixture.detectChanges();
  };
  const pass = (milliseconds: number) => {
    jasmine.clock().tick(milliseconds);
    fixture.detectChanges();
  };
  const deleteSecond = () => click('p:nth-of-type(2) button');
  beforeEach(() => {
    jasmine.clock().install();
    failures = [];
    const cache = provideCache(
      withFailures(
        () =>
          ({ error }) =>
            failures.push(error.status),
      ),
    );
    TestBed.configureTestingModule({
      providers: [httpProviders, provideHttpClientTesting(), cache],
    });
    http = TestBed.inject(HttpTestingController);
    fixture = TestBed.createComponent(Users);
    page = fixture.nativeElement as HTMLElement;
    fixture.detectChanges();
    const rows = ['one', 'two', 'three'].map((name, i) => ({ id: i + 1, name }));
    http.expectOne('/users').flush(rows);
    fixture.detectChanges();
    deleteSecond();
  });
  afterEach(() => {
    jasmine.clock().uninstall();
    http.verify();
  });

  it('hides the row at once, and sends the request after five seconds', () => {
    expect(names()).toEqual(['one', 'three']);
    pass(4_999);
    http.expectNone('/users/2');
    expect(page.querySelector('[role=status]')).not.toBeNull();
    expect(isSaving()).toBeTrue();
    pass(1);
    expect(page.querySelector('[role=status]')).toBeNull();
    http.expectOne({ method: 'DELETE', url: '/users/2' }).flush(null);
    expect(isSaving()).toBeFalse();
    expect(names()).toEqual(['one', 'three']);
  });

  it('brings the row back to its place, and sends nothing', () => {
    pass(4_999);
    click('[role=status] button');
    expect(names()).toEqual(['one', 'two', 'three']);
    expect(page.querySelector('[role=status]')).toBeNull();
    expect(isSaving()).toBeFalse();
    pass(60_000);
    http.expectNone('/users/2');
  });

  it('undoes only the last of two deletions', () => {
    pass(3_000);
    deleteSecond();
    expect(names()).toEqual(['one']);
    pass(2_000);
    http.expectOne('/users/2').flush(null);
    click('[role=status] button');
    expect(names()).toEqual(['one', 'three']);
    pass(60_000);
    http.expectNone('/users/3');
  });

  it('does not show the row again if the list is loaded in the meantime', () => {
    TestBed.inject(CacheService).refetch(users.getList);
    http.expectOne('/users').flush([{ id: 1, name: 'uno' }, { id: 2 }, { id: 3 }]);
    fixture.detectChanges();
    expect(names()).toEqual(['uno', 'three']);
    click('[role=status] button');
    expect(names()).toEqual(['uno', 'two', 'three']);
  });

  it('sends the request when the user leaves the application', () => {
    window.dispatchEvent(new Event('pagehide'));
    const { request } = http.expectOne({ method: 'DELETE', url: '/users/2' });
    expect(request.keepalive).toBeTrue();
    fixture.detectChanges();
    expect(page.querySelector('[role=status]')).toBeNull();
  });

  it('sends the request when the user signs out, and not for the next user', () => {
    endUndo$.next();
    http.expectOne({ method: 'DELETE', url: '/users/2' }).flush(null);
    fixture.detectChanges();
    expect(page.querySelector('[role=status]')).toBeNull();
    pass(60_000);
    http.expectNone('/users/2');
  });

  it('sends the request although the component was destroyed', () => {
    fixture.destroy();
    jasmine.clock().tick(5_000);
    http.expectOne('/users/2').flush(null);
    expect(TestBed.inject(CacheService).get(User, 2)).toBeUndefined();
  });

  it('brings the row back to its place if the request fails', () => {
    pass(5_000);
    http.expectOne('/users/2').flush(null, { status: 403, statusText: 'Forbidden' });
    fixture.detectChanges();
    expect(names()).toEqual(['one', 'two', 'three']);
    expect(failures).toEqual([403]);
  });
});
