import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import {
  CacheError,
  CacheService,
  Endpoint,
  Entity,
  Query,
  schema,
  type SchemaLike,
} from 'ngx-cache-query';
import { setUpInspected } from 'ngx-cache-query-internals';
import type { TableContents } from '../../support/inspection';
import { thrownBy } from '../../support/error-log';
import { allUsers, Link, User } from '../../support/models';
import { beginRead, Served } from '../../support/served';
import { watch } from '../../support/watch';

interface Meta {
  readonly note?: string;
}
class Doc extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly meta: Meta = {};
  readonly owner: User | null = null;
  static override readonly key: string = 'DeepDoc';
  static override readonly schema = { owner: User };
}
class Merged extends Entity {
  readonly id: number = 0;
  readonly meta: Meta = {};
  static override merge(existing: object, incoming: object): Readonly<Record<string, unknown>> {
    return { ...existing, ...incoming };
  }
}
/** A tree without entities, whose schema contains itself. */
const tree = new schema.Object({ note: '' } as Record<string, SchemaLike>);
tree.define({ children: [tree] });

const nested = (levels: number, wrap = (inner: object): object => ({ inner })): object => {
  let data: object = {};
  for (let i = 0; i < levels; i++) data = wrap(data);
  return data;
};
const cyclic = (): object => {
  const data: Record<string, unknown> = { note: 'x', list: [{ deep: {} }] };
  (data['list'] as { deep: object }[])[0].deep = data;
  return data;
};
const hostile: Record<string, () => object> = {
  'nested 5,000 deep': () => nested(5_000),
  'nested 5,000 arrays deep': () => nested(5_000, (inner) => [inner]),
  'nested 501 deep': () => nested(501),
  cyclic,
};

