import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Endpoint,
  Entity,
  schema,
  type SchemaLike,
} from 'ngx-cache-query';
import { fetchOnce } from '../../support/served';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class Item extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}

describe('W5 a response in another envelope than the schema describes', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const errorOf = (shape: SchemaLike, response: unknown): CacheError => {
    const endpoint = new Endpoint({ name: 'getItems', load: () => of(response), schema: shape });
    return watch(cache.fetch(endpoint)).errors[0] as CacheError;
  };

  it('is refused, and the error names the envelope', () => {
    for (const shape of [{ items: [Item], total: 0 }, new schema.Object({ items: [Item] })]) {
      const error = errorOf(shape, { data: [{ id: 1 }] });
      expect([error.code, error.path]).toEqual(['NCQ1001', '']);
      expect(error.message).toContain('found an object with data');
      expect(error.message).toContain('This looks like an envelope');
      expect(error.message).toContain('{ data: … }');
    }
    expect(cache.get(new schema.All(Item))).toBeUndefined();
  });

  it('is refused where an entity is expected, and the advice is not to override pk()', () => {
    const error = errorOf(Item, { data: { id: 1, title: 'x' } });
    expect(error.code).toBe('NCQ1004');
    expect(error.message).toContain('Write the schema as { data: Item }');
    expect(error.message).not.toContain('override pk()');
    expect(thrownBy(() => cache.set([Item], [{ name: 'x' }])).message).toContain('override pk()');
  });

  it('is refused where a list is expected', () => {
    const error = errorOf([Item], { results: [{ id: 1 }] });
    expect(error.code).toBe('NCQ1001');
    expect(error.message).toContain('{ results: … }');
  });

  it('is accepted if it has a field of the schema, is empty, or contains no objects', () => {
    const shape = { items: [Item], total: 0 };
    for (const response of [{ total: 2, data: [] }, {}, { ok: true }]) {
      expect(errorOf(shape, response)).toBeUndefined();
    }
    cache.set([{ best: Item }], [{ rank: 1 }]);
  });
});

describe('W3 the literal null in a schema', () => {
  it('is the value of a missing field', () => {
    const cache = TestBed.inject(CacheService);
    const { value } = fetchOnce(cache, { first: null, items: [Item] }, { items: [] });
    expect(value).toEqual({ first: null, items: [] } as never);
  });
});
