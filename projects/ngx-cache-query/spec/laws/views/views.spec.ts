import { TestBed } from '@angular/core/testing';
import { inspect } from 'ngx-cache-query-internals';
import {
  CacheService,
  countRows,
  Endpoint,
  Entity,
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
import { watch } from '../../support/watch';

class Team extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

class Player extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly score: number = 0;
  readonly active: boolean = false;
  readonly team: Team | null = null;
  static override readonly schema = { team: Team };
}

const players = new schema.All(Player);

let cache: CacheService;
let inspection: ReturnType<typeof inspect>;
const setUp = () => {
  inspection = inspect();
  TestBed.configureTestingModule({ providers: [inspection.providers] });
  cache = TestBed.inject(CacheService);
};
const fill = (size: number) =>
  cache.set(
    [Player],
    Array.from({ length: size }, (_, i) => ({
      id: i + 1,
      name: `player ${(i * 7919) % size}`,
      score: i,
      active: i % 2 === 0,
    })),
  );
const names = (list: readonly Player[] | undefined) => list?.map(({ name }) => name);

describe('R1 an active view', () => {
  beforeEach(setUp);
  const active = new Query(
    players,
    view(
      where((player) => player.active),
      orderBy('name'),
    ),
  );

  it('emits once per commit, and only for what it shows', () => {
    cache.set(
      [Player],
      [
        { id: 1, name: 'b', active: true },
        { id: 2, name: 'c' },
      ],
    );
    const seen = watch(cache.select(active));
    cache.batch(() => {
      cache.set(Player, { id: 3, name: 'a', active: true });
      cache.set(Player, { id: 1, name: 'd' });
    });
    cache.set(Player, { id: 2, name: 'e' });
    cache.set(Player, { id: 1, name: 'd' });
    expect(seen.values.map(names)).toEqual([['b'], ['a', 'd']]);
  });

  it('keeps its list when a replacement shows the same', () => {
    const letters = new Query(
      players,
      view(
        mapRows((player) => player.name),
        limit(2),
      ),
    );
    cache.set(
      [Player],
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    );
    const seen = watch(cache.select(letters));
    cache.batch(() => {
      cache.delete(Player, 2);
      cache.set(Player, { id: 3, name: 'b' });
    });
    expect(seen.values).toEqual([['a', 'b']]);
  });

  it('keeps what mapRows made if a changed entity shows the same', () => {
    const labels = new Query(
      players,
      view(
        orderBy('score'),
        limit(2),
        mapRows(({ name }) => ({ name })),
      ),
    );
    cache.set(
      [Player],
      [1, 2, 3].map((id) => ({ id, name: `${id}`, score: id * 10 })),
    );
    const seen = watch(cache.select(labels));
    cache.set(Player, { id: 1, active: true });
    expect(seen.values.length).toBe(1);
    cache.set(Player, { id: 2, score: 25 });
    expect(seen.values.length).toBe(1);
    cache.set(Player, { id: 2, score: 5 });
    expect(seen.values[1]).toEqual([{ name: '2' }, { name: '1' }]);
    expect(seen.values[1]![1]).toBe(seen.values[0]![0]);
  });

  it('emits the same through a signal', () => {
    const shown = TestBed.runInInjectionContext(() => cache.selectSignal(active));
    expect(shown()).toBeUndefined();
    cache.set(Player, { id: 1, name: 'a', active: true });
    cache.set(Player, { id: 2, name: 'A', active: true });
    expect(names(shown())).toEqual(['A', 'a']);
    cache.delete(Player, 1);
    expect(names(shown())).toEqual(['A']);
  });

  it('is up to date when it is subscribed to again', () => {
    const list = new Endpoint({
      name: 'players',
      load: () => of([{ id: 1, name: 'y' }]),
      schema: [Player],
    });
    const views: [string, Query<never, never, Player[]>][] = [
      ['an index', new Query(players, view(whereEquals<Player>({ name: 'x' }))) as never],
      ['a list', new Query(list, view(where((player: Player) => player.name === 'x'))) as never],
    ];
    cache.fetch(list).subscribe();
    for (const [name, query] of views) {
      const read = () => cache.get(query as typeof active);
      const open = () => watch(cache.select(query as typeof active));
      cache.set(Player, { id: 1, name: 'y' });
      open().subscription.unsubscribe();
      cache.set(Player, { id: 1, name: 'x', score: 5 });
      expect(names(read())).withContext(name).toEqual(['x']);
      const seen = open();
      expect(names(seen.last)).withContext(name).toEqual(['x']);
      cache.set(Player, { id: 1, name: 'y' });
      expect(names(seen.last)).withContext(name).toEqual([]);
      seen.subscription.unsubscribe();
    }
  });

  it('is updated with its entities', () => {
    const ofBest = new Query(players, view(where(({ team }) => team?.name === 'best')));
    cache.set(Player, { id: 1, name: 'a', team: 5 });
    const seen = watch(cache.select(ofBest));
    cache.set(Team, { id: 5, name: 'best' });
    cache.set(Team, { id: 5, name: 'worst' });
    cache.set(Team, { id: 5, name: 'best' });
    cache.delete(Team, 5);
    expect(seen.values.map((list) => list?.length)).toEqual([0, 1, 0, 1, 0]);
  });

  it("is read in a batch with the batch's own state", () => {
    cache.set(Player, { id: 1, name: 'a', active: true });
    const seen = watch(cache.select(active));
    cache.batch(() => {
      cache.set(Player, { id: 2, name: 'b', active: true });
      expect(names(cache.get(active))).toEqual(['a', 'b']);
    });
    expect(seen.values.map(names)).toEqual([['a'], ['a', 'b']]);
  });
});

