import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { CacheService, Endpoint, Entity, Query, schema } from '../../public-api';
import {
  ErrorLog,
  provideErrorLog,
  thrownBy,
  unhandledErrorsOf,
} from '../testing-support/error-log';
import { allTodos, allUsers, Todo, User } from '../testing-support/models';
import { Served } from '../testing-support/served';
import { watch } from '../testing-support/watch';

let cache: CacheService;
let log: ErrorLog;
const setUp = () => {
  log = new ErrorLog();
  TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
  cache = TestBed.inject(CacheService);
};
const idsOf = (list: readonly User[] | undefined) => list?.map(({ id }) => id).join('');
const ids = () => idsOf(cache.get(allUsers));
/** Everything is in working order: a write lands, and is told once. */
const worksAfterwards = () => {
  const seen = watch(cache.select(User, 'afterwards'));
  cache.set(User, { id: 'afterwards' });
  expect(seen.values.map((user) => user?.id)).toEqual([undefined, 'afterwards']);
  expect(cache.get(allUsers)).toContain(seen.last!);
  seen.subscription.unsubscribe();
  cache.delete(User, 'afterwards');
};

describe('W6 a commit is atomic', () => {
  beforeEach(setUp);

  it('installs everything before it tells anybody', () => {
    cache.set(User, { id: 'a' });
    cache.set(Todo, { id: 1, userId: 'a' });
    const seen: string[] = [];
    cache.select(User, 'a').subscribe(() => {
      const todo = cache.get(Todo, 1)!;
      seen.push(`${cache.get(User, 'a')?.name}-${todo.userId.name}-${todo.title}`);
    });
    cache.set(
      { todo: Todo, user: User },
      { user: { id: 'a', name: 'A' }, todo: { id: 1, title: 'T' } },
    );
    expect(seen).toEqual(['--', 'A-A-T']);
  });

  it('stores nothing of a value with an error in its last part', () => {
    cache.set([User], [{ id: 'a' }]);
    const seen = watch(cache.select(allUsers));
    expect(() => cache.set([User], [{ id: 'b' }, { id: 'a', name: 'A' }, {}])).toThrow();
    expect([seen.values.length, ids()]).toEqual([1, 'a']);
    expect(cache.get(allTodos)).toBeUndefined();
    expect(() => cache.set({ t: [Todo], u: User }, { t: [], u: 5 })).toThrow();
    expect(cache.get(allTodos)).toBeUndefined();
  });

  it('installs a write made while telling after it; the write returns before it is visible', () => {
    const order: (string | undefined)[] = [];
    cache.set([User], []);
    cache.select(allUsers).subscribe((users) => {
      if (idsOf(users) !== 'a') return;
      cache.set(User, { id: 'b' });
      order.push(ids());
      cache.delete(User, 'a');
      order.push(ids());
    });
    const first = watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    expect(order).toEqual(['a', 'a']);
    expect(first.values.map(idsOf)).toEqual(['', 'a', 'ab', 'b']);
  });

  it('is seen by all views in one order', () => {
    const [before, after]: [unknown[], unknown[]] = [[], []];
    const size = new Query(allUsers, (users) => users.length);
    cache.set([User], []);
    cache.select(size).subscribe((value) => before.push(value));
    cache.select(size).subscribe((value) => {
      if (value! > 0 && value! < 4) cache.set(User, { id: `u${value}` });
    });
    cache.select(allUsers).subscribe((users) => after.push(users?.length));
    cache.set(User, { id: 'x' });
    expect(before).toEqual([0, 1, 2, 3, 4]);
    expect(after).toEqual([0, 1, 2, 3, 4]);
  });

  it('runs a hundred rounds of writes that follow from writes', () => {
    cache.set(Todo, { id: 0 });
    cache.select(Todo, 0).subscribe((todo) => {
      const n = Number(todo!.title);
      if (n > 0 && n < 100) cache.set(Todo, { id: 0, title: `${n + 1}` });
    });
    expect(() => cache.set(Todo, { id: 0, title: '1' })).not.toThrow();
    expect(cache.get(Todo, 0)?.title).toBe('100');
  });

  it('throws when there is no end to it, and goes on afterwards', () => {
    cache.set(Todo, { id: 0, title: '0' });
    const endless = cache.select(Todo, 0).subscribe((todo) => {
      if (todo!.title !== '0') cache.set(Todo, { id: 0, title: `${Number(todo!.title) + 1}` });
    });
    const error = thrownBy(() => cache.set(Todo, { id: 0, title: '1' }));
    expect([error.code, error.message.includes('100 commits')]).toEqual([201, true]);
    endless.unsubscribe();
    worksAfterwards();
  });

  it('leaves no fetch without an end when there is no end to commits', () => {
    const echo = new Endpoint({
      load: (n: number) => of({ id: 0, title: `${n}` }),
      schema: Todo,
      sideEffect: true,
    });
    let [begun, ended] = [0, 0];
    cache.set(Todo, { id: 0, title: '0' });
    const endless = cache.select(Todo, 0).subscribe((todo) => {
      if (todo!.title === '0') return;
      begun++;
      const end = () => ended++;
      cache.fetch(echo, Number(todo!.title) + 1).subscribe({ error: end, complete: end });
    });
    expect(thrownBy(() => cache.set(Todo, { id: 0, title: '1' })).code).toBe(201);
    endless.unsubscribe();
    expect(ended).toBe(begun);
  });
});

