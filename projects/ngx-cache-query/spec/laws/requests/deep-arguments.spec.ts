import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { type CacheError, CacheService, Endpoint, Query } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { allUsers, User } from '../../support/models';
import { watch } from '../../support/watch';

const nested = (wrap: (inner: object) => object): object => {
  let data: object = {};
  for (let i = 0; i < 5_000; i++) data = wrap(data);
  return data;
};
class Keyed extends Query<typeof allUsers, [filter: object], number> {
  override key() {
    return 'one';
  }
}

describe('R6 arguments that are nested too deeply', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 'a' }]);
  });
  const getCount = new Endpoint({ name: 'getCount', load: (_filter: object) => of(1) });
  const addOne = new Endpoint({ name: 'addOne', sideEffect: true, load: (_: object) => of(1) });

  it('are an error with a code for endpoints, and for a Query whose key ignores them', () => {
    const keyed = new Keyed(allUsers, (users) => users.length);
    for (const deep of [nested((inner) => ({ inner })), nested((inner) => [inner])]) {
      expect(thrownBy(() => cache.get(keyed, deep)).code).toBe('NCQ1008');
      expect((watch(cache.select(keyed, deep)).errors[0] as CacheError).code).toBe('NCQ1008');
      for (const endpoint of [getCount, addOne]) {
        const error = watch(cache.fetch(endpoint, deep)).errors[0] as CacheError;
        expect([error.code, error.source, error.path]).toEqual([
          'NCQ1008',
          endpoint.name,
          'arguments',
        ]);
        expect(error.message).toContain(`${endpoint.name}: at arguments`);
      }
    }
  });
});
