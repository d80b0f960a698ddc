import type { HttpTestingController } from '@angular/common/http/testing';
import {
  ApplicationRef,
  createEnvironmentInjector,
  EnvironmentInjector,
  resource,
  ResourceParamsStatus,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheError, type CacheService, Endpoint, RestEndpoint } from 'ngx-cache-query';
import { throwError } from 'rxjs';
import { User } from '../../support/models';
import { deleteUser, getUser, getUsers, setUpRest } from '../../support/rest-users';

let cache: CacheService;
let http: HttpTestingController;
const inContext = <T>(make: () => T): T => TestBed.runInInjectionContext(make);
const down = { status: 503, statusText: 'Unavailable' };
const ada = { id: 'a', name: 'Ada' };

function answer(url: string, body: object | string, failure?: typeof down): void {
  TestBed.tick();
  http.expectOne(url).flush(body, failure);
}

describe('F8 the status of a resource', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('is loading, resolved, reloading, and resolved with an error beside the value', () => {
    const user = inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    const seen = () => [user.status(), user.value()?.name, user.isFetching(), user.isLoading()];
    expect(seen()).toEqual(['loading', undefined, true, true]);
    answer('/users/a', ada);
    expect(seen()).toEqual(['resolved', 'Ada', false, false]);
    void cache.refetch(getUser, { id: 'a' });
    expect(seen()).toEqual(['reloading', 'Ada', true, true]);
    answer('/users/a', 'down', down);
    expect(seen()).toEqual(['resolved', 'Ada', false, false]);
    expect([user.refreshError()?.status, user.error(), user.hasValue()]).toEqual([
      503,
      undefined,
      true,
    ]);
    expect(user.reload()).toBeTrue();
    expect(user.reload()).toBeFalse();
    answer('/users/a', ada);
    expect([user.refreshError(), user.status()]).toEqual([undefined, 'resolved']);
  });

  it('is error only without a value, and loading while the request is repeated', () => {
    const user = inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    user.value();
    answer('/users/a', 'down', down);
    expect([user.status(), user.value(), user.error()?.status]).toEqual(['error', undefined, 503]);
    expect(user.reload()).toBeTrue();
    expect([user.status(), user.error()]).toEqual(['loading', undefined]);
    answer('/users/a', ada);
    expect(user.status()).toBe('resolved');
  });

  it('stays resolved while a mutation or another reader refetches in the background', () => {
    const rename = new RestEndpoint({
      path: '/users/:id',
      method: 'PATCH',
      schema: User,
      refetches: [getUser],
    });
    const user = inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    user.value();
    answer('/users/a', ada);
    cache.fetch(rename, { id: 'a' }).subscribe();
    answer('/users/a', { id: 'a', name: 'Adele' });
    expect([user.status(), user.isFetching(), user.isStale()]).toEqual(['resolved', true, true]);
    answer('/users/a', { id: 'a', name: 'Adele' });
    cache.fetch(getUser, { id: 'a' }).subscribe();
    expect([user.status(), user.isFetching()]).toEqual(['resolved', true]);
    answer('/users/a', ada);
    expect([user.isFetching(), user.isStale()]).toEqual([false, false]);
  });

  it('is an error with status 404 when the entity was deleted, and nothing is requested', () => {
    const user = inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    user.value();
    answer('/users/a', ada);
    cache.fetch(deleteUser, { id: 'a' }).subscribe();
    answer('/users/a', {});
    expect([user.status(), user.error()?.status, user.error()?.code]).toEqual([
      'error',
      404,
      'NCQ4005',
    ]);
    expect(user.snapshot()).toBe(user.snapshot());
    TestBed.tick();
    http.verify();
  });

  it('is idle without arguments, and as their function says', () => {
    const args = signal<'idle' | 'loading' | 'throws' | undefined>(undefined);
    const user = inContext(() =>
      cache.resource(getUser, () => {
        if (args() === 'idle') throw ResourceParamsStatus.IDLE;
        if (args() === 'loading') throw ResourceParamsStatus.LOADING;
        if (args() === 'throws') throw new Error('no id');
        return undefined;
      }),
    );
    const seen = () => [user.status(), user.isFetching(), user.error()?.message];
    expect(seen()).toEqual(['idle', false, undefined]);
    expect(user.reload()).toBeFalse();
    args.set('loading');
    expect(seen()).toEqual(['loading', false, undefined]);
    args.set('idle');
    expect(seen()).toEqual(['idle', false, undefined]);
    args.set('throws');
    expect([user.status(), user.error()?.code]).toEqual(['error', 'NCQ5003']);
    expect(user.error()?.message).toContain('no id');
    expect(user.error()).toBeInstanceOf(CacheError);
    TestBed.tick();
    http.verify();
  });

  it('chains the value of another resource, its status and its error', () => {
    const id = signal<string | undefined>(undefined);
    const first = inContext(() =>
      cache.resource(getUser, () => {
        const value = id();
        return value === undefined ? undefined : [{ id: value }];
      }),
    );
    const second = inContext(() =>
      cache.resource(getUser, ({ chain }) => [{ id: chain(first).name }]),
    );
    expect(second.status()).toBe('idle');
    id.set('a');
    expect([second.status(), second.isFetching()]).toEqual(['loading', false]);
    answer('/users/a', { id: 'a', name: 'b' });
    expect([second.status(), second.isFetching()]).toEqual(['loading', true]);
    answer('/users/b', { id: 'b', name: 'Bo' });
    expect(second.value()?.name).toBe('Bo');
    id.set('c');
    second.value();
    answer('/users/c', 'none', { status: 404, statusText: 'Not Found' });
    expect([second.status(), second.error()?.status]).toEqual(['error', 404]);
    const native = inContext(() =>
      resource({
        params: ({ chain }) => chain(first)?.name,
        loader: ({ params }) => Promise.resolve(params),
      }),
    );
    expect(native.status()).toBe('error');
  });

  it('is idle while the value that it chains is undefined', async () => {
    const nothing = inContext(() => resource({ loader: () => Promise.resolve(undefined) }));
    const user = inContext(() => cache.resource(getUser, ({ chain }) => [{ id: chain(nothing) }]));
    user.value();
    await TestBed.inject(ApplicationRef).whenStable();
    expect([nothing.status(), user.status()]).toEqual(['resolved', 'idle']);
  });

  it('wraps what load throws', async () => {
    const broken = new Endpoint({ name: 'broken', load: () => throwError(() => 'gone') });
    const user = inContext(() => cache.resource(broken));
    user.value();
    TestBed.tick();
    await Promise.resolve();
    const error = user.error();
    expect([error?.code, error?.cause, error?.status]).toEqual(['NCQ5003', 'gone', undefined]);
    expect(error?.message).toContain('broken: gone');
  });

  it('names its own endpoint, also for an error that other endpoints fail with', async () => {
    const offline = new Error('offline');
    const resources = ['first', 'second'].map((name) =>
      inContext(() =>
        cache.resource(new Endpoint({ name, load: () => throwError(() => offline) })),
      ),
    );
    for (const { status } of resources) status();
    TestBed.tick();
    await Promise.resolve();
    const errors = resources.map(({ error }) => error()!);
    expect(errors.map(({ source, cause }) => [source, cause])).toEqual([
      ['first', offline],
      ['second', offline],
    ]);
    expect(resources[1].error()).toBe(errors[1]);
  });

  it('sends no request while it is read, and the application is not stable until the response', async () => {
    const user = inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    let isStable = false;
    user.value();
    http.verify();
    const waiting = TestBed.inject(ApplicationRef)
      .whenStable()
      .then(() => (isStable = true));
    await new Promise((done) => setTimeout(done, 20));
    expect(isStable).toBeFalse();
    http.expectOne('/users/a').flush(ada);
    await waiting;
    expect(user.value()?.name).toBe('Ada');
  });

  it('keeps its last snapshot when its injector was destroyed', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const user = cache.resource(getUser, () => [{ id: 'a' }], { injector });
    user.value();
    answer('/users/a', ada);
    user.value();
    injector.destroy();
    cache.set(User, { id: 'a', name: 'Adele' });
    expect([user.value()?.name, user.reload()]).toEqual(['Ada', false]);
    void cache.refetch(getUser);
    TestBed.tick();
    http.verify();
  });

  it('shows one resource of many readers with one request', () => {
    const [one, other] = [1, 2].map(() => inContext(() => cache.resource(getUsers)));
    expect([one.status(), other.status()]).toEqual(['loading', 'loading']);
    answer('/users', [ada]);
    expect(one.value()).toBe(other.value());
  });
});

