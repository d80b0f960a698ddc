import type { HttpTestingController } from '@angular/common/http/testing';
import { EMPTY, of, retry, throwError } from 'rxjs';
import {
  type CacheError,
  type CacheService,
  Endpoint,
  RestEndpoint,
  type RestError,
  toValues,
  withExpiry,
} from 'ngx-cache-query';
import { names, User } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;

describe('F1 watch', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('emits nothing before a first result, and is kept up to date afterwards', () => {
    const seen = watch(cache.watch(getUsers).pipe(toValues()));
    expect(seen.values).toEqual([]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.set(User, { id: 'b', name: 'Bo' });
    expect(seen.values.map(names)).toEqual([['Ada'], ['Ada', 'Bo']]);
  });

  it('shares its request with fetch, and with other subscribers', () => {
    const seen = [
      watch(cache.watch(getUsers).pipe(toValues())),
      watch(cache.watch(getUsers).pipe(toValues())),
      watch(cache.fetch(getUsers)),
    ];
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(seen.map(({ values }) => values.length)).toEqual([1, 1, 1]);
    expect(seen[0].last).toBe(seen[1].last);
  });

  it('aborts when the last subscriber leaves before the response', () => {
    const seen = [
      watch(cache.watch(getUsers).pipe(toValues())),
      watch(cache.watch(getUsers).pipe(toValues())),
    ];
    const request = http.expectOne('/users');
    seen[0].subscription.unsubscribe();
    expect(request.cancelled).toBeFalse();
    seen[1].subscription.unsubscribe();
    expect(request.cancelled).toBeTrue();
  });

  it('refetches once at refetch and at reset, and keeps what it emitted until the response arrives', () => {
    const seen = [
      watch(cache.watch(getUsers).pipe(toValues())),
      watch(cache.watch(getUsers).pipe(toValues())),
    ];
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.refetch(getUsers);
    expect(names(seen[0].last)).toEqual(['Ada']);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    cache.reset(getUsers);
    expect(names(seen[0].last)).toEqual(['Adele']);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ad' }]);
    expect(seen.map(({ values }) => values.map(names))).toEqual([
      [['Ada'], ['Adele'], ['Ad']],
      [['Ada'], ['Adele'], ['Ad']],
    ]);
    http.verify();
  });

  it('errors without data, and continues with data', () => {
    const nothing = watch(cache.watch(getUsers).pipe(toValues()));
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect((nothing.errors[0] as RestError).status).toBe(500);
    cache.refetch(getUsers);
    const seen = watch(cache.watch(getUsers).pipe(toValues()));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.refetch(getUsers);
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect([seen.errors.length, names(seen.last)]).toEqual([0, ['Ada']]);
    http.verify();
    cache.refetch(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(names(seen.last)).toEqual(['Adele']);
  });

  it('continues with stale data when its request fails at once', () => {
    let isDown = false;
    const load = () =>
      isDown ? throwError(() => new Error('down')) : of([{ id: 'a', name: 'Ada' }]);
    const users = new Endpoint({ load, schema: [User] });
    cache.fetch(users).subscribe();
    cache.refetch(users);
    isDown = true;
    const seen = watch(cache.watch(users).pipe(toValues()));
    expect([seen.errors, seen.values.map(names)]).toEqual([[], [['Ada']]]);
  });

  it('does nothing with a sole null', () => {
    const seen = watch(cache.watch(getUser, null).pipe(toValues()));
    expect([seen.values, seen.completed]).toEqual([[], false]);
    http.verify();
  });

  it('works with an endpoint that responds synchronously', () => {
    const now = new Endpoint({ load: () => of([{ id: 'a', name: 'Ada' }]), schema: [User] });
    expect(watch(cache.watch(now).pipe(toValues())).values.map(names)).toEqual([['Ada']]);
  });

  it('emits nothing, then errors, when the entity of the response was deleted meanwhile', () => {
    cache.fetch(getUser, { id: 'a' }).subscribe();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.delete(User, 'a');
    const seen = watch(cache.watch(getUser, { id: 'a' }).pipe(toValues()));
    expect([seen.values, seen.errors]).toEqual([[], []]);
    http.expectOne('/users/a').flush('none', { status: 404, statusText: 'Not Found' });
    expect([seen.values, (seen.errors[0] as RestError).status]).toEqual([[], 404]);
  });

  it('errors when its entity is deleted and the refetch fails', () => {
    const seen = watch(cache.watch(getUser, { id: 'a' }).pipe(toValues()));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.delete(User, 'a');
    http.expectOne('/users/a').flush('none', { status: 404, statusText: 'Not Found' });
    expect([seen.values.length, (seen.errors[0] as RestError).status]).toEqual([1, 404]);
  });

  it('requests nothing after clear()', () => {
    const seen = watch(cache.watch(getUsers).pipe(toValues()));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.clear();
    http.verify();
    expect(seen.completed).toBeFalse();
  });
});

describe('F1 watch, called again', () => {
  beforeEach(() => ({ cache, http } = setUpRest(withExpiry({ errorStaleTime: 0 }))));

  it('waits for its own request after a failure, even in the error handler', () => {
    let second: ReturnType<typeof watch<User[]>> | undefined;
    cache
      .watch(getUsers)
      .pipe(toValues())
      .subscribe({ error: () => (second = watch(cache.watch(getUsers).pipe(toValues()))) });
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect(second?.errors).toEqual([]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(names(second?.last)).toEqual(['Ada']);
  });

  it('sends one request per retry, and emits the response', () => {
    const seen = watch(cache.watch(getUsers).pipe(toValues()).pipe(retry(2)));
    for (const status of [500, 503]) {
      http.expectOne('/users').flush('down', { status, statusText: 'no' });
    }
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect([seen.errors.length, names(seen.last)]).toEqual([0, ['Ada']]);
    http.verify();
  });

  it('tracks requests that a failed batch sent', () => {
    const failing = () =>
      cache.batch(() => {
        cache.fetch(getUsers).subscribe();
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    http.expectOne('/users').flush([]);
    const seen = watch(cache.watch(getUsers));
    expect(seen.last?.isFetching).toBeFalse();
    cache.refetch(getUsers);
    expect(seen.last?.isFetching).toBeTrue();
    http.expectOne('/users').flush([]);
    expect(seen.last?.isFetching).toBeFalse();
  });

  it('refuses an endpoint with side effects', () => {
    const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
    for (const read of [
      cache.watch(remove, { id: 1 }).pipe(toValues()),
      cache.watch(remove, { id: 1 }),
    ]) {
      expect((watch<unknown>(read).errors[0] as CacheError).code).toBe('NCQ4003');
    }
    http.verify();
  });

  it('accepts a response that never expires', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    watch(cache.watch(getUsers.extend({ staleTime: Infinity })));
    http.expectOne('/users').flush([]);
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 2 ** 31)).toEqual([]);
  });
});

describe('F1 a refetch without a response', () => {
  it('is not repeated endlessly', () => {
    const { cache } = setUpRest();
    let loads = 0;
    const once = new Endpoint({ load: () => (++loads === 1 ? of([]) : EMPTY), schema: [User] });
    const seen = watch(cache.watch(once).pipe(toValues()));
    cache.refetch(once);
    expect([loads, seen.values, seen.completed]).toEqual([2, [[]], false]);
  });

  it('is repeated if the response was refetched or reset meanwhile', () => {
    const { cache } = setUpRest();
    for (const method of ['refetch', 'reset'] as const) {
      const users = new Served([User]);
      watch(cache.watch(users.endpoint).pipe(toValues()));
      cache[method](users.endpoint);
      users.requests[0].complete();
      expect(users.requests.length).toBe(2);
      users.requests[1].complete();
      expect(users.requests.length).toBe(2);
    }
  });
});
