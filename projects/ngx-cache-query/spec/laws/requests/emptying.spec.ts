import { createEnvironmentInjector, EnvironmentInjector, ErrorHandler } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { config, Subject } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Endpoint,
  type Failure,
  optimistic,
  provideCache,
  toValues,
  withFailures,
} from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { thrownBy } from '../../support/error-log';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F1 reset() and clear()', () => {
  let cache: CacheService;
  let users: Served<(typeof User)[]>;
  const failures: Failure[] = [];
  const reported: unknown[] = [];
  beforeEach(() => {
    failures.length = reported.length = 0;
    TestBed.configureTestingModule({
      providers: [
        provideCache(withFailures(() => (failure) => failures.push(failure))),
        { provide: ErrorHandler, useValue: { handleError: (e: unknown) => reported.push(e) } },
      ],
    });
    cache = TestBed.inject(CacheService);
    users = new Served([User]);
  });
  const codes = (...seen: { errors: unknown[] }[]) =>
    seen.map(({ errors }) => errors.map((error) => (error as CacheError).code));

  it('reset() makes active subscribers load again', () => {
    const state = watch(cache.watch(users.endpoint));
    const signal = TestBed.runInInjectionContext(() => cache.resource(users.endpoint).snapshot);
    signal();
    const list = watch(cache.select(allUsers));
    users.respond([{ id: 'a' }]);
    void cache.reset();
    expect(users.requests.length).toBe(2);
    expect([state.last!.status, signal().status, list.last]).toEqual([
      'loading',
      'loading',
      undefined,
    ]);
    users.respond([{ id: 'b' }]);
    expect([state.last!.status, signal().value?.length, list.last!.length]).toEqual([
      'resolved',
      1,
      1,
    ]);
  });

  it('reset() requests nothing without subscribers', () => {
    watch(cache.fetch(users.endpoint));
    users.respond([{ id: 'a' }]);
    void cache.reset();
    expect([users.requests.length, cache.get(users.endpoint)]).toEqual([1, undefined]);
  });

  it('reset(endpoint) drops its responses only, and keeps entities', () => {
    const todos = new Served([User], { name: 'others' });
    const states = [watch(cache.watch(users.endpoint)), watch(cache.watch(todos.endpoint))];
    users.respond([{ id: 'a' }]);
    todos.respond([{ id: 'b' }]);
    void cache.reset(users.endpoint);
    expect(states.map(({ last }) => last!.status)).toEqual(['loading', 'resolved']);
    expect([users.requests.length, todos.requests.length]).toEqual([2, 1]);
    expect(cache.get(User, 'a')?.id).toBe('a');
  });

  it('reset(undefined) is refused, and drops nothing', () => {
    cache.set(User, { id: 'a' });
    expect(thrownBy(() => cache.reset(undefined as never)).code).toBe('NCQ4003');
    expect(cache.get(User, 'a')?.id).toBe('a');
  });

  it('reset(endpoint, ...args) drops one response', () => {
    const states = [1, 2].map((page) => watch(cache.watch(users.endpoint, page)));
    for (const { respond } of [...users.requests]) respond([]);
    void cache.reset(users.endpoint, 2);
    expect(states.map(({ last }) => last!.status)).toEqual(['resolved', 'loading']);
    expect(users.requests.map(({ args }) => args[0])).toEqual([1, 2, 2]);
  });

  it('reset(endpoint) drops a recent failure, and sends a request', () => {
    const state = watch(cache.watch(users.endpoint));
    users.requests[0].fail('down');
    void cache.reset(users.endpoint);
    expect([users.requests.length, state.last!.status, state.last!.error]).toEqual([
      2,
      'loading',
      undefined,
    ]);
  });

  it('clear() makes active subscribers idle until a new one subscribes, which activates all of them', () => {
    const state = watch(cache.watch(users.endpoint));
    const watched = watch(cache.watch(users.endpoint).pipe(toValues()));
    users.respond([{ id: 'a' }]);
    void cache.clear();
    expect([users.requests.length, state.last!.status]).toEqual([1, 'idle']);
    watch(cache.watch(users.endpoint));
    expect([users.requests.length, state.last!.status]).toEqual([2, 'loading']);
    users.respond([{ id: 'b' }]);
    expect([state.last!.value![0].id, watched.last![0].id]).toEqual(['b', 'b']);
  });

  it('clear() lets the failure of the next request reach all waiting observers', () => {
    const watched = watch(cache.watch(users.endpoint).pipe(toValues()));
    users.respond([]);
    void cache.clear();
    watch(cache.watch(users.endpoint));
    users.requests[1].fail('down');
    expect(causesOf(watched.errors)).toEqual(['down']);
  });

  it('clear() makes select emit undefined, and ends connections', () => {
    const messages = new Subject<object>();
    const connection = cache.connect(messages, User);
    messages.next({ id: 'a' });
    const list = watch(cache.select(allUsers));
    void cache.clear();
    expect([list.last, connection.closed, messages.observed]).toEqual([undefined, true, false]);
    expect(list.completed).toBeFalse();
  });

  it('clear() drops a pending message that it overtook', () => {
    const messages = new Subject<object>();
    cache.connect(messages, User);
    cache.select(User, 'go').subscribe((go) => {
      if (go === undefined) return;
      void cache.clear();
      messages.next({ id: 'secret' });
    });
    cache.set(User, { id: 'go' });
    expect(cache.get(allUsers)).toBeUndefined();
  });

  it('clear() keeps a connection that was made after the call, even while it is pending', () => {
    const [before, after] = [new Subject<object>(), new Subject<object>()];
    cache.connect(before, User);
    cache.select(User, 'go').subscribe((go) => {
      if (go === undefined) return;
      void cache.clear();
      cache.connect(after, User);
      before.next({ id: 'before' });
      after.next({ id: 'at once' });
    });
    cache.set(User, { id: 'go' });
    after.next({ id: 'later' });
    expect([before.observed, after.observed]).toEqual([false, true]);
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['at once', 'later']);
  });

  it('reset() keeps connections', () => {
    const messages = new Subject<object>();
    const connection = cache.connect(messages, User);
    void cache.reset();
    messages.next({ id: 'a' });
    expect([connection.closed, cache.get(User, 'a')?.id]).toEqual([false, 'a']);
  });

  it('empty the caches of child routes, and leave the parent cache', () => {
    const below = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    const routed = below.get(CacheService);
    const fill = () => [cache, routed].forEach((each) => each.set(User, { id: 'a' }));
    fill();
    void routed.reset();
    expect([cache, routed].map((each) => each.get(User, 'a')?.id)).toEqual(['a', undefined]);
    for (const method of ['reset', 'clear'] as const) {
      fill();
      void cache[method]();
      expect([cache, routed].map((each) => each.get(User, 'a')?.id)).toEqual([
        undefined,
        undefined,
      ]);
    }
    below.destroy();
    expect(() => cache.clear()).not.toThrow();
  });

  for (const method of ['reset', 'clear'] as const) {
    it(`${method}() aborts reads: only callers of ensure receive an error`, () => {
      const seen = [watch(cache.fetch(users.endpoint)), watch(cache.ensure(users.endpoint))];
      const others = [
        watch(cache.watch(users.endpoint).pipe(toValues())),
        watch(cache.watch(users.endpoint)),
      ];
      void cache[method]();
      expect(users.requests[0].aborted).toBeTrue();
      expect(codes(...seen)).toEqual([[], ['NCQ4001']]);
      expect(codes(...others)).toEqual([[], []]);
      expect(failures).toEqual([]);
    });

    it(`${method}() lets mutations go on, and stores none of their responses`, () => {
      const rename = new Served(User, { sideEffect: true });
      const seen = watch(cache.fetch(rename.endpoint));
      void cache[method]();
      expect(rename.requests[0].aborted).toBeFalse();
      rename.respond({ id: 'a' });
      expect(codes(seen)).toEqual([['NCQ4001']]);
      expect([failures, cache.get(User, 'a')]).toEqual([[], undefined]);
    });

    it(`${method}() reports nothing for a fetch without an error handler`, async () => {
      const onUnhandledError = jasmine.createSpy();
      config.onUnhandledError = onUnhandledError;
      const completed: string[] = [];
      cache.fetch(users.endpoint).subscribe({ complete: () => completed.push('fetch') });
      void cache[method]();
      await new Promise((resolve) => setTimeout(resolve, 1));
      config.onUnhandledError = null;
      expect(onUnhandledError).not.toHaveBeenCalled();
      expect([completed, reported]).toEqual([['fetch'], []]);
    });

    it(`${method}() in a batch that fails aborts nothing later, and leaves the caches of child routes`, () => {
      const below = createEnvironmentInjector(
        [provideCache()],
        TestBed.inject(EnvironmentInjector),
      );
      const routed = below.get(CacheService);
      routed.set(User, { id: 'a' });
      const fetched = watch(cache.fetch(users.endpoint));
      const failing = () =>
        cache.batch(() => {
          void cache[method]();
          throw new Error('no');
        });
      expect(failing).toThrowError('no');
      void cache.reset(new Served(User).endpoint);
      expect([routed.get(User, 'a')?.id, users.requests[0].aborted]).toEqual(['a', false]);
      users.respond([]);
      expect(fetched.last).toEqual([]);
      below.destroy();
    });

    it(`${method}() in a batch that fails changes nothing`, () => {
      const state = watch(cache.watch(users.endpoint));
      users.respond([{ id: 'a' }]);
      const fetched = watch(cache.fetch(users.endpoint));
      const failing = () =>
        cache.batch(() => {
          void cache[method]();
          throw new Error('no');
        });
      expect(failing).toThrowError('no');
      expect([state.last!.status, fetched.errors, users.requests[1].aborted]).toEqual([
        'resolved',
        [],
        false,
      ]);
    });
  }
});

