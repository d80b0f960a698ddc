import { TestBed } from '@angular/core/testing';
import { Observable, Subject } from 'rxjs';
import { CacheService, Query } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { watch } from '../../support/watch';

/** Returns a Query that counts its runs. Its result contains the arguments with which it was computed. */
function counting<P extends unknown[]>(calls: P[] = []) {
  const query = new Query(allUsers, (users: User[], ...args: P) => {
    calls.push(args);
    return { size: users.length, args };
  });
  return { query, calls };
}

describe('R6 query.key', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 'a' }]);
  });

  it('computes once for all subscribers with equal keys, and once per commit', () => {
    const { query, calls } = counting<[object]>();
    const seen = [1, 2, 3].map(() => watch(cache.select(query, { a: 1, b: [2] })));
    expect(calls.length).toBe(1);
    cache.set(User, { id: 'b' });
    expect(calls.length).toBe(2);
    expect(cache.get(query, { b: [2], a: 1 })).toBe(seen[0].last);
    expect(seen[2].last).toBe(seen[0].last);
    expect(calls.length).toBe(2);
  });

  it('never shares results between different keys', () => {
    const { query, calls } = counting<[number]>();
    const one = watch(cache.select(query, 1));
    const two = watch(cache.select(query, 2));
    expect(one.last).not.toBe(two.last);
    expect(calls).toEqual([[1], [2]]);
  });

  it('never shares results between two Queries, although they share the All', () => {
    const lists: unknown[] = [];
    const process = (users: User[]) => lists.push(users);
    const [one, two] = [new Query(allUsers, process), new Query(allUsers, process)];
    cache.get(one);
    cache.get(two);
    expect(lists.length).toBe(2);
    expect(lists[0]).toBe(lists[1]);
    expect(lists[0]).toBe(cache.get(allUsers));
  });

  it('never shares the results of a join that differ in a later argument only', () => {
    const named = new Query(allUsers, (users, id: number, prefix: string) =>
      users.map((user) => `${prefix}${id}${user.id}`),
    );
    const join = { named };
    expect(cache.get(join, 1, 'x')?.named).toEqual(['x1a']);
    expect(cache.get(join, 1, 'y')?.named).toEqual(['y1a']);
  });

  const a = new Date(5);
  class Point {
    constructor(readonly x: number) {}
  }
  const different: [name: string, unknown[], unknown[]][] = [
    ['undefined and null', [undefined, 1], [null, 1]],
    ['a missing and an undefined property', [{}], [{ a: undefined }]],
    ['no argument and undefined', [], [undefined]],
    ['NaN and null', [{ a: NaN }], [{ a: null }]],
    ['0 and -0', [0], [-0]],
    ['a number and its string', [1], ['1']],
    ['a bigint and its number', [1n], [1]],
    ['a Date and its time', [a], [a.getTime()]],
    ['a Date and its text', [a], [a.toISOString()]],
    ['two Dates', [new Date(1)], [new Date(2)]],
    ['two Maps', [new Map([['a', 1]])], [new Map([['a', 2]])]],
    ['a Map and an object', [new Map([['a', 1]])], [{ a: 1 }]],
    ['two Sets', [new Set([1])], [new Set([2])]],
    ['a Set and an array', [new Set([1])], [[1]]],
    ['functions of equal text', [() => 1], [() => 1]],
    ['class instances', [new Point(1)], [new Point(1)]],
    ['nested arrays', [[1, [2]]], [[1, 2]]],
    ['an array and its elements', [[1, 2]], [1, 2]],
    ['strings with separators', ['a","b'], ['a', 'b']],
    ['a hole and undefined', [new Array(1)], [[undefined]]],
    ['symbols', [Symbol('a')], [Symbol('a')]],
    ['regular expressions', [/a/], [/b/]],
    ['nested values', [{ a: { b: [1, { c: 2 }] } }], [{ a: { b: [1, { c: 3 }] } }]],
  ];
  for (const [name, one, other] of different) {
    it(`distinguishes: ${name}`, () => {
      const { query } = counting();
      expect(query.key(...one)).not.toBe(query.key(...other));
      watch(cache.select(query, ...one));
      expect(cache.get(query, ...other)?.args).toEqual(other);
    });
  }

  const point = new Point(1);
  const same: [name: string, unknown[], unknown[]][] = [
    ['objects with the properties in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    ['nested ones', [[{ a: { c: 1, d: 2 } }]], [[{ a: { d: 2, c: 1 } }]]],
    ['NaN and NaN', [NaN], [NaN]],
    ['Dates of one time', [new Date(1)], [new Date(1)]],
    ['Maps of equal entries', [new Map([[{ a: 1 }, 2]])], [new Map([[{ a: 1 }, 2]])]],
    ['Sets of equal elements', [new Set(['a', 'b'])], [new Set(['a', 'b'])]],
    ['one function, one instance', [Math.max, point], [Math.max, point]],
    ['an object without prototype', [{ a: 1 }], [Object.assign(Object.create(null), { a: 1 })]],
  ];
  for (const [name, one, other] of same) {
    it(`treats as equal: ${name}`, () => {
      const { query, calls } = counting();
      expect(cache.get(query, ...one)).toBe(cache.get(query, ...other));
      expect(calls.length).toBe(1);
    });
  }

  it('may be overridden', () => {
    const { query, calls } = counting<[{ id: number; noise: number }]>();
    query.key = ({ id }) => `${id}`;
    watch(cache.select(query, { id: 1, noise: 1 }));
    cache.get(query, { id: 1, noise: 2 });
    expect(calls.length).toBe(1);
    cache.get(query, { id: 2, noise: 2 });
    expect(calls.length).toBe(2);
  });

  it('computes the same Query for each of several arguments', () => {
    const { query, calls } = counting<[number]>();
    const views = [1, 2, 3].map((n) => watch(cache.select(query, n)));
    cache.set(User, { id: 'b' });
    expect(views.map((view) => view.values.map((value) => value?.size))).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(calls.length).toBe(6);
  });

  it('does not run process again when a commit changed none of its entries', () => {
    const { query, calls } = counting<[]>();
    watch(cache.select(query));
    cache.set(User, { id: 'a' });
    expect(calls.length).toBe(1);
    const sizes: unknown[] = [];
    const size = new Query(allUsers, (users) => users.length);
    watch(cache.select(new Query({ size, user: User }, (join) => sizes.push(join)), 'b'));
    cache.set(User, { id: 'a', name: 'x' });
    expect(sizes).toEqual([{ size: 1, user: undefined }]);
  });

  it('does not run process of an inner Query once more for the outer one', () => {
    const { query, calls } = counting<[]>();
    watch(cache.select(query));
    watch(cache.select(new Query(query, ({ size }) => size)));
    watch(cache.select(new Query({ query }, (join) => join.query?.size)));
    cache.set(User, { id: 'b' });
    expect(calls.length).toBe(2);
  });

  it('accepts arguments with circular references', () => {
    interface Ring {
      readonly name: string;
      self?: Ring;
    }
    const ring = (name: string): Ring => {
      const one: Ring = { name };
      one.self = one;
      return one;
    };
    const query = new Query(allUsers, (users, { name }: Ring) => [name, users.length]);
    const seen = watch(cache.select(query, ring('x')));
    expect(seen.values).toEqual([['x', 1]]);
    expect(cache.get(query, ring('x'))).toBe(seen.last);
    expect(cache.get(query, ring('y'))).toEqual(['y', 1]);
  });

  it('computes with the arguments that were passed, even if the caller changes them later', () => {
    const query = new Query(allUsers, (users, { ids }: { ids: string[] }) =>
      users.filter((user) => ids.includes(user.id)),
    );
    const args = { ids: ['a'] };
    const seen = watch(cache.select(query, args));
    args.ids.push('b');
    cache.set(User, { id: 'b' });
    expect(cache.get(query, { ids: ['a'] })?.map(({ id }) => id)).toEqual(['a']);
    expect(cache.get(query, { ids: ['a', 'b'] })?.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(seen.values.length).toBe(1);
  });

  it('errors only the subscriber whose key throws', () => {
    const { query } = counting<[number]>();
    query.key = (n) => {
      if (n === 1) throw new Error('bad key');
      return `${n}`;
    };
    expect(watch(cache.select(query, 1)).errors).toEqual([new Error('bad key')]);
    expect(watch(cache.select(query, 2)).last?.size).toBe(1);
  });
});

