import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { PLATFORM_ID } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { RestError } from 'ngx-cache-query/rest';
import { CacheService, type EndpointState, schema } from 'ngx-cache-query';
import { names, User } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;
const MINUTE = 60_000;

describe('F1 state', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));
  const brief = ({ status, data, isFetching, isStale }: EndpointState<User[]>) => [
    status,
    names(data),
    isFetching,
    isStale,
  ];

  it('shows pending, success, refetching, error and success again', () => {
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.refetch(getUsers);
    http.expectOne('/users').flush('down', { status: 503, statusText: 'no' });
    cache.refetch(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(seen.values.map(brief)).toEqual([
      ['pending', undefined, true, true],
      ['success', ['Ada'], false, false],
      ['success', ['Ada'], true, true],
      ['error', ['Ada'], false, true],
      ['success', ['Ada'], true, true],
      ['success', ['Adele'], false, false],
    ]);
    expect((seen.values[3].error as RestError).status).toBe(503);
    expect(seen.errors).toEqual([]);
  });

  it('is never idle between a failure and the next request', () => {
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush('down', { status: 503, statusText: 'no' });
    cache.refetch(getUsers);
    expect(seen.values.map(({ status }) => status)).toEqual(['pending', 'error', 'pending']);
  });

  it('is pending, without data, after a reset of the endpoint', () => {
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    void cache.reset(getUsers);
    expect(seen.values.map(brief).at(-1)).toEqual(['pending', undefined, true, true]);
    expect(names(cache.get(new schema.All(User)))).toEqual(['Ada']);
  });

  it('is idle with a sole null, and after clear()', () => {
    expect(watch(cache.state(getUser, null)).last?.status).toBe('idle');
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.clear();
    expect([seen.last?.status, seen.last?.data]).toEqual(['idle', undefined]);
  });

  it('does not count a request from before clear(), which is aborted', () => {
    cache.fetch(getUsers).subscribe({ error: () => undefined });
    cache.clear();
    const seen = watch(cache.state(getUsers));
    const [before, since] = http.match('/users');
    expect([before.cancelled, since.cancelled]).toEqual([true, false]);
    since.flush([{ id: 'a', name: 'Ada' }]);
    expect(seen.values.map(brief).at(-1)).toEqual(['success', ['Ada'], false, false]);
    cache.refetch(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(seen.values.map(brief).at(-1)).toEqual(['success', ['Adele'], false, false]);
  });

  it('emits when the data becomes stale by itself', () => {
    jasmine
      .clock()
      .install()
      .mockDate(new Date(2026, 0, 1));
    const seen = watch(cache.state(getUsers));
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
    const seen = watch(cache.state(getUsers));
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
    const seen = watch(TestBed.inject(CacheService).state(getUsers));
    TestBed.inject(HttpTestingController).expectOne('/users').flush([]);
    expect(seen.last?.status).toBe('success');
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 100)).toEqual([]);
  });
});