describe('W6 batch', () => {
  beforeEach(setUp);

  it('is one commit and one emission, and returns what the function returns', () => {
    const seen = watch(cache.select({ users: allUsers, todos: allTodos }));
    const result = cache.batch(() => {
      cache.set(User, { id: 'a' });
      cache.set(Todo, { id: 1, userId: 'a' });
      cache.set(User, { id: 'a', name: 'Ada' });
      return 5;
    });
    expect([result, seen.values.length]).toEqual([5, 2]);
    expect(seen.last?.todos?.[0].userId.name).toBe('Ada');
  });

  it('shows get and updaters what was written so far, and nobody else', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = watch(cache.select(User, 'a'));
    const size = new Query(allUsers, (users) => users.length);
    cache.batch(() => {
      cache.set(User, 'a', (user) => ({ name: `${user.name}B` }));
      expect(cache.get(User, 'a')?.name).toBe('AB');
      cache.set(User, 'a', (user) => ({ name: `${user.name}C` }));
      cache.set(User, { id: 'b' });
      expect([cache.get(size), ids()]).toEqual([2, 'ab']);
      cache.delete(User, 'b');
      expect([cache.get(size), cache.get(User, 'b')]).toEqual([1, undefined]);
      expect(seen.values.length).toBe(1);
    });
    expect(seen.values.map((user) => user?.name)).toEqual(['A', 'ABC']);
  });

  it('emits nothing when its writes come to nothing', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = [watch(cache.select(allUsers)), watch(cache.select(User, 'b'))];
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'B' });
      cache.set(User, { id: 'b' });
      cache.set(User, { id: 'a', name: 'A' });
      cache.delete(User, 'b');
    });
    expect(seen.map((each) => each.values.length)).toEqual([1, 1]);
  });

  it('lands nothing when it throws, and throws the same', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = watch(cache.select(allUsers));
    const before = cache.get(User, 'a');
    const thrown = new Error('no');
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'b' });
        cache.delete(User, 'a');
        cache.set(User, { id: 'a', name: 'new' });
        cache.set([Todo], []);
        expect(ids()).toBe('ba');
        cache.reset();
        throw thrown;
      });
    expect(run).toThrow(thrown);
    expect([seen.values.length, ids()]).toEqual([1, 'a']);
    expect(cache.get(User, 'a')).toBe(before);
    expect(cache.get(allTodos)).toBeUndefined();
    worksAfterwards();
  });

  it('shows who subscribed inside of a batch that threw what is there after all', () => {
    const seen: unknown[] = [];
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'a' });
        cache.select(allUsers).subscribe((users) => seen.push(users?.length));
        throw new Error('no');
      });
    expect(run).toThrow();
    expect(seen.at(-1)).toBeUndefined();
    cache.set(User, { id: 'b' });
    expect(seen.at(-1)).toBe(1);
  });

  it('nests: one commit at the end of the outermost', () => {
    const seen = watch(cache.select(allUsers));
    cache.batch(() => {
      cache.set(User, { id: 'a' });
      cache.batch(() => cache.set(User, { id: 'b' }));
      expect(seen.values.length).toBe(1);
    });
    expect(seen.values.map(idsOf)).toEqual([undefined, 'ab']);
  });

  it('nests: an inner one that throws takes back its own writes only', () => {
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'A' });
      expect(() =>
        cache.batch(() => {
          cache.set(User, { id: 'a', name: 'B' });
          cache.set(User, { id: 'b' });
          throw new Error('no');
        }),
      ).toThrowError('no');
      cache.set(User, { id: 'c' });
    });
    expect([ids(), cache.get(User, 'a')?.name]).toEqual(['ac', 'A']);
  });

  it('refuses an asynchronous function, and writes nothing', async () => {
    const error = thrownBy(() =>
      cache.batch(async () => {
        cache.set(User, { id: 'a' });
        await Promise.resolve();
      }),
    );
    await Promise.resolve();
    expect([error.code, ids()]).toEqual([202, undefined]);
    worksAfterwards();
  });

  it('while a commit is told waits for it, sees its own writes, and is one commit', () => {
    cache.set([User], []);
    let inside: string | undefined;
    cache.select(allUsers).subscribe((users) => {
      if (users?.length !== 1) return;
      cache.batch(() => {
        cache.set(User, { id: 'b' });
        cache.set(User, { id: 'c' });
        inside = ids();
      });
      expect(ids()).toBe('a');
    });
    const seen = watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    expect(inside).toBe('abc');
    expect(seen.values.map(idsOf)).toEqual(['', 'a', 'abc']);
  });

  it('that throws while a commit is told lands nothing', () => {
    cache.set([User], []);
    cache.select(allUsers).subscribe((users) => {
      if (users?.length !== 1) return;
      expect(() =>
        cache.batch(() => {
          cache.set(User, { id: 'b' });
          throw new Error('no');
        }),
      ).toThrowError('no');
    });
    cache.set(User, { id: 'a' });
    expect(ids()).toBe('a');
    worksAfterwards();
  });

  it('holds the responses that land inside of it', () => {
    const endpoint = new Endpoint({ load: () => of({ id: 'a' }), schema: User });
    const seen = watch(cache.select(allUsers));
    const fetched: unknown[] = [];
    cache.batch(() => {
      cache.fetch(endpoint).subscribe((user) => fetched.push(user.id));
      cache.set(User, { id: 'b' });
      expect(fetched).toEqual([]);
    });
    expect([fetched, seen.values.length]).toEqual([['a'], 2]);
    const failed: unknown[] = [];
    const thrown = new Error('no');
    const run = () =>
      cache.batch(() => {
        cache.fetch(endpoint).subscribe({ error: (error) => failed.push(error) });
        throw thrown;
      });
    expect(run).toThrow();
    expect(failed).toEqual([thrown]);
  });
});