describe('F8 keepPrevious', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  function open() {
    const id = signal<string | undefined>('a');
    const user = inContext(() =>
      cache.resource(
        getUser,
        () => {
          const value = id();
          return value === undefined ? undefined : [{ id: value }];
        },
        { keepPrevious: true },
      ),
    );
    const seen = () => [user.status(), user.value()?.name, user.isPrevious()];
    user.value();
    answer('/users/a', ada);
    return { id, user, seen };
  }

  it('shows the last value until the new one is there', () => {
    const { id, seen } = open();
    expect(seen()).toEqual(['resolved', 'Ada', false]);
    id.set('b');
    expect(seen()).toEqual(['loading', 'Ada', true]);
    id.set('c');
    expect(seen()).toEqual(['loading', 'Ada', true]);
    answer('/users/c', { id: 'c', name: 'Cy' });
    expect(seen()).toEqual(['resolved', 'Cy', false]);
  });

  it('shows changes to the last value', () => {
    const { id, seen } = open();
    id.set('b');
    seen();
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(seen()).toEqual(['loading', 'Adele', true]);
  });

  it('ends when the new request fails, and when there are no arguments', () => {
    const { id, seen, user } = open();
    id.set('b');
    seen();
    answer('/users/b', 'down', down);
    expect(seen()).toEqual(['error', undefined, false]);
    user.reload();
    expect(seen()).toEqual(['loading', undefined, false]);
    answer('/users/b', { id: 'b', name: 'Bo' });
    seen();
    id.set(undefined);
    expect(seen()).toEqual(['idle', undefined, false]);
    id.set('c');
    expect(seen()).toEqual(['loading', undefined, false]);
  });

  it('shows the last value while its arguments load, and ends when they fail', () => {
    const args = signal<'loading' | 'throws' | { id: string }>({ id: 'a' });
    const user = inContext(() =>
      cache.resource(
        getUser,
        () => {
          const now = args();
          if (now === 'loading') throw ResourceParamsStatus.LOADING;
          if (now === 'throws') throw new Error('no id');
          return [now];
        },
        { keepPrevious: true },
      ),
    );
    const seen = () => [user.status(), user.value()?.name, user.isPrevious()];
    user.value();
    answer('/users/a', ada);
    args.set('loading');
    expect(seen()).toEqual(['loading', 'Ada', true]);
    args.set('throws');
    expect(seen()).toEqual(['error', undefined, false]);
  });

  it('never shows a value from before reset or clear', async () => {
    for (const empty of [() => cache.reset(), () => cache.clear(), () => cache.reset(getUser)]) {
      const { id, seen } = open();
      id.set('b');
      expect(seen()).toEqual(['loading', 'Ada', true]);
      await empty();
      expect(seen().slice(1)).toEqual([undefined, false]);
      TestBed.resetTestingModule();
      ({ cache, http } = setUpRest());
    }
  });
});
