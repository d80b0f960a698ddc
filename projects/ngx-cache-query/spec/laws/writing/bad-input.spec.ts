import { of } from 'rxjs';
import {
  CacheError,
  type CacheService,
  Endpoint,
  Entity,
  Query,
  type SchemaLike,
  schema,
} from 'ngx-cache-query';
import { setUpInspected } from 'ngx-cache-query-internals';
import type { TableContents } from '../../support/inspection';
import { thrownBy } from '../../support/error-log';
import { malformed, mapping, Nest } from '../../support/malformed';
import { allTodos, allUsers, feed, User } from '../../support/models';
import { watch } from '../../support/watch';

describe('W5 bad input', () => {
  let cache: CacheService;
  let contents: () => TableContents[];
  beforeEach(() => {
    ({ cache, contents } = setUpInspected());
    cache.set([User], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    cache.set(feed, [{ id: 1, type: 'link' }]);
  });

  for (const [name, [shape, bad]] of Object.entries(malformed)) {
    it(`is refused with its path, and the cache keeps working: ${name}`, () => {
      const views = [
        watch(cache.select(allUsers)),
        watch(cache.select(allTodos)),
        watch(cache.select(User, 'z')),
        watch(cache.select(feed)),
        watch(cache.select(new schema.All(Nest))),
        watch(cache.select(new Query({ allUsers, allTodos }))),
      ];
      expect(bad.length).toBeGreaterThan(0);
      const before = contents();
      for (const [input, code, path, part] of bad) {
        const cacheHandle = JSON.stringify(input) ?? 'undefined';
        const endpoint = new Endpoint({ name: 'GET /it', load: () => of(input), schema: shape });
        const fetched = watch(cache.fetch(endpoint));
        const error = fetched.errors[0] as CacheError;
        expect(error).withContext(cacheHandle).toBeInstanceOf(CacheError);
        expect([error.code, error.path])
          .withContext(cacheHandle)
          .toEqual([code as never, path]);
        expect(error.source).toBe('GET /it');
        expect(error.message).toContain('GET /it');
        expect(error.message).withContext(cacheHandle).toContain(part);
        expect(error.message).withContext(cacheHandle).toContain(path);
        expect(fetched.values).toEqual([]);
        expect(cache.get(endpoint)).withContext(cacheHandle).toBeUndefined();
        const thrown = thrownBy(() => cache.set(shape as [typeof User], input));
        expect([thrown.code, thrown.path])
          .withContext(cacheHandle)
          .toEqual([code as never, path]);
        expect(contents()).withContext(cacheHandle).toEqual(before);
      }
      expect(views.map((view) => view.values.length)).toEqual([1, 1, 1, 1, 1, 1]);
      cache.set(Nest, { id: 'n', users: [{ id: 'z' }] });
      expect(views[0].values.length).toBe(2);
      expect(views[2].last).toBe(cache.get(Nest, 'n')?.users[0]);
    });
  }

  it('causes an error that states what was expected', () => {
    const expected: [SchemaLike, unknown, string][] = [
      [User, 5, 'expected an object with the fields of User'],
      [[User], 5, 'expected an array'],
      [allUsers, {}, 'expected an array'],
      [new schema.Values(User), [], 'expected an object of values'],
      [{ user: User, total: 0 }, [], 'expected an object with user, total'],
      [new schema.Union(mapping, 'type'), 5, 'expected an object with the fields of link or post'],
    ];
    for (const [shape, input, part] of expected) {
      expect(thrownBy(() => cache.set(shape as [typeof User], input)).message).toContain(part);
    }
  });

  it('that is nested too deeply is refused, and the maximum depth is accepted', () => {
    class Link_ extends Entity {
      readonly id: number = 0;
      readonly next: Link_ | null = null;
      static override readonly schema: Record<string, never> = {};
    }
    Object.assign(Link_.schema, { next: Link_ });
    const chain = (length: number) => {
      let row: object = { id: length };
      for (let id = length - 1; id > 0; id--) row = { id, next: row };
      return row;
    };
    const error = thrownBy(() => cache.set([Link_], [chain(5_000)]));
    expect([error.code, error.path?.startsWith('[0].next.next')]).toEqual(['NCQ1008', true]);
    expect(cache.get(new schema.All(Link_))).toBeUndefined();
    cache.set([Link_], [chain(900)]);
    expect(cache.get(new schema.All(Link_))?.length).toBe(900);
  });
});
