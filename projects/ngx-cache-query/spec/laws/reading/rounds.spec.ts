import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, Query, schema, view, where } from 'ngx-cache-query';
import { Subject, switchMap } from 'rxjs';
import { ErrorLog, provideErrorLog } from '../../support/error-log';
import { watch, type Watched } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const nameOf = new Query(User, ({ name }) => name);
const goodNameOf = new Query(User, ({ name }) => {
  if (name === 'bad') throw new Error('bad');
  return name;
});

describe('R1 a round', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'first' }, { id: 2 }]);
  });
  /** Runs a function in the next round, before the round reaches the results that are subscribed to later. */
  const inNextRound = (run: () => void) =>
    cache.select(User, 2).subscribe((user) => {
      if (user?.name === 'go') run();
    });
  const startRound = (name: string) =>
    cache.set(
      [User],
      [
        { id: 2, name: 'go' },
        { id: 1, name },
      ],
    );

  it('notifies in the order of the subscriptions, whatever the order of the changes', () => {
    const seen: string[] = [];
    for (const id of [1, 2]) {
      cache.select(User, id).subscribe((user) => seen.push(`${id} ${user?.name}`));
      cache.select(nameOf, id).subscribe((name) => seen.push(`name ${id} ${name}`));
    }
    seen.length = 0;
    startRound('second');
    expect(seen).toEqual(['1 second', 'name 1 second', '2 go', 'name 2 go']);
  });

  it('does not overwrite the newer value of a subscriber that left and joined again', () => {
    let isWritten = false;
    const joined$ = cache.select(User, 2).pipe(
      switchMap((user) => {
        if (user?.name === 'go' && !isWritten) {
          isWritten = true;
          cache.set(User, { id: 1, name: 'newer' });
        }
        return cache.select(nameOf, 1);
      }),
    );
    const seen = watch(joined$);
    startRound('older');
    expect(seen.last).toBe('newer');
    cache.set(User, { id: 1, name: 'older' });
    expect(seen.last).toBe('older');
    expect(seen.last).toBe(cache.get(nameOf, 1));
  });

  it('does not show an older value to a subscriber that joins others after a later write', () => {
    let joined: Watched<string | undefined> | undefined;
    inNextRound(() => {
      cache.set(User, { id: 1, name: 'newer' });
      joined = watch(cache.select(nameOf, 1));
    });
    const first = watch(cache.select(nameOf, 1));
    startRound('older');
    expect(joined?.values).toEqual(['newer']);
    expect(first.values).toEqual(['first', 'older', 'newer']);
  });

  it('delivers the value that it computed, also if a later write made process throw for a moment', () => {
    inNextRound(() => {
      cache.set(User, { id: 1, name: 'bad' });
      expect(() => cache.get(goodNameOf, 1)).toThrowError('bad');
      cache.set(User, { id: 1, name: 'repaired' });
    });
    const seen = watch(cache.select(goodNameOf, 1));
    startRound('good');
    expect(seen.errors).toEqual([]);
    expect(seen.values).toEqual(['first', 'good', 'repaired']);
  });

  it('delivers the error that it computed, also if a subscriber has repaired the data since then', () => {
    inNextRound(() => {
      cache.set(User, { id: 1, name: 'repaired' });
      expect(cache.get(goodNameOf, 1)).toBe('repaired');
    });
    const seen = watch(cache.select(goodNameOf, 1));
    startRound('bad');
    expect(seen.values).toEqual(['first']);
    expect(seen.errors.map(String)).toEqual(['Error: bad']);
    expect(watch(cache.select(goodNameOf, 1)).last).toBe('repaired');
  });

  it('takes back what a subscriber saw that joined others inside a batch that failed', () => {
    const first = watch(cache.select(nameOf, 1));
    let joined: Watched<string | undefined> | undefined;
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 1, name: 'inside' });
        joined = watch(cache.select(nameOf, 1));
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(first.values).toEqual(['first']);
    expect(joined?.values).toEqual(['inside', 'first']);
  });

  it('of a parent cache reaches the results of a child cache that read the parent', () => {
    const route = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    const child = route.get(CacheService);
    const nameAbove = new Query(new schema.All(User), () => cache.get(User, 1)?.name);
    child.set(User, { id: 9 });
    const seen = watch(child.select(nameAbove));
    cache.set(User, { id: 1, name: 'second' });
    expect(child.get(nameAbove)).toBe('second');
    expect(seen.values).toEqual(['first', 'second']);
    route.destroy();
  });

  it('does not begin inside a batch of the parent cache when the child cache is written to', () => {
    const route = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    const child = route.get(CacheService);
    const [above, below] = [watch(cache.select(nameOf, 1)), watch(child.select(nameOf, 9))];
    cache.batch(() => {
      cache.set(User, { id: 1, name: 'partial' });
      child.set(User, { id: 9, name: 'child' });
      cache.set(User, { id: 1, name: 'whole' });
    });
    expect(above.values).toEqual(['first', 'whole']);
    expect(below.values).toEqual([undefined, 'child']);
    route.destroy();
  });
});

