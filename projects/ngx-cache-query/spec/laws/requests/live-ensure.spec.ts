import type { HttpTestingController } from '@angular/common/http/testing';
import type { CacheService } from 'ngx-cache-query';
import { names } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;
const MINUTE = 60_000;

describe('F5 ensure', () => {
  beforeEach(() => {
    jasmine
      .clock()
      .install()
      .mockDate(new Date(2026, 0, 1));
    ({ cache, http } = setUpRest());
  });
  afterEach(() => jasmine.clock().uninstall());

  it('requests what was never loaded, then returns it from the cache while it is fresh', () => {
    const first = watch(cache.ensure(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect([names(first.last), first.completed]).toEqual([['Ada'], true]);
    jasmine.clock().tick(MINUTE - 1);
    const again = watch(cache.ensure(getUsers));
    http.expectNone('/users');
    expect([again.values.length, again.completed]).toEqual([1, true]);
    jasmine.clock().tick(1);
    watch(cache.ensure(getUsers));
    http.expectOne('/users').flush([]);
  });

  it('does not treat a list as loaded because another endpoint stored an entity', () => {
    cache.fetch(getUser, { id: 'a' }).subscribe();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    expect(names(cache.get(getUsers))).toEqual(['Ada']);
  });

  it('treats an empty list as loaded', () => {
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    expect(watch(cache.ensure(getUsers)).values).toEqual([[]]);
    http.verify();
  });

  it('uses the expiry of the endpoint', () => {
    const short = getUsers.extend({ staleTime: 10 });
    cache.ensure(short).subscribe();
    http.expectOne('/users').flush([]);
    jasmine.clock().tick(10);
    cache.ensure(short).subscribe();
    http.expectOne('/users').flush([]);
  });

  it('requests again after refetch and after reset', () => {
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    for (const expire of [() => cache.refetch(getUsers), () => cache.reset(getUsers)]) {
      expire();
      cache.ensure(getUsers).subscribe();
      http.expectOne('/users').flush([]);
    }
    http.verify();
  });
});
