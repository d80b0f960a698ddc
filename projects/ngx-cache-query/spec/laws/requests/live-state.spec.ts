import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { PLATFORM_ID } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, type CacheSnapshot, schema } from 'ngx-cache-query';
import { names, User } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;
const MINUTE = 60_000;

describe('F1 state', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));
  const brief = ({ status, value, isFetching, isStale }: CacheSnapshot<User[]>) => [
    status,
    names(value),
    isFetching,
    isStale,
  ];

  it('shows the first request, a value, a reload, its failure and a new value', () => {
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.refetch(getUsers);
    http.expectOne('/users').flush('down', { status: 503, statusText: 'no' });
    cache.refetch(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(seen.values.map(brief)).toEqual([
      ['loading', undefined, true, true],
      ['resolved', ['Ada'], false, false],
      ['reloading', ['Ada'], true, true],
      ['resolved', ['Ada'], false, true],
      ['reloading', ['Ada'], true, true],
      ['resolved', ['Adele'], false, false],
    ]);
    expect(seen.values[3].refreshError?.status).toBe(503);
    expect(seen.errors).toEqual([]);
  });

  it('is not reloading because of a refetch whose subscribers have left', () => {
    const first = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.refetch(getUsers);
    watch(cache.fetch(getUsers));
    first.subscription.unsubscribe();
    cache.refetch(getUsers);
    watch(cache.fetch(getUsers));
    const seen = watch(cache.watch(getUsers));
    expect(seen.values.map(brief)).toEqual([['resolved', ['Ada'], true, true]]);
    expect(http.match('/users').length).toBe(2);
  });

  it('is never idle between a failure and the next request', () => {
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush('down', { status: 503, statusText: 'no' });
    cache.refetch(getUsers);
    expect(seen.values.map(({ status }) => status)).toEqual(['loading', 'error', 'loading']);
  });

  it('is loading, without a value, after a reset of the endpoint', () => {
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    void cache.reset(getUsers);
    expect(seen.values.map(brief).at(-1)).toEqual(['loading', undefined, true, true]);
    expect(names(cache.get(new schema.All(User)))).toEqual(['Ada']);
  });

  it('is idle with a sole null, and after clear()', () => {
    expect(watch(cache.watch(getUser, null)).last?.status).toBe('idle');
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.clear();
    expect([seen.last?.status, seen.last?.value]).toEqual(['idle', undefined]);
  });

  it('does not count a request from before clear(), which is aborted', () => {
    cache.fetch(getUsers).subscribe({ error: () => undefined });
    cache.clear();
    const seen = watch(cache.watch(getUsers));
    const [before, since] = http.match('/users');
    expect([before.cancelled, since.cancelled]).toEqual([true, false]);
    since.flush([{ id: 'a', name: 'Ada' }]);
    expect(seen.values.map(brief).at(-1)).toEqual(['resolved', ['Ada'], false, false]);
    cache.refetch(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(seen.values.map(brief).at(-1)).toEqual(['resolved', ['Adele'], false, false]);
  });

  it('emits when the data becomes stale by itself', () => {
    jasmine
      .clock()
      .install()
      .mockDate(new Date(2026, 0, 1));
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([]);
    jasmine.clock().tick(MINUTE - 1);
    expect(seen.last?.isStale).toBeFalse();
    jasmine.clock().tick(1);
    expect(seen.last?.isStale).toBeTrue();
    http.verify();
    jasmine.clock().uninstall();
  });

  it('keeps no timer without subscribers', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    const clear = spyOn(window, 'clearTimeout').and.callThrough();
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([]);
    const timers = set.calls.count();
    seen.subscription.unsubscribe();
    expect(timers).toBeGreaterThan(0);
    expect(clear.calls.count()).toBeGreaterThanOrEqual(1);
  });
});

describe('F7 active queries on a server', () => {
  it('start no timer', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: PLATFORM_ID, useValue: 'server' },
      ],
    });
    const seen = watch(TestBed.inject(CacheService).watch(getUsers));
    TestBed.inject(HttpTestingController).expectOne('/users').flush([]);
    expect(seen.last?.status).toBe('resolved');
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 100)).toEqual([]);
  });
});
