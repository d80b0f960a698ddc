import { TestBed } from '@angular/core/testing';
import fc from 'fast-check';
import {
  CacheService,
  countRows,
  Endpoint,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  orderBy,
  Query,
  schema,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { of } from 'rxjs';
import { itHolds } from '../../support/runs';
import { watch } from '../../support/watch';

class Card extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly size: number = 0;
}

class Board extends Entity {
  readonly id: number = 0;
  readonly cards: readonly Card[] = [];
  static override readonly schema = { cards: [Card] };
}

class Note extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly size: number = 0;
}

type Item = Card | Note;

const card = (id: number, size = id) => ({ id, name: `c${id}`, size });
const reversed = <T>(list: readonly T[]) => [...list].reverse();
/** Returns a copy in which `items` replace `count` items. */
const spliced = <T>(list: readonly T[], at: number, count: number, ...items: T[]) => {
  const copy = list.slice();
  copy.splice(at, count, ...items);
  return copy;
};
const ids = (list: readonly Item[] | undefined) => list?.map(({ id }) => id);

let cache: CacheService;
let rows: readonly object[];
const cards = new Endpoint({ name: 'cards', load: () => of(rows), schema: [Card] });
const fill = (...next: readonly object[]) => {
  rows = next;
  cache.fetch(cards).subscribe();
};
const size = 100;
const many = Array.from({ length: size }, (_, i) => card(i));

/** Items that were evaluated. Where the whole list is processed, there is nothing to check. */
let evaluated: number[];
const isEvaluated = (...expected: number[]) => {
  expect(evaluated).toEqual(expected);
  evaluated.length = 0;
};
const counted = where((item: Item) => {
  evaluated.push(item.id);
  return item.size % 2 === 0;
});

