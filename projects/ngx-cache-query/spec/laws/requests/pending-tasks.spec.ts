import { AsyncPipe } from '@angular/common';
import { provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ApplicationRef, Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { delay, map, Subject } from 'rxjs';
import { CacheService, RestEndpoint, toValues } from 'ngx-cache-query';
import { quiet } from '../../support/application';
import { allUsers, User } from '../../support/models';
import { render, textOf } from '../../support/render';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

// The endpoint does not use HttpClient, because HttpClient would add its own pending task.
let users: Served<typeof allUsers>;

@Component({
  imports: [AsyncPipe],
  template: `@if (state$ | async; as state) {
    {{ state.status }} {{ state.value?.length }}
  }`,
})
class Page {
  readonly state$ = inject(CacheService).watch(users.endpoint);
}

/** Records when `whenStable` of the application resolves. */
function stability(): { reached: boolean; readonly whenStable: Promise<void> } {
  const stability = { reached: false, whenStable: Promise.resolve() };
  stability.whenStable = TestBed.inject(ApplicationRef)
    .whenStable()
    .then(() => void (stability.reached = true));
  return stability;
}

function isStable(): boolean {
  let stable = false;
  TestBed.inject(ApplicationRef)
    .isStable.subscribe((is) => (stable = is))
    .unsubscribe();
  return stable;
}

describe('F4 pending tasks', () => {
  let cache: CacheService;
  beforeEach(() => {
    users = new Served(allUsers);
    cache = TestBed.inject(CacheService);
  });

  it('make whenStable wait for the loaded page', async () => {
    const fixture = render(Page);
    setTimeout(() => users.respond([{ id: 'a' }]), 20);
    expect([await textOf(fixture), users.requests.length]).toEqual(['resolved 1', 1]);
  });

  it('make whenStable wait for the page of a failed request', async () => {
    const fixture = render(Page);
    setTimeout(() => users.requests[0].fail(new Error('down')), 20);
    expect([await textOf(fixture), users.requests.length]).toEqual(['error', 1]);
  });

  it('make whenStable wait for the page of a response with the wrong shape', async () => {
    const fixture = render(Page);
    setTimeout(() => users.respond('no users'), 20);
    expect(await textOf(fixture)).toBe('error');
  });

  it('do not make whenStable wait for requests of a destroyed component', async () => {
    const fixture = render(Page);
    const { whenStable } = stability();
    fixture.destroy();
    await whenStable;
    expect(users.requests[0].aborted).toBeTrue();
  });

  it('last while any subscriber waits for the response', async () => {
    const watching = [
      watch(cache.watch(users.endpoint).pipe(toValues())),
      watch(cache.fetch(users.endpoint)),
    ];
    const stable = stability();
    watching[0].subscription.unsubscribe();
    await quiet();
    expect(stable.reached).toBeFalse();
    watching[1].subscription.unsubscribe();
    await stable.whenStable;
    expect(users.requests.length).toBe(1);
  });

  it('include refetches', async () => {
    watch(cache.watch(users.endpoint).pipe(toValues()));
    users.respond([]);
    await stability().whenStable;
    cache.refetch(users.endpoint);
    const stable = stability();
    await quiet();
    expect([stable.reached, users.requests.length]).toEqual([false, 2]);
    users.respond([]);
    await stable.whenStable;
  });

  it('include a mutation, until subscribers were notified of its commit', async () => {
    const create = new Served(User, { sideEffect: true });
    const emitted: unknown[] = [];
    cache.select(User, 'a').subscribe((user) => emitted.push([user?.id, isStable()]));
    watch(cache.fetch(create.endpoint));
    create.respond({ id: 'a' });
    await stability().whenStable;
    expect(emitted).toEqual([
      [undefined, true],
      ['a', false],
    ]);
  });

  it('do not include connections', async () => {
    const source = new Subject<unknown>();
    cache.connect(source, User);
    await stability().whenStable;
    expect(source.observed).toBeTrue();
  });
});

describe('F4 pending tasks over HTTP', () => {
  const getUsers = new RestEndpoint({ path: '/users', schema: allUsers });

  @Component({
    imports: [AsyncPipe],
    template: `@for (user of users$ | async; track user.pk()) {
        <b>{{ user.name }}</b>
      } @empty {
        <i>none</i>
      }`,
  })
  class Page {
    readonly users$ = inject(CacheService)
      .watch(getUsers)
      .pipe(toValues())
      .pipe(map((users) => [...users]));
  }

  it('make whenStable wait for the loaded page, with one request and an asynchronous interceptor', async () => {
    const waiting = withInterceptors([(request, next) => next(request).pipe(delay(20))]);
    TestBed.configureTestingModule({
      providers: [provideHttpClient(waiting), provideHttpClientTesting()],
    });
    const http = TestBed.inject(HttpTestingController);
    const fixture = render(Page);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(await textOf(fixture)).toBe('Ada');
    http.verify();
  });
});
