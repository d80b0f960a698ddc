import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema, type SchemaLike } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('W3 literals are defaults for fields that a response lacks', () => {
  let cache: CacheService;
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideCache()] });
    cache = TestBed.inject(CacheService);
  });
  const value = <S extends SchemaLike>(shape: S, response: unknown) =>
    fetchOnce(cache, shape, response).value as unknown;

  it('even in objects that are missing as a whole', () => {
    const page = { data: [User], total: 0, page: { size: 20, sort: { by: 'name' } } };
    expect(value(page, { data: [] })).toEqual({
      data: [],
      total: 0,
      page: { size: 20, sort: { by: 'name' } },
    });
    expect(value(page, { data: [], page: { size: 5 } })).toEqual({
      data: [],
      total: 0,
      page: { size: 5, sort: { by: 'name' } },
    });
    expect(value(page, { data: [], page: null })).toEqual({ data: [], total: 0, page: null });
  });

  it('even if the object is a schema.Object, an item or a value', () => {
    const page = new schema.Object({ size: 20 });
    expect(value({ total: 0, page }, {})).toEqual({ total: 0, page: { size: 20 } });
    expect(value([{ page: { size: 20 } }], [{}])).toEqual([{ page: { size: 20 } }]);
    expect(value(new schema.Values({ page }), { a: {} })).toEqual({ a: { page: { size: 20 } } });
  });

  it('but an object without literals stays missing', () => {
    const shape = { total: 0, owner: { user: User, at: Date }, list: [{ size: 1 }], none: {} };
    expect(value(shape, {})).toEqual({ total: 0 });
    cache.set(User, { id: 'a' });
    const user = { user: User };
    const { served } = fetchOnce(cache, user, { user: { id: 'a' } });
    cache.delete(User, 'a');
    expect(cache.get(served.endpoint)).toEqual({ user: undefined } as never);
  });

  it('and an All in a missing object is the list of its type', () => {
    cache.set(User, { id: 'a' });
    const shape = { total: 0, more: { users: allUsers } };
    expect(value(shape, { total: 1 })).toEqual({
      total: 1,
      more: { users: [cache.get(User, 'a')] },
    });
  });

  it('and a schema that contains itself is filled one level deep', () => {
    const tree = new schema.Object({ note: '-' } as Record<string, SchemaLike>);
    tree.define({ next: tree, left: { node: tree, depth: 1 } });
    expect(value(tree, {})).toEqual({ note: '-', left: { depth: 1 } });
    expect(value(tree, { next: {} })).toEqual({
      note: '-',
      next: { note: '-', left: { depth: 1 } },
      left: { depth: 1 },
    });
  });

  it('and an entity uses the defaults of its class instead', () => {
    class Doc extends Entity {
      readonly id: number = 0;
      readonly meta: { readonly words: number; readonly page: { readonly size: number } } = {
        words: 5,
        page: { size: 5 },
      };
      static override readonly schema = { meta: { words: 1, page: { size: 1 } } };
    }
    cache.set(Doc, { id: 1 });
    expect(cache.get(Doc, 1)?.meta).toEqual({ words: 5, page: { size: 5 } });
    cache.set(Doc, { id: 1, meta: { words: 2 } });
    expect(cache.get(Doc, 1)?.meta).toEqual({ words: 2, page: { size: 1 } });
  });

  it('R8: filled values are identical while nothing changes', () => {
    const served = new Served({ users: [User], page: { size: 20 } });
    watch(cache.fetch(served.endpoint));
    served.respond({ users: [{ id: 'a', name: 'Ada' }] });
    const seen = watch(cache.select(served.endpoint));
    cache.set(User, { id: 'a', name: 'Bea' });
    expect(seen.values.length).toBe(2);
    expect(seen.values[1]?.page).toEqual({ size: 20 });
    expect(seen.values[1]?.page).toBe(seen.values[0]!.page);
  });
});