describe('R8 a view over a list that is no schema.All', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    evaluated = [];
  });

  const sources: Readonly<Record<string, readonly [source: object, ...args: number[]]>> = {
    'a response': [cards],
    'an array of an entity': [new Query(Board, ({ cards: list }) => list), 1],
    'another query': [new Query(cards, (list) => list)],
    'all entities of several types': [new schema.All({ card: Card, note: Note }, 'type')],
  };
  for (const [name, [source, ...args]] of Object.entries(sources)) {
    it(`evaluates only what changed: ${name}`, () => {
      fill(...many);
      cache.set(Board, { id: 1, cards: many });
      const even = new Query(source as typeof cards, view(counted, orderBy('size', 'desc')));
      const seen = watch(cache.select(even, ...(args as [])));
      expect(seen.last!.length).toBe(size / 2);
      evaluated.length = 0;
      const before = seen.last!;
      cache.set(Card, { id: 40, name: 'new' });
      isEvaluated(40);
      expect(seen.last!.filter((each) => !before.includes(each)).map(({ id }) => id)).toEqual([40]);
      cache.set(Card, { id: 41, size: 1_000 });
      isEvaluated(41);
      expect(seen.last![0].id).toBe(41);
      cache.batch(() => [10, 90].forEach((id) => cache.set(Card, { id, size: 1 })));
      isEvaluated(10, 90);
      cache.delete(Card, 50);
      isEvaluated();
      expect(seen.values.length).toBe(5);
      expect(ids(seen.last)!.slice(0, 3)).toEqual([41, 98, 96]);
      const [, ...rest] = seen.last!.map((each) => each.size);
      expect(rest).toEqual([...rest].sort((a, b) => b - a));
    });
  }

  it('evaluates only new items of a new response, wherever they are', () => {
    fill(...many);
    const seen = watch(cache.select(new Query(cards, view(counted))));
    evaluated.length = 0;
    const middle = spliced(many, 50, 0, card(200));
    fill(card(300), ...middle.slice(1), card(400));
    isEvaluated(300, 200, 400);
    const expected = [300, ...ids(middle.slice(1) as Card[])!, 400].filter((id) => id % 2 === 0);
    expect(ids(seen.last)).toEqual(expected);
    fill(...reversed(rows));
    isEvaluated();
    expect(ids(seen.last)).toEqual(reversed(expected));
  });

  it('keeps what mapRows made of items that move', () => {
    fill(...many);
    const named = new Query(cards, view(mapRows(({ name }) => ({ name }))));
    const seen = watch(cache.select(named));
    fill(...reversed(many));
    const [first, second] = seen.values;
    expect(second!.every((each) => first!.includes(each))).toBe(true);
    expect(second![0].name).toBe(`c${size - 1}`);
  });

  it('keeps the pairs of items that move', () => {
    cache.set([Note], [card(1), card(2)]);
    fill(card(1), card(2));
    const seen = watch(cache.select(new Query(cards, view(join(new schema.All(Note), 'id')))));
    fill(card(2), card(1));
    const [first, second] = seen.values;
    expect(second!.map(([{ id }]) => id)).toEqual([2, 1]);
    expect(second).toEqual(reversed(first!));
    expect(second![0]).toBe(first![1]);
  });

  it('has the order of the list if two classes share a key', () => {
    class One extends Entity {
      static override readonly key: string = 'Shared';
      readonly id: number = 0;
      readonly name: string = '';
    }
    class Two extends One {
      static override readonly key: string = 'Shared';
    }
    const both = new schema.All({ one: One, two: Two }, 'name');
    cache.set([One], [card(1), card(2), card(3)]);
    const seen = watch(cache.select(new Query(both, view(where(({ id }) => id !== 2)))));
    const expected = () => cache.get(both)!.filter(({ id }) => id !== 2);
    expect(seen.last).toEqual(expected());
    for (const id of [1, 2, 3, 1]) {
      cache.set(Two, { id, name: `new ${id}` });
      expect(seen.last!.every((each, i) => each === expected()[i])).toBe(true);
      expect(seen.last!.length).toBe(expected().length);
    }
  });

  it('keeps the order if many items are inserted at one position', () => {
    fill(card(1), card(2));
    const seen = watch(cache.select(new Query(cards, view(where(() => true)))));
    for (let id = 3; id < 80; id++) {
      fill(card(1), card(id), ...rows.slice(1));
      expect(ids(seen.last)).toEqual(ids(cache.get(cards)));
    }
  });

  it('is unknown while the list is, and empty for an empty list', () => {
    const seen = watch(cache.select(new Query(cards, view(where(() => true)))));
    fill();
    fill(card(1));
    cache.clear();
    expect(seen.values.map(ids)).toEqual([undefined, [], [1], undefined]);
  });

  it('recovers from errors of a step and of the source', () => {
    const picky = (what: string) => (item: Item) => {
      if (item.name === what) throw new Error(what);
      return true;
    };
    const inner = new Query(cards, (list) => list.filter(picky('inner')));
    const outer = new Query(inner, view(where(picky('outer'))));
    fill(card(1), card(2));
    for (const name of ['inner', 'outer']) {
      const seen = watch(cache.select(outer));
      cache.set(Card, { id: 2, name });
      expect(seen.errors.map(String)).toEqual([`Error: ${name}`]);
      cache.set(Card, { id: 2, name: 'fine' });
      const again = watch(cache.select(outer));
      cache.set(Card, { id: 1, name: `after ${name}` });
      expect(again.values.map(ids)).toEqual([
        [1, 2],
        [1, 2],
      ]);
    }
  });

  it('joins a list, and both sides stay up to date', () => {
    const pairs = view(
      join<Card, typeof Note>(new schema.All(Note), 'size'),
      mapRows(([one, note]) => `${one.name} ${note.name}`),
    );
    fill(card(1, 7), card(2, 7), card(3, 8));
    const seen = watch(cache.select(new Query(cards, pairs)));
    cache.set(Note, { id: 7, name: 'seven' });
    fill(card(2, 7), card(3, 7));
    cache.delete(Note, 7);
    expect(seen.values).toEqual([[], ['c1 seven', 'c2 seven'], ['c2 seven', 'c3 seven'], []]);
  });

  itHolds('always equals the same view computed from scratch', () => {
    const id = fc.integer({ min: 1, max: 8 });
    const row = fc.record({
      id,
      name: fc.constantFrom('a', 'b', 'c'),
      size: fc.integer({ min: 0, max: 3 }),
    });
    const rowsOf = fc.array(row, { maxLength: 10 });
    const step = fc.oneof(
      rowsOf.map((list) => () => fill(...list)),
      fc.tuple(rowsOf, rowsOf).map(([one, two]) => () => {
        cache.batch(() => [...one, ...two].forEach((each) => cache.set(Card, each)));
      }),
      fc.tuple(row, fc.nat(9)).map(
        ([one, at]) =>
          () =>
            fill(...spliced(rows, at, 0, one)),
      ),
      fc.nat(9).map((at) => () => fill(...spliced(rows, at, 1))),
      fc.constant(() => fill(...reversed(rows))),
      row.map((one) => () => cache.set(Card, one)),
      id.map((one) => () => cache.delete(Card, one)),
    );
    const views = [
      view(where((each: Card) => each.size > 1)),
      view(orderBy<Card>('size', 'desc'), limit(3), orderBy<Card>('name')),
      view(whereEquals<Card>({ name: 'a' }), countRows()),
      view(
        groupRows((each: Card) => each.size),
        mapRows(({ name }) => ({ name })),
      ),
      view(
        limit<Card>(4, 1),
        mapRows(({ name }) => name),
      ),
    ] as ((list: readonly Card[]) => unknown)[];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (history) => {
        cache.clear();
        fill();
        const watched = views.map((each) => watch(cache.select(new Query(cards, each as never))));
        for (const change of history) {
          change();
          const list = cache.get(cards)!;
          watched.forEach(({ last }, i) => {
            const scratch = views[i](list);
            expect(last as unknown).toEqual(scratch);
            if (Array.isArray(scratch)) {
              scratch.forEach((each, k) => expect((last as unknown[])[k]).toBe(each));
            }
          });
        }
        for (const { subscription } of watched) subscription.unsubscribe();
      }),
      { numRuns: 200 },
    );
  });
});

