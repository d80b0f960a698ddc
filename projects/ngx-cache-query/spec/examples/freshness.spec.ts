// The examples in docs/guides/freshness.md. The guide shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  type Clock,
  Entity,
  provideCache,
  RestEndpoint,
  retries,
  systemClock,
  toValues,
  withClock,
  withExpiry,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRetention,
  withRetry,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { arrive } from '../support/retained';
import { watch } from '../support/watch';

// #region todo
class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
}
// #endregion

// #region expiry
const cacheProviders = [provideCache(withExpiry({ staleTime: 5 * 60_000 }))];

const getTodos = new RestEndpoint({ path: '/todos', schema: [Todo], staleTime: 10_000 });

class Price extends Entity {
  static override readonly key: string = 'Price';
  readonly id: number = 0;
  readonly validUntil: string = '';
  static override expiresAt(row: { readonly validUntil?: string }) {
    return row.validUntil === undefined ? undefined : Date.parse(row.validUntil);
  }
}
// #endregion

// #region refetch
const refetching = provideCache(withRefetchOnFocus(), withRefetchOnReconnect());
// #endregion

// #region poll
class Job extends Entity {
  static override readonly key: string = 'Job';
  readonly id: number = 0;
  readonly percent: number = 0;
}
const getJobs = new RestEndpoint({ path: '/jobs', schema: [Job], pollInterval: 5_000 });

@Component({
  selector: 'app-jobs',
  template: `
    @if (jobs.hasValue()) {
      @for (job of jobs.value(); track job.id) {
        <progress max="100" [value]="job.percent" [attr.aria-label]="'Job ' + job.id"></progress>
      }
    }
    @if (jobs.error() ?? jobs.refreshError()) {
      <p role="alert">The progress could not be updated.</p>
    }
  `,
})
class Jobs {
  protected readonly jobs = inject(CacheService).resource(getJobs); // polls while the component exists
}
// #endregion

// #region poll-often
const getJobsOften = getJobs.polled(1_000); // shares requests and responses with getJobs
// #endregion

// #region retry
const retrying = provideCache(withRetry({ count: 5, delay: 500 }));

const getQuote = new RestEndpoint({ path: '/quote', retry: retries({ count: 0 }) }); // is not retried
// #endregion

// #region retention
class Draft extends Entity {
  static override readonly key: string = 'Draft';
  readonly id: string = '';
  readonly text: string = '';
}

const released = provideCache(withRetention({ time: 10 * 60_000, maxRows: 50_000, keep: [Draft] }));
// #endregion

// #region clock
class TestClock implements Clock {
  #time = 0;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#time + milliseconds, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((each) => each !== timer));
  }

  pass(milliseconds: number): void {
    this.#time += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { run } of due) run();
  }
}
// #endregion

hydrateComponents([Jobs]);

describe('the examples of docstrings about freshness', () => {
  it('compile', () => {
    const serverOffset = 5_000;
    // #region system-clock
    const serverClock: Clock = { ...systemClock, now: () => Date.now() + serverOffset };
    // #endregion
    const withServerTime = provideCache(withClock(serverClock));
    expect(withServerTime).toBeDefined();
    expect(serverClock.now()).toBeGreaterThan(Date.now() + 4_000);
    const more = [
      provideCache(withExpiry({ staleTime: 10_000 })),
      provideCache(withRetention({ time: 10 * 60_000, maxRows: 50_000 })),
      // #region with-retry
      provideCache(withRetry({ count: 5 })),
      // #endregion
      provideCache(withRefetchOnFocus(), withRefetchOnReconnect()),
    ];
    expect(more).not.toContain(undefined as never);
  });
});

describe('the guide to freshness', () => {
  it('has a working example of retention', () => {
    const clock = new TestClock();
    TestBed.configureTestingModule({ providers: [released, provideCache(withClock(clock))] });
    const cache = TestBed.inject(CacheService);
    arrive(cache, Todo, { id: 1 });
    cache.set(Draft, { id: 'd', text: 'unsent' });
    for (let minutes = 0; minutes < 20; minutes++) clock.pass(60_000);
    expect(cache.get(Draft, 'd')?.text).toBe('unsent');
    expect(cache.get(Todo, 1)).toBeUndefined();
  });

  it('has a working example of a component that polls', async () => {
    const clock = new TestClock();
    TestBed.configureTestingModule({
      providers: [provideHttpClientTesting(), provideCache(withClock(clock))],
    });
    const http = TestBed.inject(HttpTestingController);
    const fixture = TestBed.createComponent(Jobs);
    const page = fixture.nativeElement as HTMLElement;
    fixture.detectChanges();
    http.expectOne('/jobs').flush([{ id: 1, percent: 20 }]);
    await fixture.whenStable();
    expect(page.querySelector('progress')!.value).toBe(20);
    clock.pass(5_000);
    http.expectOne('/jobs').flush([{ id: 1, percent: 60 }]);
    await fixture.whenStable();
    expect(page.querySelector('progress')!.value).toBe(60);
    fixture.destroy();
    clock.pass(5_000);
    http.expectNone('/jobs');
  });

  it('has working examples', () => {
    const clock = new TestClock();
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        [cacheProviders, refetching, retrying],
        provideCache(withClock(clock), withRetry({ delay: 100 })),
      ],
    });
    const cache = TestBed.inject(CacheService);
    const http = TestBed.inject(HttpTestingController);
    const jobs = watch(cache.watch(getJobs).pipe(toValues()));
    http.expectOne('/jobs').flush([{ id: 1 }]);
    clock.pass(5_000);
    http.expectOne('/jobs').flush([{ id: 1 }, { id: 2 }]);
    expect(jobs.last?.length).toBe(2);
    const shown: (number | undefined)[] = [];
    const show = (count: number | undefined) => shown.push(count);
    // #region polled
    cache.watch(getJobs.polled(2_000)).subscribe(({ value }) => show(value?.length));
    // #endregion
    const often = watch(cache.watch(getJobsOften).pipe(toValues()));
    clock.pass(1_000);
    http.expectOne('/jobs').flush([]);
    expect([shown, often.last]).toEqual([[2, 2, 0], []]);
    often.subscription.unsubscribe();
    const broken = { status: 503, statusText: 'Busy', headers: { 'retry-after': '7' } };
    watch(cache.fetch(getTodos));
    http.expectOne('/todos').flush('no', broken);
    clock.pass(6_999);
    http.expectNone('/todos');
    clock.pass(1);
    http.expectOne('/todos').flush([]);
    const quote = watch(cache.fetch(getQuote));
    http.expectOne('/quote').flush('no', broken);
    expect(quote.errors.length).toBe(1);
    cache.set(Price, { id: 1, validUntil: '2030-01-01' });
    expect(Price.expiresAt({ validUntil: '2030-01-01' })).toBe(Date.UTC(2030, 0, 1));
  });
});
