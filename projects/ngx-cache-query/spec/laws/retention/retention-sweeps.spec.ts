import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema, withClock } from 'ngx-cache-query';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { SWEEP_SLICE } from '../../../src/lib/platform/sweep-slice';
import { Reader } from '../../../src/lib/query/reader';
import { planOf } from '../../../src/lib/schema/entity/entity-plan';
import { FakeClock } from '../../support/fake-clock';
import { allUsers, feed, link, post, Todo, User } from '../../support/models';
import { arrive } from '../../support/retained';
import { watch } from '../../support/watch';

class Person extends Entity {
  readonly id: number = 0;
  readonly friend: Person | undefined = undefined;
  readonly user: User | undefined = undefined;
  static override readonly schema: Record<string, typeof User | typeof Person> = { user: User };
}
Person.schema['friend'] = Person;
class Pet extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly indexes = ['name'];
}

describe('R8 a sweep drops', () => {
  let cache: CacheService;
  let handle: CacheHandle;
  beforeEach(() => {
    const onInit = (cacheHandle: CacheHandle) => (handle = cacheHandle);
    TestBed.configureTestingModule({
      providers: [provideCache(withExtension(() => ({ onInit })))],
    });
    cache = TestBed.inject(CacheService);
    arrive(cache, [User], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    arrive(
      cache,
      [Person],
      [
        { id: 1, friend: 2, user: 'a' },
        { id: 2, friend: 1, user: 'a' },
      ],
    );
  });
  const swept = () => {
    handle.sweep();
    handle.sweep();
    return handle.stats().cells;
  };

  it('instances that reference each other in a circle', () => {
    cache.get(Person, 99);
    cache.get(User, 'x');
    const before = swept();
    expect(cache.get(Person, 1)?.friend?.friend).toBe(cache.get(Person, 1));
    expect(handle.stats().cells).toBe(before + 3);
    expect(swept()).toBe(before);
  });

  it('a list of several types, even if the list of each type has a subscriber', () => {
    arrive(cache, feed, [link(1), post(1)]);
    for (const type of feed.types) watch(cache.select(new schema.All(type)));
    const before = swept();
    cache.get(feed);
    expect(handle.stats().cells).toBe(before + 1);
    expect(swept()).toBe(before);
  });

  it('nothing that a list with subscribers shows, even if another result showed it, too', () => {
    arrive(cache, Todo, { id: 1, userId: 'b' });
    const seen = watch(cache.select(allUsers));
    cache.get(Todo, 1);
    cache.get(Person, 1);
    swept();
    arrive(cache, User, { id: 'a', name: 'Adele' });
    arrive(cache, User, { id: 'b', name: 'Bob' });
    expect(seen.values.map((users) => users?.map(({ name }) => name))).toEqual([
      ['Ada', ''],
      ['Adele', ''],
      ['Adele', 'Bob'],
    ]);
  });

  it('keys of an index that no read uses any more', () => {
    const reader = new Reader(
      fail,
      () => undefined,
      () => undefined,
    );
    const bucket = () => {
      const { indexes } = reader.graph.typeOf(planOf(Pet));
      return indexes.over(['name'])!.of({ name: 'Rex' });
    };
    const sweep = () => {
      const release = reader.sweepSteps();
      while (release.next().done !== true);
    };
    reader.get(Pet, [{ name: 'Rex' }]);
    const first = bucket();
    sweep();
    expect(bucket()).toBe(first);
    sweep();
    expect(bucket()).not.toBe(first);
  });
});

describe('K4 a sweep of a long chain', () => {
  it('drops it link by link', () => {
    const clock = new FakeClock();
    let handle!: CacheHandle;
    const onInit = (cacheHandle: CacheHandle) => (handle = cacheHandle);
    TestBed.configureTestingModule({
      providers: [
        provideCache(
          withClock(clock),
          withExtension(() => ({ onInit })),
        ),
        { provide: SWEEP_SLICE, useValue: 10 },
      ],
    });
    const cache = TestBed.inject(CacheService);
    arrive(
      cache,
      [Person],
      Array.from({ length: 500 }, (_, id) => ({ id, friend: id - 1 })),
    );
    cache.get(Person, 499);
    let [most, last] = [0, handle.stats().cells];
    expect(last).toBeGreaterThan(500);
    for (let n = 0; n < 20_000 && last > 1; n++) {
      clock.pass(16);
      const now = handle.stats().cells;
      [most, last] = [Math.max(most, last - now), now];
    }
    expect([last, most]).toEqual([1, 10]);
  });
});
