import {
  createEnvironmentInjector,
  EnvironmentInjector,
  runInInjectionContext,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  countRows,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  Query,
  schema,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Reading extends Entity {
  readonly id: number = 0;
  readonly value: number = 1;
  readonly place: Place | null = null;
  static override get schema() {
    return { place: Place };
  }
}
class Place extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const readings = new schema.All(Reading);

let cache: CacheService;

describe('R8 a view', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('distinguishes 0 from -0, as entities do', () => {
    cache.set(Reading, { id: 1, value: -0 });
    const values = watch(cache.select(new Query(readings, view(mapRows(({ value }) => value)))));
    const most = watch(cache.select(new Query(readings, view(maxOf('value')))));
    cache.set(Reading, { id: 1, value: 0 });
    expect(values.last).toEqual([0]);
    expect(most.last).toBe(0);
  });

  it('looks only at the changed rows, also for a signal, and at all rows if it was not read for long', () => {
    let tests = 0;
    const high = new Query(
      readings,
      view(
        where(({ value }) => {
          tests++;
          return value > 1;
        }),
        countRows(),
      ),
    );
    const rows = (count: number, value: number) =>
      Array.from({ length: count }, (_, id) => ({ id, value }));
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    cache.set([Reading], rows(50, 1));
    const count = runInInjectionContext(injector, () => cache.selectSignal(high));
    const seen = () => {
      tests = 0;
      const value = count();
      return [value, tests];
    };
    expect(seen()).toEqual([0, 50]);
    cache.set(Reading, { id: 7, value: 2 });
    cache.set(Reading, { id: 8, value: 2 });
    expect(seen()).toEqual([2, 2]);
    // What was there for a short time is not kept for a signal that nothing reads.
    for (let id = 100; id < 1_200; id++) {
      cache.set(Reading, { id, value: 2 });
      cache.delete(Reading, id);
    }
    expect(seen()).toEqual([2, 50]);
    cache.delete(Reading, 7);
    expect(seen()).toEqual([1, 0]);
    injector.destroy();
    cache.set(Reading, { id: 9, value: 2 });
    tests = 0;
    expect([cache.get(high), tests]).toEqual([2, 49]);
  });

  it('passes to each step only what the steps before have kept', () => {
    const named = view(
      where((reading: Reading): reading is Reading & { place: Place } => reading.place !== null),
      where(({ place }) => place.name !== ''),
      mapRows(({ place }) => place.name),
      where((name) => name.length < 3),
    );
    const query = new Query(readings, named);
    cache.set(
      [Reading],
      [{ id: 1 }, { id: 2, place: { id: 1, name: 'a' } }, { id: 3, place: { id: 2, name: '' } }],
    );
    expect(cache.get(query)).toEqual(['a']);
    const seen = watch(cache.select(query));
    cache.set(Reading, { id: 1, place: 2 });
    cache.set(Place, { id: 2, name: 'b' });
    cache.set(Reading, { id: 2, place: null });
    cache.set(Place, { id: 2, name: 'long' });
    expect(seen.values).toEqual([['a'], ['b', 'a', 'b'], ['b', 'b'], []]);
    expect(seen.errors).toEqual([]);
  });

  it('emits if a related entity changes that only a step reads', () => {
    const places = view(
      groupRows((reading: Reading) => reading.place?.name),
      countRows(),
    );
    const seen = watch(cache.select(new Query(readings, places)));
    cache.set(Reading, { id: 1, place: 5 });
    cache.set(Place, { id: 5, name: 'a' });
    cache.set(Place, { id: 5, name: 'b' });
    cache.delete(Place, 5);
    expect(seen.values.map((counts) => counts && [...counts.keys()])).toEqual([
      undefined,
      [undefined],
      ['a'],
      ['b'],
      [undefined],
    ]);
  });

  it('can be the source of another one, and of several Queries', () => {
    const high = new Query(readings, view(where(({ value }) => value > 5)));
    const first = new Query(
      high,
      view(
        limit(1),
        mapRows(({ id }) => id),
      ),
    );
    const size = new Query(high, view(countRows()));
    const both = new Query({ first, size }, (all) => [all.first?.[0], all.size]);
    const seen = watch(cache.select(both));
    cache.set([Reading], [{ id: 1, value: 6 }, { id: 2 }]);
    cache.set(Reading, { id: 2, value: 7 });
    cache.set(Reading, { id: 1, value: 5 });
    cache.set(Reading, { id: 1, value: 4 });
    expect(seen.values as unknown).toEqual([undefined, [1, 1], [1, 2], [2, 1]]);
  });

  it('serves several Queries and arguments independently', () => {
    const least = view(
      where((reading: Reading, value: number) => reading.value >= value),
      join(new schema.All(Place), (reading: Reading, value: number) => value),
      mapRows(([{ id }, { name }], value: number) => `${id} ${name} ${value}`),
    );
    const [one, other] = [new Query(readings, least), new Query(readings, least)];
    cache.set(
      [Reading],
      [
        { id: 1, value: 1 },
        { id: 2, value: 2 },
      ],
    );
    cache.set(
      [Place],
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    );
    const all = watch(cache.select(one, 1));
    const some = watch(cache.select(one, 2));
    const same = watch(cache.select(other, 2));
    some.subscription.unsubscribe();
    cache.set(Place, { id: 2, name: 'c' });
    cache.set(Place, { id: 1, name: 'd' });
    expect(all.values).toEqual([
      ['1 a 1', '2 a 1'],
      ['1 d 1', '2 d 1'],
    ]);
    expect(some.values).toEqual([['2 b 2']]);
    expect(same.values).toEqual([['2 b 2'], ['2 c 2']]);
  });
});