describe('R2 a view', () => {
  beforeEach(setUp);

  it('is unknown while its entities are, and again after a reset', () => {
    const size = new Query(players, view(countRows()));
    const none = new Query(players, view(whereEquals({ name: 'nobody' })));
    const seen = watch(cache.select(size));
    const others = watch(cache.select(none));
    cache.set([Player], []);
    cache.set(Player, { id: 1 });
    cache.clear();
    expect(seen.values).toEqual([undefined, 0, 1, undefined]);
    expect(others.values).toEqual([undefined, [], undefined]);
  });
});

describe('R8 the work of a view', () => {
  beforeEach(setUp);
  const size = 10_000;

  it('after one change in 10,000 rows is one evaluation, one key, and a search', () => {
    const done = { tests: 0, keys: 0, comparisons: 0 };
    const counted = new Query(
      players,
      view(
        where((player) => ++done.tests > 0 && player.active),
        orderBy(
          (player) => (++done.keys, player.name),
          (a: string, b: string) => (++done.comparisons, a < b ? -1 : a > b ? 1 : 0),
        ),
      ),
    );
    fill(size);
    const seen = watch(cache.select(counted));
    const shown = seen.values[0]!.length;
    for (const change of [{ score: -1 }, { name: 'zz' }, { name: 'aa' }, { name: 'player 5000' }]) {
      Object.assign(done, { tests: 0, keys: 0, comparisons: 0 });
      cache.set(Player, { id: 4_001, ...change });
      expect([done.tests, done.keys]).toEqual([1, 1]);
      expect(done.comparisons).toBeLessThanOrEqual(2 * Math.log2(shown) + 4);
    }
    Object.assign(done, { tests: 0, keys: 0, comparisons: 0 });
    cache.set(Player, { id: 4_002, score: -1 });
    expect(done).toEqual({ tests: 1, keys: 0, comparisons: 0 });
    expect(seen.values.length).toBe(5);
  });

  it('leaves nothing behind for entities that it does not show', () => {
    fill(100);
    const before = inspection.instances(cache);
    watch(cache.select(new Query(players, view(where(({ id }) => id <= 10)))));
    expect(inspection.instances(cache) - before).toBeLessThanOrEqual(11);
  });

  it('is dropped when the last subscriber leaves', () => {
    fill(100);
    cache.get(players);
    inspection.sweep(cache);
    inspection.sweep(cache);
    const before = inspection.counts(cache);
    const watched = [
      view(
        where((player: Player) => player.active),
        orderBy('score'),
      ),
      view(whereEquals<Player>({ score: 5 })),
      view(join<Player, typeof Team>(new schema.All(Team), 'team'), countRows()),
    ];
    for (const each of watched) {
      watch(cache.select(new Query(players, each as never))).subscription.unsubscribe();
    }
    inspection.sweep(cache);
    inspection.sweep(cache);
    expect(inspection.counts(cache)).toEqual(before);
  });

  it('survives a sweep', () => {
    const ofBest = new Query(players, view(where(({ team }) => team?.name === 'best')));
    cache.set(Player, { id: 1, team: { id: 5 } });
    const seen = watch(cache.select(ofBest));
    inspection.sweep(cache);
    inspection.sweep(cache);
    cache.set(Team, { id: 5, name: 'best' });
    inspection.sweep(cache);
    inspection.sweep(cache);
    expect(cache.get(Player, 1)).toBe(seen.values[1]![0]);
    cache.set(Team, { id: 5, name: 'worst' });
    expect(seen.values.map((list) => list?.length)).toEqual([0, 1, 0]);
  });
});

