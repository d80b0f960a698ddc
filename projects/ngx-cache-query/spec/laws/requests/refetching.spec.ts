import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { toValues, withRefetchOnFocus, withRefetchOnReconnect } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { Timed } from '../../support/timed';
import { watch } from '../../support/watch';

describe('F1 active queries refetch', () => {
  it('when the page gains focus or the connection is back, if they are stale', () => {
    const timed = new Timed(withRefetchOnFocus(), withRefetchOnReconnect());
    const [stale, fresh] = [timed.endpoint({ staleTime: 0 }), timed.endpoint()];
    const seen = [stale, stale, fresh].map((each) =>
      watch(timed.cache.watch(each).pipe(toValues())),
    );
    const before = timed.requestCount;
    timed.page.focused$.next();
    expect(timed.requestCount).toBe(before + 1);
    timed.page.reconnected$.next();
    expect(timed.requestCount).toBe(before + 2);
    seen.forEach(({ subscription }) => subscription.unsubscribe());
    timed.page.focused$.next();
    expect(timed.requestCount).toBe(before + 2);
  });

  it('neither without these features, nor while a request is in flight', () => {
    const without = new Timed();
    watch(without.cache.watch(without.endpoint({ staleTime: 0 })).pipe(toValues()));
    without.page.focused$.next();
    expect(without.requestCount).toBe(1);
    const timed = new Timed(withRefetchOnFocus());
    watch(timed.cache.watch(timed.pending().endpoint).pipe(toValues()));
    timed.page.focused$.next();
    expect(timed.requestCount).toBe(1);
  });

  it('for all subscribers, even if the first one leaves', () => {
    const timed = new Timed(withRefetchOnFocus());
    const { endpoint, requests } = timed.pending({ staleTime: 0 });
    const [first, second] = [1, 2].map(() => watch(timed.cache.watch(endpoint).pipe(toValues())));
    requests[0].next({ id: 'a', name: 'old' });
    timed.page.focused$.next();
    first.subscription.unsubscribe();
    requests[1].next({ id: 'a', name: 'new' });
    expect(second.last?.name).toBe('new');
    timed.page.focused$.next();
    second.subscription.unsubscribe();
    expect(requests[2].observed).toBeFalse();
  });

  it('for resources, too', async () => {
    const timed = new Timed(withRefetchOnFocus());
    const getUser = timed.endpoint({ staleTime: 0, pollInterval: 1_000 });
    const state = TestBed.runInInjectionContext(() => timed.cache.resource(getUser).snapshot);
    await Promise.resolve(); // Nothing is committed before.
    expect(state().value?.name).toBe('answer 1');
    timed.page.focused$.next();
    expect(state().value?.name).toBe('answer 2');
    timed.clock.pass(1_000);
    expect(state().value?.name).toBe('answer 3');
  });

  it('after clear() only on demand', () => {
    const timed = new Timed(withRefetchOnFocus(), withRefetchOnReconnect());
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    const state = watch(timed.cache.watch(getUser));
    timed.cache.clear();
    timed.page.focused$.next();
    timed.page.reconnected$.next();
    timed.clock.pass(10_000);
    expect([timed.requestCount, state.last!.status]).toEqual([1, 'idle']);
    timed.cache.refetch(getUser);
    expect([timed.requestCount, state.last!.status]).toEqual([2, 'resolved']);
    timed.clock.pass(1_000);
    expect(timed.requestCount).toBe(3);
  });

  it('no more after the cache has ended', () => {
    const timed = new Timed(withRefetchOnFocus());
    const { page, clock } = timed;
    const getUser = timed.endpoint({ staleTime: 0, pollInterval: 1_000 });
    watch(timed.cache.watch(getUser).pipe(toValues()));
    watch(timed.cache.watch(getUser));
    const before = timed.requestCount;
    TestBed.resetTestingModule();
    page.focused$.next();
    page.active$.next();
    clock.pass(5_000);
    const left = [clock.pendingTimers, page.focused$.observed, page.active$.observed];
    expect([timed.requestCount, ...left]).toEqual([before, 0, false, false]);
  });
});

