import { TestBed } from '@angular/core/testing';
import { inspect, sweepAll } from 'ngx-cache-query-internals';
import {
  averageOf,
  CacheService,
  countRows,
  distinctRows,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  orderBy,
  Query,
  schema,
  sumOf,
  view,
  type ViewStep,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

declare const gc: () => void; // provided by --expose-gc in karma.conf.js

class Team extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Player extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly score: number = 0;
  readonly teamId: number = 0;
}
const players = new schema.All(Player);
const list = new Query(players, (all) => [...all].reverse());
const nameOf = mapRows(({ name }: Player) => name);

const steps: Record<string, readonly ViewStep<never, unknown, never>[]> = {
  where: [where(({ score }: Player) => score < 5)],
  whereEquals: [whereEquals<Player>({ teamId: 1 })],
  orderBy: [orderBy<Player>('score', 'desc'), nameOf],
  limit: [orderBy<Player>('score'), limit(2), nameOf],
  distinctRows: [distinctRows<Player>('teamId')],
  groupRows: [groupRows((player: Player) => player.teamId), nameOf],
  join: [
    join<Player, typeof Team>(new schema.All(Team), 'teamId'),
    mapRows(([player, team]: readonly [Player, Team]) => `${player.name} ${team.name}`),
  ],
  countRows: [where(({ score }: Player) => score < 5), countRows()],
  sumOf: [sumOf<Player>('score')],
  averageOf: [averageOf<Player>('score')],
  maxOf: [maxOf((player: Player) => player.score)],
};

let cache: CacheService;
const write = () => {
  cache.set(Player, { id: 1, name: 'new', score: 9, teamId: 2 });
  cache.set(Player, { id: 9, name: 'other', score: 0.5, teamId: 1 });
  cache.delete(Player, 2);
  cache.set(Team, { id: 2, name: 'new' });
  cache.delete(Team, 1);
};

describe('R8 a view with each step', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [Team],
      [
        { id: 1, name: 'one' },
        { id: 2, name: 'two' },
      ],
    );
    cache.set(
      [Player],
      [1, 2, 3, 4].map((id) => ({ id, name: `p${id}`, score: id, teamId: id % 2 })),
    );
  });

  for (const [name, each] of Object.entries(steps)) {
    const views = [players, list].map((source) => {
      const process = (view as (...all: readonly unknown[]) => never)(...each);
      return new Query(source as typeof players, process) as Query<typeof players, [], unknown>;
    });

    it(`keeps no earlier instances in memory: ${name}`, async () => {
      let refs: WeakRef<object>[] = [];
      for (const query of views) cache.select(query).subscribe();
      for (let i = 0; i < 3; i++) {
        refs.push(new WeakRef(cache.get(Player, 1)!), new WeakRef(cache.get(Team, 1)!));
        cache.set(Player, { id: 1, name: `${i}`, teamId: i, score: -i });
        cache.set(Team, { id: 1, name: `${i}` });
      }
      refs.push(new WeakRef(cache.get(Player, 3)!));
      cache.delete(Player, 3);
      sweepAll(cache);
      for (let looks = 50; looks > 0 && refs.length > 0; looks--) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        gc();
        refs = refs.filter((ref) => ref.deref() !== undefined);
      }
      expect(refs.map((ref) => JSON.stringify(ref.deref()))).toEqual([]);
    });

    it(`is what it was if a batch that read it fails: ${name}`, () => {
      const seen = views.map((query) => watch(cache.select(query)));
      const before = seen.map(({ last }) => last);
      const fail = () =>
        cache.batch(() => {
          write();
          views.forEach((query, i) => expect(cache.get(query)).not.toEqual(before[i]));
          throw new Error('on purpose');
        });
      expect(fail).toThrowError('on purpose');
      views.forEach((query, i) => {
        expect(cache.get(query)).toBe(before[i]);
        expect(seen[i].values).toEqual([before[i]]);
      });
    });

    it(`shows each state inside a batch, and emits the last one: ${name}`, () => {
      const seen = views.map((query) => watch(cache.select(query)));
      const fresh = () => {
        const other = (view as (...all: readonly unknown[]) => never)(...each);
        return [players, list].map((source) => cache.get(new Query(source as never, other)));
      };
      cache.batch(() => {
        write();
        expect(views.map((query) => cache.get(query))).toEqual(fresh());
        cache.set(Team, { id: 1, name: 'back' });
        cache.set(Player, { id: 3, name: 'x', score: 7 });
        expect(views.map((query) => cache.get(query))).toEqual(fresh());
        cache.set(Player, { id: 1, score: 2 });
      });
      expect(seen.map(({ last }) => last)).toEqual(fresh());
      expect(seen.map(({ values }) => values.length)).toEqual([2, 2]);
    });
  }

  it('listens to its rows only once after an error in a batch', () => {
    const inspection = inspect();
    const picky = new Query(
      players,
      view(
        where(({ name }) => {
          if (name === 'bad') throw new Error('bad name');
          return name !== '';
        }),
        countRows(),
      ),
    );
    const seen = watch(cache.select(picky));
    const counts = inspection.counts(cache);
    cache.batch(() => {
      cache.set(Player, { id: 1, name: 'bad' });
      expect(() => cache.get(picky)).toThrowError('bad name');
      cache.set(Player, { id: 1, name: '' });
    });
    expect([seen.values, seen.errors]).toEqual([[4, 3], []]);
    expect(inspection.counts(cache)).toEqual(counts);
  });
});
