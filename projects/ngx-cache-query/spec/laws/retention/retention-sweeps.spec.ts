import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema, withClock } from 'ngx-cache-query';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import { bucketOf, SWEEP_SLICE } from 'ngx-cache-query-internals';
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
  let handle: CacheInspection;
  beforeEach(() => {
    const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
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
    for (let n = 0; n < 5; n++) handle.sweep();
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
    expect(handle.stats().cells).toBeGreaterThan(before);
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
    const bucket = () => bucketOf(cache, Pet, { name: 'Rex' });
    const seen = watch(cache.select(Pet, { name: 'Rex' }));
    const first = bucket();
    swept();
    expect(bucket()).toBe(first);
    seen.subscription.unsubscribe();
    swept();
    expect(bucket()).not.toBe(first);
  });
});

describe('K4 a sweep of a long chain', () => {
  it('drops it link by link', () => {
    const clock = new FakeClock();
    let handle!: CacheInspection;
    const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
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
    for (let n = 0; n < 20_000 && last > 0; n++) {
      clock.pass(16);
      const now = handle.stats().cells;
      [most, last] = [Math.max(most, last - now), now];
    }
    expect([last, most]).toEqual([0, 10]);
  });
});