describe('F1 the promises of refetch, reset and clear', () => {
  let cache: CacheService;
  const users = () => new Served([User]);
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    const handleError = (error: unknown) => reported.push(error);
    TestBed.configureTestingModule({
      providers: [{ provide: ErrorHandler, useValue: { handleError } }],
    });
    cache = TestBed.inject(CacheService);
  });
  const settled = async (promise: Promise<void>): Promise<boolean> => {
    let isSettled = false;
    void promise.then(() => (isSettled = true));
    for (let i = 0; i < 5; i++) await Promise.resolve();
    return isSettled;
  };

  it('of refetch resolves when the requests of active subscribers have ended', async () => {
    const served = users();
    watch(cache.watch(served.endpoint));
    served.respond([]);
    const promise = cache.refetch(served.endpoint);
    expect(await settled(promise)).toBeFalse();
    served.respond([]);
    expect(await settled(promise)).toBeTrue();
  });

  it('of refetch resolves when the request fails or its last subscriber leaves', async () => {
    const served = users();
    const { subscription } = watch(cache.watch(served.endpoint));
    served.respond([]);
    const failing = cache.refetch(served.endpoint);
    served.requests[1].fail('down');
    expect(await settled(failing)).toBeTrue();
    const leaving = cache.refetch(served.endpoint);
    subscription.unsubscribe();
    expect(await settled(leaving)).toBeTrue();
  });

  it('of refetch waits for the request that superseded its own', async () => {
    const served = users();
    watch(cache.watch(served.endpoint));
    served.respond([]);
    const first = cache.refetch(served.endpoint);
    const second = cache.refetch(served.endpoint);
    expect(served.requests.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    expect(await settled(first)).toBeFalse();
    served.respond([]);
    expect([await settled(first), await settled(second)]).toEqual([true, true]);
  });

  it('of refetch resolves at once without subscribers, and when its batch fails', async () => {
    const served = users();
    watch(cache.fetch(served.endpoint));
    served.respond([]);
    expect(await settled(cache.refetch(served.endpoint))).toBeTrue();
    let inBatch!: Promise<void>;
    const failing = () =>
      cache.batch(() => {
        inBatch = cache.refetch(served.endpoint);
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect(await settled(inBatch)).toBeTrue();
  });

  it('of reset and clear resolve when memory is empty, without waiting for requests', async () => {
    const served = users();
    watch(cache.watch(served.endpoint));
    served.respond([]);
    expect(await settled(cache.reset(served.endpoint))).toBeTrue();
    expect(await settled(cache.reset())).toBeTrue();
    expect(await settled(cache.clear())).toBeTrue();
  });
});

describe('F1 refetch', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('requests at once for active subscribers, even if the data is fresh, and keeps the data', () => {
    const served = new Served([User]);
    const seen = watch(cache.watch(served.endpoint));
    served.respond([{ id: 'a' }]);
    cache.refetch(served.endpoint);
    expect([seen.last!.status, seen.last!.isFetching, seen.last!.value!.length]).toEqual([
      'reloading',
      true,
      1,
    ]);
    expect(served.requests.length).toBe(2);
  });

  it('supersedes a read that is in flight', () => {
    const served = new Served([User]);
    const seen = watch(cache.watch(served.endpoint));
    const fetched = watch(cache.fetch(served.endpoint));
    cache.refetch(served.endpoint);
    expect(served.requests.length).toBe(2);
    served.requests[1].respond([{ id: 'young' }]);
    served.requests[0].respond([{ id: 'old' }]);
    expect(seen.last!.value!.map(({ id }) => id)).toEqual(['young']);
    expect(seen.last!.isStale).toBeFalse();
    expect(fetched.last!.map(({ id }) => id)).toEqual(['old']);
  });

  it('ignores the failure of the read that it superseded', () => {
    const served = new Served([User]);
    const seen = watch(cache.watch(served.endpoint));
    watch(cache.fetch(served.endpoint));
    cache.refetch(served.endpoint);
    served.requests[0].fail('late');
    expect([seen.last!.status, seen.last!.error]).toEqual(['loading', undefined]);
    served.requests[1].respond([]);
    expect(seen.last!.status).toBe('resolved');
  });

  it('marks responses without subscribers as stale', () => {
    const served = new Served([User]);
    watch(cache.fetch(served.endpoint));
    served.respond([{ id: 'a' }]);
    cache.refetch(served.endpoint);
    expect([served.requests.length, cache.get(served.endpoint)!.length]).toEqual([1, 1]);
    watch(cache.ensure(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('keeps optimistic updates', () => {
    const served = new Served([User]);
    const rename = new Served(User, { sideEffect: true });
    const hopeful = new Endpoint({
      load: () => rename.endpoint.load(),
      schema: User,
      sideEffect: true,
      optimistic: () => optimistic({ id: 'a', name: 'expected' }),
    });
    watch(cache.watch(served.endpoint));
    served.respond([{ id: 'a', name: 'Ada' }]);
    watch(cache.fetch(hopeful));
    cache.refetch(served.endpoint);
    served.respond([{ id: 'a', name: 'Ada' }]);
    expect(cache.get(User, 'a')!.name).toBe('expected');
    void cache.reset(served.endpoint);
    expect(cache.get(User, 'a')!.name).toBe('expected');
    cache.delete(User, 'a');
    expect([cache.get(User, 'a'), rename.requests[0].aborted]).toEqual([undefined, false]);
  });
});

describe('F5 errorStaleTime', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('lets ensure and new subscribers receive a recent failure, without a request', () => {
    const served = new Served(User);
    watch(cache.ensure(served.endpoint));
    served.requests[0].fail('404');
    const seen = [
      watch(cache.ensure(served.endpoint)),
      watch(cache.watch(served.endpoint).pipe(toValues())),
    ];
    const state = watch(cache.watch(served.endpoint));
    expect(seen.map(({ errors }) => causesOf(errors))).toEqual([['404'], ['404']]);
    expect([state.last!.status, served.requests.length]).toEqual(['error', 1]);
    watch(cache.fetch(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('is bypassed by refetch and reset', () => {
    for (const method of ['refetch', 'reset'] as const) {
      const served = new Served(User);
      watch(cache.watch(served.endpoint));
      served.requests[0].fail('404');
      void cache[method](served.endpoint);
      expect(served.requests.length).withContext(method).toBe(2);
      served.requests[1].fail('404');
    }
  });
});
