import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { countDependents, sizes, sweepAll } from 'ngx-cache-query-internals';
import { fetchOnce } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Item extends Entity {
  static override readonly key: string = 'Item';
  readonly id: number = 0;
  readonly name: string = '';
}
class Gap extends Entity {
  readonly id: number = 0;
  readonly size: number = 0;
}
class Folder extends Entity {
  readonly id: number = 0;
  readonly items: readonly Item[] = [];
  readonly mixed: readonly (Item | Gap)[] = [];
  static override readonly schema = {
    items: [Item],
    mixed: new schema.Array({ item: Item, gap: Gap }, 'type'),
  };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('R9 a long list of entities', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const edits: Record<string, readonly number[]> = {
    'is replaced in the middle': [...range(0, 50), 200, ...range(51, 100)],
    'is replaced at the start': [200, ...range(1, 100)],
    'is replaced at the end': [...range(0, 99), 200],
    'is added in the middle': [...range(0, 50), 200, ...range(50, 100)],
    'is removed in the middle': [...range(0, 50), ...range(51, 100)],
    'moves to the end': [...range(1, 100), 0],
    'moves to the place before the last one': [...range(1, 99), 0, 99],
    'occurs twice in a row': [...range(0, 50), 49, ...range(50, 100)],
    'occurs twice far apart': [...range(0, 100), 0],
  };
  const start = range(0, 100);
  for (const [name, ids] of Object.entries(edits)) {
    it(`in which one ${name} follows all of its items, and no other`, () => {
      const all = range(0, 201);
      cache.set(
        [Item],
        all.map((id) => ({ id })),
      );
      cache.set(Folder, { id: 1, items: start });
      const seen = watch(cache.select(Folder, 1));
      for (const [round, now] of [ids, start, ids].entries()) {
        cache.set(Folder, { id: 1, items: now });
        expect(seen.last!.items.map(({ id }) => id)).toEqual(now);
        for (const id of new Set([0, 1, 49, 50, 51, 98, 99, 200])) {
          const count = seen.values.length;
          cache.set(Item, { id, name: `round ${round}` });
          const emissions = seen.values.length - count;
          expect(emissions)
            .withContext(`${id}`)
            .toBe(now.includes(id) ? 1 : 0);
        }
        const old = seen.last!.items.filter(({ name }) => name !== `round ${round}`);
        expect(old.some(({ id }) => [0, 1, 49, 50, 51, 98, 99].includes(id))).toBeFalse();
      }
    });
  }

  it('keeps its reference if a batch ends with equal items, and if a batch fails', () => {
    cache.set(
      [Item],
      range(0, 200).map((id) => ({ id })),
    );
    cache.set(Folder, { id: 1, items: start });
    const seen = watch(cache.select(Folder, 1));
    const before = seen.last!;
    const change = () => {
      cache.set(Folder, { id: 1, items: range(50, 200), mixed: [] });
      expect(cache.get(Folder, 1)!.items.length).toBe(150);
    };
    cache.batch(() => {
      change();
      cache.set(Folder, { id: 1, items: [...start] });
    });
    expect(seen.last!.items).toBe(before.items);
    const fail = () =>
      cache.batch(() => {
        change();
        throw new Error('no');
      });
    expect(fail).toThrowError('no');
    expect(seen.last!.items).toBe(before.items);
    cache.set(Folder, { id: 1, mixed: [{ type: 'gap', id: 1 }] as never });
    expect(seen.last!.mixed.length).toBe(1);
    expect(seen.last!.items).toBe(before.items);
    cache.set(Item, { id: 99, name: 'last' });
    expect(seen.last!.items[99].name).toBe('last');
  });

  it('keeps an item of an unknown type that arrives later', () => {
    listenToWarnings();
    const mixed = range(0, 60).map((id) => ({ type: id % 2 ? 'item' : 'gap', id }));
    cache.set(Folder, { id: 1, mixed: mixed as never });
    const seen = watch(cache.select(Folder, 1));
    const unknown = { type: 'other', id: 5 };
    const next = [...mixed.slice(0, 30), unknown, ...mixed.slice(30)];
    cache.set(Folder, { id: 1, mixed: next as never });
    expect(seen.last!.mixed.length).toBe(61);
    expect(seen.last!.mixed[30]).toEqual(unknown as never);
    cache.set(Item, { id: 59, name: 'new' });
    expect((seen.last!.mixed[60] as Item).name).toBe('new');
    cache.set(Folder, { id: 1, mixed: mixed as never });
    cache.set(Item, { id: 59, name: 'newer' });
    expect((seen.last!.mixed[59] as Item).name).toBe('newer');
    cache.set(Folder, { id: 1, mixed: next as never });
    expect(seen.last!.mixed.length).toBe(61);
    seen.subscription.unsubscribe();
    sweepAll(cache);
    expect(sizes(cache).rows).toBe(0);
  });

  it('may contain values that are not entities', () => {
    const rows = range(0, 60).map((id) => ({ item: { id }, at: '2026-01-01' }));
    const { value } = fetchOnce(
      cache,
      { rows: [{ item: Item, at: Date }], days: [Date], names: [[Item]] },
      { rows, days: rows.map(({ at }) => at), names: rows.map(({ item }) => [item]) },
    );
    expect([value.rows.length, value.days.length, value.names.length]).toEqual([60, 60, 60]);
    expect(value.rows[59].item).toBe(cache.get(Item, 59)!);
    expect(value.days[59]).toEqual(new Date('2026-01-01'));
    expect(value.names[59]).toEqual([cache.get(Item, 59)!]);
  });

  it('that two classes with one key show in two ways is kept for one when the other is gone', () => {
    class Album extends Entity {
      readonly id: number = 0;
      readonly title: string = '';
      readonly items: readonly Item[] = [];
      static override readonly key: string = 'Album';
      static override readonly schema = { items: [Item] };
    }
    class Photo extends Entity {
      static override readonly key: string = 'Item';
      readonly id: number = 0;
      readonly size: number = 0;
    }
    class Gallery extends Entity {
      readonly id: number = 0;
      readonly items: readonly Photo[] = [];
      static override readonly key: string = 'Album';
      static override readonly schema = { items: [Photo] };
    }
    cache.set(
      [Item],
      start.map((id) => ({ id })),
    );
    cache.set(Album, { id: 1, items: start });
    const albums = watch(cache.select(Album, 1));
    const galleries = watch(cache.select(Gallery, 1));
    expect(galleries.last!.items[5]).toBeInstanceOf(Photo);
    galleries.subscription.unsubscribe();
    sweepAll(cache);
    for (const now of [range(1, 100), range(2, 100)]) {
      cache.set(Album, { id: 1, items: now });
      cache.set(Item, { id: 99, name: `of ${now.length}` });
      expect(albums.last!.items.length).toBe(now.length);
      expect(albums.last!.items.at(-1)?.name).toBe(`of ${now.length}`);
    }
    const count = albums.values.length;
    cache.set(Item, { id: 1, name: 'no longer in it' });
    expect(albums.values.length).toBe(count);
    albums.subscription.unsubscribe();
    sweepAll(cache);
    expect([1, 5, 99].map((id) => countDependents(cache, Item, id))).toEqual([0, 0, 0]);
  });
});

describe('R9 a change to one entity that changes others', () => {
  it('is a warning if these are 1,000 or more', () => {
    class Part extends Entity {
      readonly id: number = 0;
      readonly of: Item | null = null;
      static override readonly schema = { of: Item };
    }
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    const parts = range(0, 1_000).map((id) => ({ id, of: id < 999 ? 1 : 2 }));
    cache.set([Item], [{ id: 1 }, { id: 2 }]);
    cache.set([Part], parts);
    const seen = watch(cache.select(new schema.All(Part)));
    cache.set(Item, { id: 1, name: 'a' });
    expect([seen.values.length, warn.calls.count()]).toEqual([2, 0]);
    cache.set(Part, { id: 999, of: 1 });
    cache.set(Item, { id: 1, name: 'b' });
    expect([seen.values.length, warn.calls.count()]).toEqual([4, 1]);
    expect(warn.calls.first().args[0]).toContain('a change to one Item affects 1000 or more rows');
  });
});