describe('R8 a view in a batch', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('keeps its groups if the batch changes nothing in the end', () => {
    const grouped = new Query(new schema.All(Card), view(groupRows('name')));
    cache.set([Card], [card(1), card(2)]);
    const seen = watch(cache.select(grouped));
    const read = (name: string) => {
      cache.set(Card, { id: 2, name });
      return cache.get(grouped)!.size;
    };
    cache.batch(() => expect([read('c1'), read('c2')]).toEqual([1, 2]));
    expect(() =>
      cache.batch(() => {
        read('c1');
        throw new Error('on purpose');
      }),
    ).toThrowError('on purpose');
    expect(seen.values.length).toBe(1);
    expect(cache.get(grouped)).toBe(seen.last);
  });

  it('shows the end of a batch that read the view several times', () => {
    const all = new Query(new schema.All(Card), view(where(() => true)));
    cache.set([Card], [card(1), card(2)]);
    const seen = watch(cache.select(all));
    const read = (id: number, name: string) => {
      cache.set(Card, { id, name });
      return cache.get(all)!.map((each) => each.name);
    };
    cache.batch(() => {
      expect(read(1, 'new')).toEqual(['new', 'c2']);
      expect(read(2, 'other')).toEqual(['new', 'other']);
      cache.set(Card, { id: 2, name: 'c2' });
    });
    expect(seen.last!.map(({ name }) => name)).toEqual(['new', 'c2']);
    expect(seen.last![1]).toBe(seen.values[0]![1]);
  });

  it('recovers from an error inside the batch', () => {
    const picky = view(
      groupRows((each: Card) => each.size),
      mapRows(({ name }) => {
        if (name === 'bad') throw new Error('bad name');
        return name;
      }),
    );
    const grouped = new Query(new schema.All(Card), picky);
    cache.set([Card], [card(1), card(2), card(3)]);
    const seen = watch(cache.select(grouped));
    cache.batch(() => {
      cache.set([Card], [card(4), { id: 1, name: 'bad', size: 2 }, { id: 2, name: 'good' }]);
      expect(() => cache.get(grouped)).toThrowError('bad name');
      cache.set(Card, { id: 1, name: 'new' });
    });
    const expected = [
      [2, ['new', 'good']],
      [3, ['c3']],
      [4, ['c4']],
    ];
    expect([...seen.last!] as unknown).toEqual(expected);
    expect([seen.values.length, seen.errors.length]).toEqual([2, 0]);
  });

  it('contains an entity once that a subscriber deletes and sets again', () => {
    const all = new Query(new schema.All(Card), view(where(() => true)));
    cache.set([Card], [card(1), card(2)]);
    let isFirst = true;
    const seen = watch(cache.select(all));
    cache.select(Card, 2).subscribe(() => {
      if (!(isFirst = !isFirst)) return;
      cache.delete(Card, 1);
      cache.set(Card, card(1));
    });
    cache.set(Card, { id: 2, name: 'new' });
    expect(ids(seen.last)).toEqual([2, 1]);
  });

  it('never pairs a current item with an outdated entity', () => {
    const pairs: string[] = [];
    const joined = new Query(
      new schema.All(Card),
      view(
        join(new schema.All(Note), 'id'),
        mapRows(([one, note]) => pairs.push(`${one.name} ${note.name}`)),
      ),
    );
    const write = (name: string) =>
      cache.batch(() => {
        cache.set(Card, { id: 1, name });
        cache.set(Note, { id: 1, name });
      });
    write('a');
    watch(cache.select(joined));
    write('b');
    expect(pairs).toEqual(['a a', 'b b']);
  });
});
