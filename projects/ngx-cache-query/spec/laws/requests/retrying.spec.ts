import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { of, throwError } from 'rxjs';
import {
  type CacheError,
  CacheService,
  provideCache,
  RestEndpoint,
  retries,
  toValues,
  withClock,
  withRetry,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { User } from '../../support/models';
import { Timed } from '../../support/timed';
import { watch } from '../../support/watch';

describe('F3 a read that fails', () => {
  it('is retried after increasing delays, then fails', () => {
    const timed = new Timed(withRetry({ count: 3, delay: 1_000 }));
    const seen = watch(timed.cache.fetch(timed.failing()));
    const counts = [500, 500, 1_000, 1_000, 2_000, 2_000].map((milliseconds) => {
      timed.clock.pass(milliseconds);
      return timed.requestCount;
    });
    expect(counts[1]).toBe(2);
    expect(counts[3]).toBe(3);
    expect(counts[5]).toBe(4);
    timed.clock.pass(100_000);
    expect([timed.requestCount, seen.errors.length, timed.clock.pendingTimers]).toEqual([4, 1, 0]);
  });

  for (const [chance, waits] of [
    [0, [500, 1_000, 1_250]],
    [0.5, [750, 1_500, 1_875]],
    [0.999, [999.5, 1_999, 2_498.75]],
  ] as const) {
    it(`waits one half of the delay, plus a random part of the other: ${chance}`, () => {
      spyOn(Math, 'random').and.returnValue(chance);
      const timed = new Timed(withRetry({ count: 3, delay: 1_000, maxDelay: 2_500 }));
      watch(timed.cache.fetch(timed.failing()));
      waits.forEach((milliseconds, times) => {
        timed.clock.pass(milliseconds - 1);
        expect(timed.requestCount).toBe(times + 1);
        timed.clock.pass(1);
        expect(timed.requestCount).toBe(times + 2);
      });
    });
  }

  it('emits only the final result, and is one request for all subscribers', () => {
    const timed = new Timed();
    let fails = 2;
    const load = () => {
      timed.requestCount++;
      return fails-- > 0 ? throwError(() => new Error('no')) : of({ id: 'a', name: 'Ada' });
    };
    const getUser = timed.endpoint({ load, retry: retries({ delay: 10 }) });
    const first = watch(timed.cache.watch(getUser).pipe(toValues()));
    const second = watch(timed.cache.watch(getUser));
    const signal = TestBed.runInInjectionContext(() => timed.cache.resource(getUser).snapshot);
    expect([second.last!.status, signal().status]).toEqual(['loading', 'loading']);
    timed.clock.pass(1_000);
    expect([first.last!.name, timed.requestCount]).toEqual(['Ada', 3]);
    expect([second.last!.status, signal().status]).toEqual(['resolved', 'resolved']);
  });

  it('is not retried if the request itself is wrong, or the endpoint forbids it', () => {
    const timed = new Timed(withRetry({ delay: 10 }));
    watch(timed.cache.fetch(timed.failing({}, { status: 404 })));
    watch(timed.cache.fetch(timed.failing({ retry: retries({ count: 0 }) })));
    watch(timed.cache.fetch(timed.failing({ retry: retries({ when: () => false }) })));
    timed.clock.pass(1_000);
    expect(timed.requestCount).toBe(3);
  });

  it('is not retried after the subscriber left', () => {
    const timed = new Timed(withRetry({ delay: 10 }));
    const { subscription } = watch(timed.cache.fetch(timed.failing()));
    subscription.unsubscribe();
    timed.clock.pass(100_000);
    expect([timed.requestCount, timed.clock.pendingTimers]).toEqual([1, 0]);
  });

  it('is not retried without the option, and a mutation never is', () => {
    const without = new Timed();
    watch(without.cache.fetch(without.failing()));
    without.clock.pass(100_000);
    expect(without.requestCount).toBe(1);
    const timed = new Timed(withRetry());
    watch(timed.cache.fetch(timed.failing({ sideEffect: true })));
    timed.clock.pass(100_000);
    expect(timed.requestCount).toBe(1);
  });

  it('is not retried after clear(), whether it failed before or would fail after it', () => {
    const timed = new Timed(withRetry({ delay: 10 }));
    const { endpoint, requests } = timed.pending();
    const before = watch(timed.cache.fetch(timed.failing()));
    const after = watch(timed.cache.fetch(endpoint));
    timed.cache.clear();
    requests[0].error('down');
    timed.clock.pass(100_000);
    const codes = [before, after].map(({ errors }) => (errors[0] as CacheError | undefined)?.code);
    expect([timed.requestCount, codes, timed.clock.pendingTimers]).toEqual([
      2,
      [undefined, undefined],
      0,
    ]);
  });
});

describe('F3 Retry-After', () => {
  const getUser = new RestEndpoint({ path: '/user', schema: User });

  for (const [name, of] of [
    ['seconds', () => '7'],
    ['a date', (now: number) => new Date(now + 7_000).toUTCString()],
  ] as const) {
    it(`is respected as ${name}, by the clock of the cache`, () => {
      const clock = new FakeClock();
      TestBed.configureTestingModule({
        providers: [
          provideHttpClient(),
          provideHttpClientTesting(),
          provideCache(withClock(clock), withRetry({ delay: 10 })),
        ],
      });
      const http = TestBed.inject(HttpTestingController);
      const seen = watch(TestBed.inject(CacheService).fetch(getUser));
      const headers = { 'retry-after': of(clock.now()) };
      http.expectOne('/user').flush('', { status: 503, statusText: 'Busy', headers });
      clock.pass(6_999);
      http.expectNone('/user');
      clock.pass(1);
      http.expectOne('/user').flush({ id: 'a', name: 'Ada' });
      expect(seen.last?.name).toBe('Ada');
    });
  }
});
