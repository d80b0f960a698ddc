import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { sizes, sweepAll } from 'ngx-cache-query-internals';
import { duringNotification } from '../../support/during-notification';
import { watch } from '../../support/watch';

/** Its nested deserializer throws when the instance is made, and not when the row is written. */
class Trip extends Entity {
  readonly id: number = 0;
  readonly time: { readonly hours?: number } = {};
  static override readonly schema = {
    time: {
      hours: (raw: string) => {
        if (raw === 'bad') throw new Error('bad hours');
        return Number(raw);
      },
    },
  };
}
class User extends Entity {
  readonly id: number = 0;
}
class Ride extends Trip {
  readonly driver: User | null = null;
  static override readonly schema = { driver: User, ...Trip.schema };
}
const hoursOf = new Query(Trip, ({ time }) => time.hours);

describe('R12 after an instance could not be made', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(Trip, { id: 1, time: { hours: 'bad' } });
  });
  const repair = () => cache.set(Trip, { id: 1, time: { hours: '5' } });

  it('a process that caught the error runs again as soon as the data is repaired', () => {
    cache.set(User, { id: 1 });
    const hoursOrError = new Query(new schema.All(User), () => {
      try {
        return cache.get(Trip, 1)?.time.hours;
      } catch {
        return 'caught';
      }
    });
    const seen = watch(cache.select(hoursOrError));
    repair();
    expect(cache.get(hoursOrError)).toBe(5);
    expect(seen.values).toEqual(['caught', 5]);
  });

  it('a batch that repairs the data reads the repaired data', () => {
    expect(() => cache.get(hoursOf, 1)).toThrowError('bad hours');
    cache.batch(() => {
      repair();
      expect(cache.get(Trip, 1)?.time.hours).toBe(5);
      expect(cache.get(hoursOf, 1)).toBe(5);
    });
    expect(cache.get(hoursOf, 1)).toBe(5);
  });

  it('a subscriber that repairs the data leaves no error behind', () => {
    const hours = () => {
      try {
        return cache.get(hoursOf, 1);
      } catch (error) {
        return String(error);
      }
    };
    const seen: unknown[] = [];
    repair();
    duringNotification(cache, () => {
      cache.set(Trip, { id: 1, time: { hours: 'bad' } });
      seen.push(hours());
      repair();
      seen.push(hours());
    });
    expect(seen).toEqual(['Error: bad hours', 5]);
    expect(hours()).toBe(5);
  });

  it('a sweep frees what the instance had read before it failed', () => {
    cache.set(Ride, { id: 2, driver: { id: 1 }, time: { hours: 'bad' } });
    expect(() => cache.get(Ride, 2)).toThrowError('bad hours');
    expect(sizes(cache).rows).toBe(2);
    sweepAll(cache);
    expect(sizes(cache).rows).toBe(0);
  });

  const showsWholeGraphs = (length: number) => {
    class Branch extends Trip {
      readonly left: Branch | null = null;
      readonly right: Branch | null = null;
      static override get schema() {
        return { left: Branch, right: Branch, ...Trip.schema };
      }
    }
    const [ROOT, LEFT, RIGHT] = [0, 1_000, 2_000];
    const branch = (from: number) =>
      Array.from({ length: length }, (_, i) => ({
        id: from + i,
        left: i < length - 1 ? from + i + 1 : null,
        time: { hours: i < length - 1 ? '1' : 'bad' },
      }));
    const left = branch(LEFT);
    const right = branch(RIGHT);
    cache.set([Branch], [{ id: ROOT, left: LEFT, right: RIGHT }, ...left, ...right]);
    const depths = () =>
      [...left, ...right].map(({ id }) => {
        try {
          let depth = 1;
          for (let at = cache.get(Branch, id)!; at.left; at = at.left) depth++;
          return depth;
        } catch (error) {
          return (error as Error).message;
        }
      });
    expect(() => cache.get(Branch, ROOT)).toThrowError('bad hours');
    expect(new Set(depths())).toEqual(new Set(['bad hours']));
    for (const from of [LEFT, RIGHT])
      cache.set(Branch, { id: from + length - 1, time: { hours: '2' } });
    const expected = left.map((_, i) => length - i);
    expect(cache.get(Branch, ROOT)?.right?.left?.id).toBe(RIGHT + 1);
    expect(depths()).toEqual([...expected, ...expected]);
  };
  for (const length of [200, 250]) {
    it(`in a graph with chains of ${length}, nothing is shown that is only partly filled`, () =>
      showsWholeGraphs(length));
  }
});
