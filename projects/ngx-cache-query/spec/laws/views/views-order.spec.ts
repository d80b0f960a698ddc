import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  limit,
  mapRows,
  orderBy,
  Query,
  schema,
  type SortOrder,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly name: string | null = '';
  readonly rank: number = 0;
  readonly due: Date | null = null;
  static override readonly schema = { due: Date };
}
const tasks = new schema.All(Task);
const ids = (list: readonly Task[] | undefined) => list?.map(({ id }) => id);
const sorted = (values: readonly unknown[], how?: SortOrder) =>
  view(orderBy((value: unknown) => value, how))(values);

let cache: CacheService;
const fill = (...rows: readonly Partial<Task>[]) =>
  cache.set(
    [Task],
    rows.map((row, i) => ({ id: i + 1, ...row })),
  );

describe('R8 orderBy', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('compares Dates by time, and puts invalid ones last in both directions', () => {
    const [none, early, late] = [NaN, 1, 2].map((time) => new Date(time));
    const given = [null, none, late, early];
    expect(sorted(given)).toEqual([early, late, none, null]);
    expect(sorted([...given].reverse())).toEqual([early, late, none, null]);
    expect(sorted(given, 'desc')).toEqual([late, early, none, null]);
    expect(sorted([new Date(2), new Date(1), new Date(2)]).map(Number)).toEqual([1, 2, 2]);
  });

  it('puts a missing text last with a Collator, too', () => {
    const given = [undefined, 'z', null, 'ä', 'a', 'zz'];
    const expected = ['a', 'ä', 'z', 'zz', null, undefined];
    expect(sorted(given, new Intl.Collator('de'))).toEqual(expected);
  });

  it('separates values of different kinds, in the same order from any order', () => {
    const expected = [false, true, 1, 2, 10, '1', 'a', NaN, null, undefined];
    expect(sorted([...expected].reverse())).toEqual(expected);
    const mixed = ['a', 2, true, undefined, 10, null, '1', NaN, false, 1];
    expect(sorted(mixed)).toEqual(expected);
    const down = sorted(mixed, 'desc');
    expect(down.slice(-3)).toEqual([NaN, null, undefined]);
    expect(down.filter((value) => typeof value === 'number')).toEqual([10, 2, 1, NaN]);
    expect(sorted([...mixed].reverse(), 'desc')).toEqual(down);
  });

  it('sorts by four keys, the last one ascending by default', () => {
    const rows = ['2111', '1211', '1121', '1112', '1111'].map((text) => [...text].map(Number));
    const at = (i: number) => (row: readonly number[]) => row[i];
    const by = view(orderBy(at(0), 'asc', at(1), 'desc', at(2), 'asc', at(3)));
    expect(by(rows).map((row) => row.join(''))).toEqual(['1211', '1111', '1112', '1121', '2111']);
  });

  it('puts an entity whose keys equal those of others in the order of arrival', () => {
    fill({ rank: 1 }, { rank: 2 }, { rank: 1 });
    const seen = watch(cache.select(new Query(tasks, view(orderBy('rank')))));
    cache.set(Task, { id: 2, rank: 1 });
    cache.set(Task, { id: 1, rank: 2 });
    cache.set(Task, { id: 1, rank: 1 });
    cache.set(Task, { id: 2, name: 'new' });
    expect(seen.values.map(ids)).toEqual([
      [1, 3, 2],
      [1, 2, 3],
      [2, 3, 1],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(seen.last![1].name).toBe('new');
  });

  it('leaves an entity in its place if others have an equal Date', () => {
    const due = '2001-01-01T00:00:00.000Z' as never;
    fill({ due }, { due }, { due });
    for (const how of ['asc', 'desc'] as const) {
      const seen = watch(cache.select(new Query(tasks, view(orderBy('due', how)))));
      cache.set(Task, { id: 1, name: how });
      cache.set(Task, { id: 3, name: how });
      cache.set(Task, { id: 2, due: '2001-01-01' as never });
      expect(ids(seen.last)).toEqual([1, 2, 3]);
    }
  });

  it('moves entities after an update of any sort key', () => {
    fill({ rank: 1, name: 'b' }, { rank: 1, name: 'a' }, { rank: 0, name: 'c' });
    const by = view(orderBy<Task>('rank', 'desc', 'name', 'asc'));
    const seen = watch(cache.select(new Query(tasks, by)));
    cache.set(Task, { id: 2, name: 'z' });
    cache.set(Task, { id: 3, rank: 1 });
    cache.delete(Task, 1);
    expect(seen.values.map(ids)).toEqual([
      [2, 1, 3],
      [1, 2, 3],
      [1, 3, 2],
      [3, 2],
    ]);
  });

  it('loses and repeats nothing if a comparator never returns 0', () => {
    const never0 = (a: number, b: number) => (a > b ? 1 : -1);
    fill({ rank: 1 }, { rank: 1 }, { rank: 1 }, { rank: 2 });
    const seen = watch(cache.select(new Query(tasks, view(orderBy('rank', never0)))));
    const shown = () => [...ids(seen.last)!].sort();
    cache.set(Task, { id: 2, name: 'new' });
    expect(shown()).toEqual([1, 2, 3, 4]);
    expect(seen.last!.find(({ id }) => id === 2)!.name).toBe('new');
    cache.set(Task, { id: 3, rank: 5 });
    expect(shown()).toEqual([1, 2, 3, 4]);
    cache.delete(Task, 1);
    expect(shown()).toEqual([2, 3, 4]);
    cache.delete(Task, 2);
    expect(shown()).toEqual([3, 4]);
  });

  it('is right after a commit with many changes', () => {
    fill(...Array.from({ length: 100 }, (_, i) => ({ rank: i })));
    const seen = watch(cache.select(new Query(tasks, view(orderBy('rank')))));
    cache.batch(() => {
      for (let id = 1; id <= 100; id++) {
        if (id % 3 === 0) cache.set(Task, { id, rank: -id });
        else if (id % 3 === 1) cache.delete(Task, id);
      }
      cache.set(Task, { id: 200, rank: 49.5 });
    });
    const ranks = seen.last!.map(({ rank }) => rank);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(ranks.length).toBe(67);
    expect(ranks).toContain(49.5);
    cache.set(Task, { id: 3, rank: 1000 });
    expect(seen.last!.at(-1)!.id).toBe(3);
    expect(new Set(ids(seen.last)).size).toBe(67);
  });
});

describe('R8 limit', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('takes a number of items that depends on the arguments, without its fraction', () => {
    const list = ['a', 'b', 'c', 'd'];
    const some = view(
      limit<string, [number]>(
        (count) => count,
        (count) => count - 1,
      ),
    );
    expect(some(list, 2)).toEqual(['b', 'c']);
    expect(some(list, 0)).toEqual([]);
    expect(some(list, NaN)).toEqual([]);
    expect(some(list, 5)).toEqual([]);
    expect(view(limit<string>(1.9, 1.9))(list)).toEqual(['b']);
    expect(view(limit<string>(0.9, 1.2))(list)).toEqual([]);
    expect(view(limit<string>(Infinity, 1))(list)).toEqual(['b', 'c', 'd']);
  });

  it('emits only if the part that it keeps changes', () => {
    fill(...[1, 2, 3, 4].map((rank) => ({ rank })));
    const middle = new Query(tasks, view(orderBy('rank'), limit(2, 1)));
    const seen = watch(cache.select(middle));
    cache.set(Task, { id: 4, rank: 5 });
    cache.set(Task, { id: 1, name: 'new' });
    cache.set(Task, { id: 5, rank: 4 });
    expect(seen.values.map(ids)).toEqual([[2, 3]]);
    cache.set(Task, { id: 3, rank: 1.5 });
    cache.delete(Task, 1);
    cache.set(Task, { id: 5, rank: 0 });
    expect(seen.values.map(ids)).toEqual([
      [2, 3],
      [3, 2],
      [2, 5],
      [3, 2],
    ]);
  });

  it('passes each item on only once while the part moves', () => {
    fill(...[1, 2, 3, 4, 5].map((rank) => ({ rank })));
    const made: number[] = [];
    const shown = view(
      orderBy<Task>('rank'),
      limit(3),
      where(({ id }) => made.push(id) > 0),
      mapRows(({ id }) => id),
    );
    const seen = watch(cache.select(new Query(tasks, shown)));
    cache.set(Task, { id: 5, rank: 0 });
    cache.batch(() => {
      cache.set(Task, { id: 5, rank: 9 });
      cache.delete(Task, 2);
    });
    expect(seen.values).toEqual([
      [1, 2, 3],
      [5, 1, 2],
      [1, 3, 4],
    ]);
    expect(made).toEqual([1, 2, 3, 5, 3, 4]);
  });
});
