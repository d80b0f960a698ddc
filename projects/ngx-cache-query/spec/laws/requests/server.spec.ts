import { PendingTasks, PLATFORM_ID, type Provider } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { defer, interval, NEVER, of, throwError } from 'rxjs';
import {
  CacheService,
  Endpoint,
  provideCache,
  Query,
  retries,
  schema,
  toValues,
  withClock,
  withExpiry,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRetry,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const count = new Query(allUsers, (users) => users.length);
const server: Provider = { provide: PLATFORM_ID, useValue: 'server' };
/** When a pending task ends, Angular waits for a frame. */
const quietTasks: Provider = { provide: PendingTasks, useValue: { add: () => () => undefined } };

/** Counts the calls of every function that schedules work. */
function countWakers() {
  const wakers = [
    spyOn(globalThis, 'setTimeout'),
    spyOn(globalThis, 'setInterval'),
    spyOn(globalThis, 'requestAnimationFrame'),
    spyOn(globalThis, 'queueMicrotask'),
    spyOn(window, 'addEventListener'),
    spyOn(document, 'addEventListener'),
  ];
  return () => wakers.map((waker) => waker.calls.count());
}

describe('F7 on a server', () => {
  let cache: CacheService;
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [server] });
    cache = TestBed.inject(CacheService);
  });

  it('starts no timer, whatever is read', () => {
    const timers = [spyOn(globalThis, 'setTimeout'), spyOn(globalThis, 'setInterval')];
    watch(cache.select(allUsers)).subscription.unsubscribe();
    cache.set(User, { id: 'a' });
    cache.get(new schema.All(User));
    TestBed.runInInjectionContext(() => cache.selectSignal(count))();
    for (const timer of timers) expect(timer).not.toHaveBeenCalled();
  });

  it('connect subscribes to nothing', () => {
    let subscriptions = 0;
    const source = defer(() => (subscriptions++, interval(10)));
    const subscription = cache.connect(source, User);
    expect([subscriptions, subscription.closed]).toEqual([0, true]);
  });

  it('reads, writes and requests as in a browser', () => {
    const users = new Served(allUsers);
    const seen = watch(cache.select(count));
    watch(cache.fetch(users.endpoint));
    users.respond([{ id: 'a' }]);
    cache.set(User, { id: 'b' });
    expect(seen.values).toEqual([undefined, 1, 2]);
  });
});

describe('F7 on a server, with all freshness features', () => {
  const features = () => [
    withExpiry({ staleTime: 10 }),
    withRefetchOnFocus(),
    withRefetchOnReconnect(),
    withRetry({ delay: 1 }),
    withFrameBatching(),
  ];

  it('starts no timer, poll, listener or stream', () => {
    const clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [server, quietTasks, provideCache(withClock(clock), ...features())],
    });
    const cache = TestBed.inject(CacheService);
    let requestCount = 0;
    const load = () => of([{ id: 'a', name: `answer ${++requestCount}` }]);
    const getUsers = new Endpoint({ load, schema: [User], pollInterval: 20 });
    const wakers = countWakers();
    watch(cache.watch(getUsers));
    watch(cache.watch(getUsers).pipe(toValues()));
    let streams = 0;
    const connection = cache.connect(
      defer(() => (streams++, NEVER)),
      User,
    );
    const wake = () => {
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('online'));
      clock.pass(100_000);
    };
    wake();
    expect(wakers()).toEqual([0, 0, 0, 0, 0, 0]);
    // Read last, because Angular itself uses a timer to run the effect that opens a resource.
    const late = new Endpoint({ load, schema: [User], pollInterval: 20 });
    const signal = TestBed.runInInjectionContext(() => cache.resource(late).snapshot);
    signal();
    TestBed.tick();
    expect(signal()).toEqual(watch(cache.watch(late)).last!);
    expect(requestCount).toBe(2);
    wake();
    expect([requestCount, streams, connection.closed, clock.pendingTimers]).toEqual([
      2,
      0,
      true,
      0,
    ]);
    const [, intervals, , , ...listeners] = wakers();
    expect([intervals, ...listeners]).toEqual([0, 0, 0]);
  });

  it('retries nothing: the page receives a failure at once', () => {
    const clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [server, provideCache(withClock(clock), ...features())],
    });
    const cache = TestBed.inject(CacheService);
    let requestCount = 0;
    const load = () => throwError(() => new Error(`failure ${++requestCount}`));
    const once = new Endpoint({ load, schema: [User] });
    const often = new Endpoint({ load, schema: [User], retry: retries({ count: 3 }) });
    for (const endpoint of [once, often]) {
      expect(watch(cache.fetch(endpoint)).errors.length).toBe(1);
    }
    expect([requestCount, clock.pendingTimers]).toEqual([2, 0]);
  });
});