describe('W6 an exception leaves everything in working order', () => {
  beforeEach(setUp);

  class Fragile extends Entity {
    readonly id: string = '';
    readonly text: string = '';
    static at = '';
    static fail(place: string, ...rows: unknown[]): void {
      const bad = rows.some((row) => (row as Fragile | undefined)?.text === 'bad');
      if (Fragile.at === place && bad) throw new Error(place);
    }
    override pk() {
      Fragile.fail('pk', this);
      return this.id;
    }
    static override process(input: object) {
      Fragile.fail('process', input);
      return { ...input };
    }
    static override validate(row: object) {
      Fragile.fail('validate', row);
      return undefined;
    }
    static override merge(existing: object, incoming: object) {
      Fragile.fail('merge', incoming);
      return { ...existing, ...incoming };
    }
    static override shouldUpdate(_: object, incoming: object) {
      Fragile.fail('shouldUpdate', incoming);
      return true;
    }
    static override shouldReorder(_a: object, _b: object, _: object, incoming: object) {
      Fragile.fail('shouldReorder', incoming);
      return false;
    }
  }
  const places = ['pk', 'process', 'validate', 'merge', 'shouldUpdate', 'shouldReorder'];
  for (const place of places) {
    it(`in static ${place}`, () => {
      const fragile = new schema.All(Fragile);
      cache.set([Fragile], [{ id: '1' }, { id: '2' }]);
      const seen = watch(cache.select(fragile));
      const users = watch(cache.select(allUsers));
      Fragile.at = place;
      const rows = [
        { id: '3' },
        { id: '1', text: 'good' },
        { id: '2', text: 'bad' },
      ];
      const write = () => cache.set({ users: [User], rows: [Fragile] }, { users: [{ id: 'u' }], rows });
      expect(write).toThrowError(place);
      const endpoint = new Endpoint({ load: () => of(rows), schema: [Fragile] });
      const fetched = watch(cache.fetch(endpoint));
      expect(fetched.errors).toEqual([new Error(place)]);
      expect([seen.values.length, users.values.length]).toEqual([1, 1]);
      expect(cache.get(Fragile, '1')?.text).toBe('');
      Fragile.at = '';
      worksAfterwards();
      cache.set([Fragile], rows);
      expect(seen.values.map((list) => list?.map(({ text }) => text))).toEqual([
        ['', ''],
        ['good', 'bad', ''],
      ]);
    });
  }

  it('in an updater', () => {
    cache.set(User, { id: 'a' });
    const write = () =>
      cache.set(User, 'a', () => {
        throw new Error('no');
      });
    expect(write).toThrowError('no');
    worksAfterwards();
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      expect(write).toThrowError('no');
      cache.set(User, { id: 'c' });
    });
    expect(ids()).toBe('abc');
  });

  it('in an updater that had to wait: it is reported, what waits after it lands', () => {
    cache.set(User, { id: 'a' });
    const thrown = new Error('no');
    cache.select(User, 'a').subscribe((user) => {
      if (user?.name !== 'go') return;
      cache.set(User, 'a', () => {
        throw thrown;
      });
      cache.set(User, { id: 'b' });
    });
    cache.set(User, { id: 'a', name: 'go' });
    expect([log.errors, ids()]).toEqual([[thrown], 'ab']);
    worksAfterwards();
  });

  it('in an updater that had to wait, with an ErrorHandler that throws', async () => {
    spyOn(log, 'handleError').and.callFake((error) => {
      throw error;
    });
    cache.set(User, { id: 'a' });
    cache.select(User, 'a').subscribe((user) => {
      if (user?.name !== 'go') return;
      cache.set(User, 'a', () => {
        throw new Error('no');
      });
      cache.set(User, { id: 'b' });
    });
    await jasmine.spyOnGlobalErrorsAsync(async (spy) => {
      cache.set(User, { id: 'a', name: 'go' });
      expect(ids()).toBe('ab');
      await new Promise((resolve) => setTimeout(resolve));
      expect(spy.calls.allArgs().map(([error]) => error)).toEqual([new Error('no')]);
    });
    worksAfterwards();
  });

  it('in a subscriber', async () => {
    const seen = [watch(cache.select(allUsers))];
    const subscription = cache.select(allUsers).subscribe((users) => {
      if (users?.length === 1) throw new Error('subscriber');
    });
    seen.push(watch(cache.select(allUsers)));
    const errors = await unhandledErrorsOf(() => cache.set(User, { id: 'a' }));
    expect(errors).toEqual([new Error('subscriber')]);
    expect(seen.map((each) => each.values.length)).toEqual([2, 2]);
    subscription.unsubscribe();
    worksAfterwards();
  });

  it('in who subscribes to a fetch, and in who loads', async () => {
    const served = new Served(User);
    const endpoint = new Endpoint({
      load: (): never => {
        throw new Error('load');
      },
      schema: User,
    });
    expect(watch(cache.fetch(endpoint)).errors).toEqual([new Error('load')]);
    cache.fetch(served.endpoint).subscribe(() => {
      throw new Error('subscriber');
    });
    const errors = await unhandledErrorsOf(() => served.answer({ id: 'a' }));
    expect([errors, ids()]).toEqual([[new Error('subscriber')], 'a']);
    worksAfterwards();
  });

  it('in a value of connect: it goes to onError or the ErrorHandler, and the stream lives', () => {
    const source = new Subject<unknown>();
    const errors: unknown[] = [];
    cache.connect(source, User, { onError: (error) => errors.push(error) });
    cache.connect(source, [User]);
    source.next({ id: 'a' });
    source.next([{ id: 'b' }]);
    source.next(5);
    source.next({ id: 'c' });
    expect(ids()).toBe('abc');
    expect([errors.length, log.errors.length]).toEqual([2, 3]);
    source.error('ended');
    expect([errors.at(-1), log.errors.at(-1)]).toEqual(['ended', 'ended']);
    worksAfterwards();
  });

  it('connect ends with its subscription', () => {
    const source = new Subject<unknown>();
    const subscription = cache.connect(source, User);
    source.next({ id: 'a' });
    subscription.unsubscribe();
    expect(source.observed).toBeFalse();
    source.next({ id: 'b' });
    expect(ids()).toBe('a');
  });
});