describe('F1 pollInterval', () => {
  it('polls once for all subscribers, and not without any', () => {
    const timed = new Timed();
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    const first = watch(timed.cache.watch(getUser).pipe(toValues()));
    const second = watch(timed.cache.watch(getUser));
    timed.clock.pass(3_000);
    expect(timed.requestCount).toBe(4);
    expect(first.last!.name).toBe('answer 4');
    first.subscription.unsubscribe();
    timed.clock.pass(1_000);
    expect(timed.requestCount).toBe(5);
    second.subscription.unsubscribe();
    timed.clock.pass(200_000);
    expect([timed.requestCount, timed.clock.pendingTimers]).toEqual([5, 0]);
  });

  it('begins anew with the first subscriber after a pause', () => {
    const timed = new Timed();
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    watch(timed.cache.watch(getUser)).subscription.unsubscribe();
    timed.clock.pass(5_000);
    watch(timed.cache.watch(getUser));
    timed.clock.pass(900);
    expect(timed.requestCount).toBe(1);
    timed.clock.pass(100);
    expect(timed.requestCount).toBe(2);
  });

  it('keeps its rhythm while other subscribers come and go', () => {
    const timed = new Timed();
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    watch(timed.cache.watch(getUser).pipe(toValues()));
    for (let n = 0; n < 10; n++) {
      timed.clock.pass(300);
      watch(timed.cache.watch(getUser).pipe(toValues())).subscription.unsubscribe();
    }
    expect(timed.requestCount).toBe(4);
  });

  it('observes whether the page is active only while a poll waits, until the cache ends', () => {
    const timed = new Timed();
    const { cache, clock, page } = timed;
    watch(cache.watch(timed.endpoint({ pollInterval: 1_000 })));
    clock.pass(1_000);
    expect([timed.requestCount, page.active$.observed]).toEqual([2, false]);
    Object.assign(page, { isActive: false });
    clock.pass(1_000);
    expect([timed.requestCount, page.active$.observed]).toEqual([2, true]);
    TestBed.resetTestingModule();
    expect(page.active$.observed).toBeFalse();
  });

  it('uses the shortest interval of all subscribers', () => {
    const timed = new Timed();
    const { clock } = timed;
    const times: number[] = [];
    const began = clock.now();
    const load = () => {
      times.push(clock.now() - began);
      return of({ id: 'a' });
    };
    const getUser = timed.endpoint({ load, pollInterval: 1_000 });
    watch(timed.cache.watch(getUser));
    clock.pass(100);
    const often = watch(timed.cache.watch(getUser.polled(300)));
    clock.pass(550);
    often.subscription.unsubscribe();
    clock.pass(1_000);
    expect(times).toEqual([0, 300, 600, 1_600]);
    TestBed.resetTestingModule();
    expect(clock.pendingTimers).toBe(0);
  });

  it('sends one request and keeps one response and one state for different intervals', () => {
    const timed = new Timed();
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    const often = getUser.polled(300);
    const slow = watch(timed.cache.watch(getUser).pipe(toValues()));
    expect(timed.requestCount).toBe(1);
    const quick = watch(timed.cache.watch(often));
    const never = watch(timed.cache.watch(getUser.polled(300).polled(Infinity)).pipe(toValues()));
    timed.clock.pass(999);
    expect(timed.requestCount).toBe(4);
    expect(slow.last).toBe(quick.last!.value as typeof slow.last);
    expect(timed.cache.get(often)).toBe(never.last!);
    quick.subscription.unsubscribe();
    timed.clock.pass(2_000);
    expect(timed.requestCount).toBe(6);
    slow.subscription.unsubscribe();
    timed.clock.pass(100_000);
    expect(timed.requestCount).toBe(6);
    timed.cache.refetch(getUser);
    timed.cache.refetch(often);
    timed.cache.refetch(({ endpoint }) => endpoint === (getUser as unknown));
    expect(timed.requestCount).toBe(9);
  });

  it('pauses while the page is hidden or offline, and refetches at once afterwards', () => {
    const timed = new Timed();
    const getUser = timed.endpoint({ pollInterval: 1_000 });
    watch(timed.cache.watch(getUser).pipe(toValues()));
    timed.page.isActive = false;
    timed.clock.pass(10_000);
    watch(timed.cache.watch(getUser).pipe(toValues())).subscription.unsubscribe();
    expect(timed.requestCount).toBe(1);
    timed.page.isActive = true;
    timed.page.active$.next();
    expect(timed.requestCount).toBe(2);
    timed.clock.pass(1_000);
    expect(timed.requestCount).toBe(3);
  });

  it('polls for all subscribers, even if the first one leaves', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending({ pollInterval: 1_000 });
    const [first, second] = [1, 2].map(() => watch(timed.cache.watch(endpoint).pipe(toValues())));
    requests[0].next({ id: 'a', name: 'old' });
    timed.clock.pass(1_000);
    first.subscription.unsubscribe();
    requests[1].next({ id: 'a', name: 'new' });
    expect(second.last?.name).toBe('new');
  });

  it('keeps a request in flight that is older than a mutation or a refetch of another endpoint', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending();
    const state = watch(timed.cache.watch(endpoint.polled(2_000)));
    const other = new Served([User]);
    for (let second = 1; second <= 3; second++) {
      timed.clock.pass(1_000);
      void timed.cache.refetch(other.endpoint);
      watch(timed.cache.fetch(new Served(User, { sideEffect: true }).endpoint));
    }
    expect(requests.length).toBe(1);
    requests[0].next({ id: 'a', name: 'first' });
    expect(state.last!.value?.name).toBe('first');
    timed.clock.pass(1_000);
    expect(requests.length).toBe(2);
  });
});
