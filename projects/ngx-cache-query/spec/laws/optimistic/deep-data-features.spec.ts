import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  optimistic,
  provideCache,
} from 'ngx-cache-query';
import { type CacheHandle, withExtension, writeRows } from 'ngx-cache-query/extensions';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class Doc extends Entity {
  readonly id: number = 0;
  readonly meta: object = {};
  static override readonly key: string = 'DeepDoc';
}

/** An object that contains itself. */
const cyclic = (): object => {
  const data: { self?: object } = {};
  data.self = data;
  return data;
};

describe('W5 data that contains itself', () => {
  let cache: CacheService;
  let handle: CacheHandle;
  beforeEach(() => {
    const onInit = (given: CacheHandle) => (handle = given);
    TestBed.configureTestingModule({
      providers: [provideCache(withExtension(() => ({ onInit })))],
    });
    cache = TestBed.inject(CacheService);
  });

  it('is refused as an optimistic response', () => {
    const data = cyclic();
    const hopeful = new Endpoint({
      name: 'hopeful',
      sideEffect: true,
      load: () => of({ id: 1 }),
      schema: Doc,
      optimistic: () => optimistic({ id: 1, meta: data }),
    });
    const [expected] = watch(cache.fetch(hopeful)).errors as [CacheError];
    expect([expected.code, expected.source, expected.path]).toEqual([
      'NCQ1008',
      'hopeful (optimistic)',
      'meta',
    ]);
  });

  it('is refused in a list', () => {
    const load = () => of([{ id: 2, meta: cyclic() }]);
    const docs = new Collection([Doc]);
    const list = new Endpoint({ name: 'GET /it', load, schema: docs });
    const [error] = watch(cache.fetch(list)).errors as [CacheError];
    expect([error.code, error.source, error.path]).toEqual(['NCQ1008', 'GET /it', '[0].meta']);
    expect([cache.get(list), cache.get(Doc, 2)]).toEqual([undefined, undefined]);
    let deep = {};
    for (let i = 0; i < 5_000; i++) deep = { deep };
    expect(thrownBy(() => cache.get(docs, deep)).code).toBe('NCQ1008');
  });

  it('is refused in restore', () => {
    const row = { table: 'DeepDoc', pk: '5', fields: { id: 5, meta: cyclic() } };
    cache.set(Doc, { id: 4 });
    expect(thrownBy(() => writeRows(handle, [row])).code).toBe('NCQ1008');
    expect(cache.get(Doc, 5)).toBeUndefined();
  });
});
