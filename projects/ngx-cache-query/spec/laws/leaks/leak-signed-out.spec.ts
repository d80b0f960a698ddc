import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  failureOf,
  orderBy,
  provideCache,
  Query,
  schema,
  type SchemaLike,
  toValues,
  view,
  where,
  withRetention,
} from 'ngx-cache-query';
import { Served } from '../../support/served';

declare const gc: () => void; // provided by --expose-gc in karma.conf.js

class Person extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly boss: Person | undefined = undefined;
  static override readonly schema: Record<string, SchemaLike> = {};
  static override readonly key: string = 'Person';
}
Object.assign(Person.schema, { boss: Person });

const all = new schema.All(Person);
const named = new Query(all, (people) => people.filter(({ name }) => name !== ''));
const viewed = new Query(
  all,
  view(
    where(({ id }) => id % 2 === 0),
    orderBy('name'),
  ),
);

describe('R8 the data of a signed-out user', () => {
  let injector: EnvironmentInjector;
  let cache: CacheService;
  beforeEach(() => {
    injector = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    cache = injector.get(CacheService);
  });

  const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: `n${id}`, boss: 299 - id }));
  /** Weak references, which do not keep their objects alive. */
  let seen: WeakRef<object>[] = [];
  const keepRefs = (value: unknown) => {
    for (const each of (value as object[] | undefined) ?? []) seen.push(new WeakRef(each));
    if (value !== undefined) seen.push(new WeakRef(value as object));
  };
  const inContext = <T>(make: () => T) => TestBed.runInInjectionContext(make);
  const people = () => new Served([Person]);
  /** Ways to read, some of them with a subscriber that stays. */
  const reads: Record<string, () => void> = {
    state: () => {
      const served = people();
      cache.watch(served.endpoint).subscribe(({ value }) => keepRefs(value));
      served.respond(rows);
    },
    watch: () => {
      const served = people();
      cache.watch(served.endpoint).pipe(toValues()).subscribe(keepRefs);
      served.respond(rows);
    },
    resource: () => {
      const served = people();
      const signal = inContext(() => cache.resource(served.endpoint).snapshot);
      signal();
      TestBed.tick();
      served.respond(rows);
      keepRefs(signal().value);
    },
    get: () => [all, named, viewed].forEach((each) => keepRefs(cache.get(each))),
    'get of an entity': () => keepRefs([cache.get(Person, 6)]),
    'select of an entity': () =>
      void cache.select(Person, 5).subscribe((person) => keepRefs(person && [person])),
    select: () => void cache.select(all).subscribe(keepRefs),
    'select of a Query': () => void cache.select(named).subscribe(keepRefs),
    'select of a view': () => void cache.select(viewed).subscribe(keepRefs),
    selectSignal: () => keepRefs(inContext(() => cache.selectSignal(all))()),
    'selectSignal of a Query': () => keepRefs(inContext(() => cache.selectSignal(named))()),
    'selectSignal of a view': () => keepRefs(inContext(() => cache.selectSignal(viewed))()),
  };
  /** Counts the objects in memory. Gives a busy computer time until the page has been rendered. */
  const countLeft = async (looks = 200) => {
    for (; ; looks--) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      gc();
      seen = seen.filter((ref) => ref.deref() !== undefined);
      if (seen.length === 0 || looks === 0) return seen.length;
    }
  };

  const ends: Record<string, () => void> = {
    'clear()': () => void cache.clear(),
    'reset()': () => void cache.reset(),
    'the end of the injector': () => injector.destroy(),
  };
  for (const [name, read] of Object.entries(reads)) {
    for (const [end, run] of Object.entries(ends)) {
      it(`read by ${name} leaves memory at once with ${end}`, async () => {
        seen = [];
        cache.set([Person], rows);
        read();
        expect(seen.length).toBeGreaterThan(0);
        run();
        expect(await countLeft()).toBe(0);
        expect(cache.get(all)).toBeUndefined();
      });
    }
  }

  it('leaves memory when nothing was read: the values of deserializers', async () => {
    class Meeting extends Entity {
      readonly id: number = 0;
      readonly at: Date | null = null;
      static override readonly key: string = 'SignedOutMeeting';
      static override readonly schema = {
        at: (iso: string) => {
          const date = new Date(iso);
          keepRefs([date]);
          return date;
        },
      };
    }
    for (const end of Object.values(ends)) {
      seen = [];
      cache.set(
        [Meeting],
        [1, 2, 3].map((id) => ({ id, at: '2020-01-01' })),
      );
      expect(seen.length).toBe(6);
      end();
      expect(await countLeft()).toBe(0);
    }
  });

  it('leaves memory with retention, and after a question for failures: the data in records', async () => {
    class Note extends Entity {
      readonly id: number = 0;
      readonly tags: readonly string[] = [];
      readonly about: Person | undefined = undefined;
      static override readonly key: string = 'SignedOutNote';
      static override readonly schema = { about: Person };
    }
    const features = [provideCache(withRetention())];
    for (const end of ['clear()', 'reset()']) {
      injector = createEnvironmentInjector(features, TestBed.inject(EnvironmentInjector));
      cache = injector.get(CacheService);
      seen = [];
      cache.set([Note], [{ id: 1, tags: ['secret'], about: { id: 2 } }]);
      const ask = (note: Note) => {
        failureOf(note);
        keepRefs([note.tags]);
      };
      ask(cache.get(Note, 1)!);
      ends[end]();
      expect(await countLeft())
        .withContext(end)
        .toBe(0);
    }
  });

  it('stays in memory as long as a subscriber uses it', async () => {
    seen = [];
    cache.set([Person], rows);
    reads['select']();
    expect(await countLeft(5)).toBe(301);
  });
});