describe('R3 the result of a Query', () => {
  let cache: CacheService;
  const all = new schema.All(User);
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'a' }, { id: 2 }]);
  });

  it('without process is the very list that its schema describes, whatever it has missed', () => {
    const plain = new Query(all);
    expect(cache.get(plain)).toBe(cache.get(all)!);
    cache.set(User, { id: 3 });
    cache.get(all);
    cache.delete(User, 3);
    expect(cache.get(plain)).toBe(cache.get(all)!);
    watch(cache.select(all)).subscription.unsubscribe();
    cache.set(User, { id: 3 });
    cache.get(all);
    cache.delete(User, 3);
    const list = cache.get(all)!;
    expect([watch(cache.select(all)).last, cache.get(plain)]).toEqual([list, list]);
    expect(watch(cache.select(all)).last).toBe(list);
  });

  it('of a join or an index is shared by all reads with equal arguments', () => {
    class Tag extends Entity {
      readonly id: number = 0;
      readonly text: string = '';
      static override readonly indexes = ['text'];
    }
    cache.set(Tag, { id: 1, text: 'x' });
    const tagAndUsers = { tag: Tag, all };
    const joined = cache.get(tagAndUsers, { text: 'x' });
    expect(joined?.tag?.id).toBe(1);
    expect(cache.get(tagAndUsers, { text: 'x' })).toBe(joined);
    expect(cache.get(tagAndUsers, { text: 'y' })?.tag).toBeUndefined();
  });

  it('of a join may have members with the names of methods', () => {
    const join = { key: User, read: all, process: new Query(all, (users) => users.length) };
    const seen = watch(cache.select(join, 1));
    cache.set(User, { id: 3 });
    expect(seen.values.map((each) => [each?.key?.id, each?.read?.length, each?.process])).toEqual([
      [1, 2, 2],
      [1, 3, 3],
    ]);
  });

  it('does not change with an argument that the caller changes later', () => {
    const named = new Query(all, (users, { names }: { readonly names: readonly string[] }) =>
      users.filter(({ name }) => names.includes(name)).map(({ id }) => id),
    );
    const args = { names: ['a'] };
    const seen = watch(cache.select(named, args));
    args.names.push('b');
    cache.set(User, { id: 2, name: 'b' });
    cache.set(User, { id: 3, name: 'a' });
    expect(seen.values).toEqual([[1], [1, 3]]);
    expect(cache.get(named, args)).toEqual([1, 2, 3]);
  });

  it('depends on what process reads after it has subscribed to something', () => {
    const other = new Query(User, ({ name }) => name);
    const firstAndSecond = new Query(all, () => {
      let first: string | undefined;
      cache
        .select(other, 1)
        .subscribe((name) => (first = name))
        .unsubscribe();
      return `${first} ${cache.get(other, 2)}`;
    });
    const seen = watch(cache.select(firstAndSecond));
    cache.set(User, { id: 2, name: 'b' });
    expect(seen.values).toEqual(['a ', 'a b']);
    const writing = new Query(all, () => {
      cache.select(other, 1).subscribe().unsubscribe();
      cache.set(User, { id: 3 });
    });
    expect(() => cache.get(writing)).toThrowError(/NCQ3001/);
  });

  it('is not computed again for a subscriber, or for arguments with an equal key', () => {
    let calls = 0;
    const reading = new Query(all, (_: readonly User[], { id }: { readonly id: number }) => {
      calls++;
      return cache.get(User, id)?.name;
    });
    expect(cache.get(reading, { id: 1 })).toBe('a');
    const args$ = new Subject<[{ readonly id: number }]>();
    const seen = watch(cache.select(reading, args$));
    for (const id of [1, 1, 1]) args$.next([{ id }]);
    expect([seen.values, calls]).toEqual([['a'], 1]);
    const outer = watch(cache.select(new Query(all, () => cache.get(reading, { id: 1 }))));
    cache.set(User, { id: 1, name: 'b' });
    expect([outer.values, seen.values, calls]).toEqual([['a', 'b'], ['a', 'b'], 2]);
    let tests = 0;
    const tested = new Query(all, view(where(() => ++tests > 0)));
    const none$ = new Subject<[]>();
    const list = watch(cache.select(tested, none$));
    none$.next([]);
    tests = 0;
    none$.next([]);
    expect([list.values.length, tests]).toEqual([1, 0]);
  });
});

describe('R2 a cache whose child cache was destroyed', () => {
  it('is still emptied', async () => {
    const cache = TestBed.inject(CacheService);
    const route = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    route.get(CacheService).set(User, { id: 9 });
    route.destroy();
    for (const method of ['reset', 'clear'] as const) {
      cache.set(User, { id: 1 });
      await cache[method]();
      expect(cache.get(new schema.All(User))).toBeUndefined();
    }
  });
});

describe('R12 in production, a write inside process', () => {
  const page = globalThis as { ngDevMode?: unknown };
  let before: unknown;
  let cache: CacheService;
  let log: ErrorLog;
  beforeEach(() => {
    log = new ErrorLog();
    TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
    cache = TestBed.inject(CacheService);
    cache.set(User, { id: 1, name: 'first' });
    before = page.ngDevMode;
    page.ngDevMode = false;
  });
  afterEach(() => (page.ngDevMode = before));

  it('that fails is reported, prevents no other write, and no notification', () => {
    const seen = watch(cache.select(nameOf, 1));
    const writing = new Query(User, () => {
      cache.set(User, { name: 'without a key' });
      cache.set(User, { id: 2, name: 'deferred' });
    });
    cache.get(writing, 1);
    cache.set(User, { id: 1, name: 'second' });
    expect(seen.values).toEqual(['first', 'second']);
    expect(cache.get(User, 2)?.name).toBe('deferred');
    expect(log.errors.map((error) => (error as { code?: string }).code)).toEqual(['NCQ1004']);
  });

  for (const method of ['reset', 'clear'] as const) {
    it(`waits for the end of the computation, also if it is ${method}()`, async () => {
      let emptied: Promise<void> | undefined;
      const emptying = new Query(User, () => {
        emptied ??= cache[method]();
        return cache.get(User, 1)?.name ?? 'gone';
      });
      expect(cache.get(emptying, 1)).toBe('first');
      await emptied;
      expect(cache.get(User, 1)).toBeUndefined();
    });
  }
});