describe('W5 data that is nested too deeply, or contains itself', () => {
  let cache: CacheService;
  let tables: () => TableContents[];
  beforeEach(() => {
    ({ cache, contents: tables } = setUpInspected());
    cache.set(Doc, { id: 1, title: 'one', meta: { note: 'a' } });
    cache.set(Merged, { id: 1, meta: { note: 'a' } });
  });

  const contents = () => tables().filter(({ known }) => known);
  const docs = () => tables().find((table) => table.name === 'DeepDoc')?.rows;
  const endpointWith = (shape: SchemaLike, response: unknown) =>
    new Endpoint({ name: 'GET /it', load: () => of(response), schema: shape as typeof Doc });

  for (const [name, make] of Object.entries(hostile)) {
    it(`is refused by every write with its path, and the cache keeps working: ${name}`, () => {
      const data = make();
      const before = contents();
      const one = watch(cache.select(Doc, 1));
      const all = watch(cache.select(new schema.All(Doc)));
      const writes: [run: () => void, source: string, path: string][] = [
        [() => cache.set(Doc, { id: 2, meta: data }), 'set(DeepDoc)', 'meta'],
        [() => cache.set(Doc, { id: 1, title: 'two', meta: data }), 'set(DeepDoc)', 'meta'],
        [() => cache.set(Doc, 1, () => ({ meta: data })), 'set(DeepDoc)', 'meta'],
        [() => cache.set(Merged, { id: 1, meta: data }), 'set(Merged)', 'meta'],
        [() => cache.set({ docs: [Doc] }, { docs: [], more: data }), 'set(schema)', 'more'],
        [
          () =>
            cache.batch(() => (cache.set(Doc, { id: 2 }), cache.set(Doc, { id: 3, meta: data }))),
          'set(DeepDoc)',
          'meta',
        ],
        [
          () =>
            cache.set([new schema.Union({ link: Link }, 'type')], [{ type: 'link?', at: data }]),
          'set(schema)',
          '[0]',
        ],
      ];
      spyOn(console, 'warn');
      for (const [run, source, path] of writes) {
        const error = thrownBy(run);
        expect([error.code, error.source, error.path]).toEqual(['NCQ1008', source, path]);
        expect(error.message).toContain(`${source}: at ${path}: `);
        expect(error.message).toContain('contains itself');
        expect(contents()).withContext(path).toEqual(before);
      }
      expect([one.values.length, all.values.length]).toEqual([1, 1]);
      cache.set([Doc], [{ id: 1, title: 'three', meta: nested(400) }, { id: 2 }]);
      expect(one.last?.title).toBe('three');
      expect(all.last?.length).toBe(2);
    });

    it(`is refused in every response, and the cache keeps working: ${name}`, () => {
      const data = make();
      const before = docs();
      const responses: [shape: SchemaLike, response: unknown, path: string][] = [
        [undefined, data, ''],
        [Doc, { id: 2, meta: data }, 'meta'],
        [{ docs: [Doc] }, { docs: [{ id: 1 }], info: data }, 'info'],
        [{ docs: [Doc] }, { docs: [{ id: 1, meta: data }] }, 'docs[0].meta'],
      ];
      for (const [shape, response, path] of responses) {
        const endpoint = endpointWith(shape, response);
        const [error] = watch(cache.fetch(endpoint)).errors as [CacheError];
        expect(error).toBeInstanceOf(CacheError);
        expect([error.code, error.source, error.path]).toEqual(['NCQ1008', 'GET /it', path]);
        expect(cache.get(endpoint)).toBeUndefined();
        expect(docs()).toEqual(before);
      }
      const seen = watch(cache.fetch(endpointWith([Doc], [{ id: 2, meta: nested(400) }])));
      expect(seen.errors).toEqual([]);
      expect(cache.get(Doc, 2)?.id).toBe(2);
    });

    it(`is refused in streams, mutations and subscribers alike: ${name}`, () => {
      const data = make();
      const messages = new Subject<object>();
      const errors: unknown[] = [];
      cache.connect(messages, Doc, { onError: (error) => errors.push(error) });
      messages.next({ id: 2, meta: data });
      messages.next({ id: 3 });
      expect(errors.map((error) => (error as CacheError).path)).toEqual(['meta']);
      expect(cache.get(new schema.All(Doc))?.map(({ id }) => id)).toEqual([1, 3]);

      const change = new Served(Doc, { sideEffect: true });
      const sent = watch(cache.fetch(change.endpoint));
      change.respond({ id: 1, title: 'answered', meta: data });
      expect((sent.errors[0] as CacheError).path).toBe('meta');
      expect(cache.get(Doc, 1)?.title).toBe('one');

      let thrown: CacheError | undefined;
      cache.select(Doc, 9).subscribe((doc) => {
        if (doc) thrown = thrownBy(() => cache.set(Doc, { id: 10, meta: data }));
      });
      cache.set(Doc, { id: 9 });
      expect([thrown?.code, thrown?.path]).toEqual(['NCQ1008', 'meta']);
      expect(cache.get(Doc, 10)).toBeUndefined();
    });

    it(`is refused in an older read: ${name}`, () => {
      const data = make();
      const read = beginRead(cache, Doc);
      cache.set(Doc, { id: 4, title: 'younger' });
      read.respond({ id: 4, meta: data });
      expect((read.seen.errors[0] as CacheError).path).toBe('meta');
      expect(cache.get(Doc, 4)?.meta).toEqual({});
    });
  }

  it('is refused where a schema contains itself, too', () => {
    const wrap = (inner: object) => ({ children: [inner] });
    const holds: { children: object[] } = { children: [] };
    holds.children.push(holds);
    for (const input of [nested(5_000, wrap), holds]) {
      const error = thrownBy(() => cache.set(tree, input));
      expect([error.code, error.source]).toEqual(['NCQ1008', 'set(schema)']);
      expect(error.path).toBe('children[0].children[0].children[0]');
    }
    const seen = watch(cache.fetch(endpointWith(tree, nested(100, wrap))));
    expect(seen.errors).toEqual([]);
  });

  it('is refused where lists of entities are nested a thousand levels deep', () => {
    class Branch extends Entity {
      readonly id: number = 0;
      readonly children: readonly Branch[] = [];
      static override readonly schema: Record<string, never> = {};
    }
    Object.assign(Branch.schema, { children: [Branch] });
    let id = 0;
    const error = thrownBy(() =>
      cache.set(
        [Branch],
        [nested(5_000, (inner) => ({ id: id++, children: [{ id: id++, ...inner }] }))],
      ),
    );
    expect(error.code).toBe('NCQ1008');
    expect(cache.get(new schema.All(Branch))).toBeUndefined();
  });

  it('is accepted up to 500 levels', () => {
    const info = nested(500);
    const [first, second] = [info, nested(500)].map((each) => endpointWith(undefined, each));
    expect(watch(cache.fetch(first)).last as unknown).toEqual(info);
    expect(watch(cache.fetch(second)).errors).toEqual([]);
    cache.set(Doc, { id: 1, meta: info });
    const seen = watch(cache.select(Doc, 1));
    cache.set(Doc, { id: 1, meta: nested(500) });
    expect(seen.values.length).toBe(1);
    cache.set(Doc, { id: 1, meta: nested(499) });
    expect(seen.values.length).toBe(2);
  });

  it('may be the result of a deserializer, which is not stored', () => {
    class Parsed extends Entity {
      readonly id: number = 0;
      readonly parts: { readonly tree: object | undefined } = { tree: undefined };
      static override readonly schema = { parts: { tree: (kind: string) => hostile[kind]() } };
    }
    for (const kind of Object.keys(hostile)) {
      cache.set(Parsed, { id: 1, parts: { tree: kind, n: 1 } } as never);
      const first = cache.get(Parsed, 1);
      expect(first?.parts.tree).toBeDefined();
      cache.set(Parsed, { id: 1, parts: { tree: kind, n: 2 } } as never);
      expect(cache.get(Parsed, 1)).not.toBe(first);
      const endpoint = endpointWith((raw: string) => hostile[raw](), kind);
      for (const _ of [1, 2]) expect(watch(cache.fetch(endpoint)).errors).toEqual([]);
    }
  });
});

describe('R6 arguments that are nested too deeply, or contain themselves', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 'a' }]);
  });
  const count = new Query(allUsers, (users, _filter: object) => users.length);
  const getCount = new Endpoint({ name: 'getCount', load: (_filter: object) => of(1) });
  const addOne = new Endpoint({ name: 'addOne', sideEffect: true, load: (_: object) => of(1) });

  it('are an error with a code if they are too deep', () => {
    for (const deep of [nested(5_000), nested(5_000, (inner) => [inner])]) {
      expect(thrownBy(() => cache.get(count, deep)).code).toBe('NCQ1008');
      expect((watch(cache.select(count, deep)).errors[0] as CacheError).code).toBe('NCQ1008');
    }
    expect(cache.get(count, nested(400))).toBe(1);
  });

  it('are arguments like any other if they contain themselves', () => {
    expect(cache.get(count, cyclic())).toBe(1);
    expect(watch(cache.select(count, cyclic())).values).toEqual([1]);
    for (const endpoint of [getCount, addOne]) {
      expect(watch(cache.fetch(endpoint, cyclic())).values).toEqual([1]);
    }
    expect(cache.get(getCount, cyclic())).toBe(1);
  });
});