describe('R8 the argument of a first where', () => {
  beforeEach(setUp);

  class Race extends Entity {
    readonly id: number = 0;
    readonly laps: number = 3;
    readonly winner: Player | null = null;
    readonly start: Date = new Date(0);
    static override readonly schema = { winner: Player, start: (iso: string) => new Date(iso) };

    get isLong(): boolean {
      return this.laps > 10;
    }

    isAfter(year: number): boolean {
      return this.start.getFullYear() > year;
    }
  }
  const races = new schema.All(Race);
  const found = (predicate: (race: Race) => boolean) =>
    watch(cache.select(new Query(races, view(where(predicate))))).values[0]?.map(({ id }) => id);

  it('resembles the entity: fields, defaults, accessors, methods, relations', () => {
    cache.set(
      [Race],
      [
        { id: 1, laps: 12, winner: { id: 7, name: 'Ada' } },
        { id: 2, start: '2020-02-02T00:00:00Z', winner: null },
        { id: 3, winner: 8, extra: null, toString: 'no' } as object,
      ],
    );
    expect(found((race) => race.isLong)).toEqual([1]);
    expect(found((race) => race.laps === 3)).toEqual([2, 3]);
    expect(found((race) => race.isAfter(2019))).toEqual([2]);
    expect(found((race) => race.winner?.name === 'Ada')).toEqual([1]);
    expect(found((race) => race.winner === null)).toEqual([2, 3]);
    expect(found((race) => (race as { extra?: unknown }).extra === null)).toEqual([3]);
    expect(found((race) => (race as { missing?: unknown }).missing !== undefined)).toEqual([]);
    expect(found((race) => race instanceof Race && { ...race }.laps === 12)).toEqual([1]);
    expect(found((race) => race.pk() === 2)).toEqual([2]);
  });

  it('cannot be changed', () => {
    cache.set(Race, { id: 1 });
    const change = (race: Race) => Boolean((race as { laps: number }).laps++);
    expect(watch(cache.select(new Query(races, view(where(change))))).errors.length).toBe(1);
  });
});

describe('R12 a step that throws', () => {
  beforeEach(setUp);
  const picky = new Query(
    players,
    view(
      where(({ name }) => {
        if (name === 'bad') throw new Error('bad name');
        return true;
      }),
    ),
  );

  it('errors its own subscribers only, and a later read of the view succeeds', () => {
    cache.set(Player, { id: 1, name: 'a' });
    const seen = watch(cache.select(picky));
    const other = watch(cache.select(players));
    cache.set(
      [Player],
      [
        { id: 2, name: 'bad' },
        { id: 3, name: 'c' },
      ],
    );
    expect([seen.errors, other.errors]).toEqual([[new Error('bad name')], []]);
    expect(names(other.values.at(-1))).toEqual(['a', 'bad', 'c']);
    expect(watch(cache.select(picky)).errors).toEqual([new Error('bad name')]);
    cache.set(Player, { id: 2, name: 'b' });
    const again = watch(cache.select(picky));
    cache.set(Player, { id: 3, name: 'd' });
    expect(again.values.map(names)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
    ]);
  });

  it('is thrown by a signal, which recovers at the next commit', () => {
    cache.set(Player, { id: 2, name: 'bad' });
    const shown = TestBed.runInInjectionContext(() => cache.selectSignal(picky));
    expect(() => shown()).toThrowError('bad name');
    cache.set(Player, { id: 2, name: 'b' });
    expect(names(shown())).toEqual(['b']);
  });

  it('must not write to the cache', () => {
    const writing = new Query(players, view(where(({ id }) => (cache.set(Team, { id }), true))));
    cache.set(Player, { id: 1 });
    const [error] = watch(cache.select(writing)).errors;
    expect((error as Error).message).toContain('NCQ3001');
  });
});