describe('R6 select with a stream of arguments', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
  });

  it('emits nothing before the first arguments', () => {
    const args$ = new Subject<[string]>();
    const seen = watch(cache.select(User, args$));
    cache.set(User, { id: 'b' });
    expect(seen.values).toEqual([]);
    args$.next(['b']);
    expect(seen.values).toEqual([cache.get(User, 'b')]);
  });

  it('switches only when the key differs', () => {
    const { query, calls } = counting<[{ n: number }]>();
    const args$ = new Subject<[{ n: number }]>();
    const seen = watch(cache.select(query, args$));
    args$.next([{ n: 1 }]);
    args$.next([{ n: 1 }]);
    expect(seen.values.length).toBe(1);
    args$.next([{ n: 2 }]);
    expect(seen.values.map((value) => value?.args)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    cache.set(User, { id: 'b' });
    expect(calls).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 2 }]]);
  });

  it('does not emit when other arguments give the same result', () => {
    const args$ = new Subject<[number | string]>();
    const seen = watch(cache.select(User, args$));
    args$.next(['x']);
    args$.next(['y']);
    expect(seen.values).toEqual([undefined]);
  });

  it('keeps emitting after the arguments complete, errors with them, and unsubscribes from both', () => {
    const args$ = new Subject<[string]>();
    const seen = watch(cache.select(User, args$));
    args$.next(['a']);
    args$.complete();
    cache.set(User, { id: 'a', name: 'Adele' });
    expect([seen.last?.name, seen.completed]).toEqual(['Adele', false]);

    const failing$ = new Subject<[string]>();
    const failed = watch(cache.select(User, failing$));
    failing$.error('bad');
    expect(failed.errors).toEqual(['bad']);

    let isLeft = false;
    const left$ = new Observable<[string]>(() => () => (isLeft = true));
    watch(cache.select(User, left$)).subscription.unsubscribe();
    expect(isLeft).toBeTrue();
  });
});
