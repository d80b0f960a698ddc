import { TestBed } from '@angular/core/testing';
import { of, tap } from 'rxjs';
import { Collection, countRows, Endpoint, Entity, Query, schema, view } from 'ngx-cache-query';
import { sizes } from 'ngx-cache-query-internals';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { mutation } from '../../support/mutation';
import { arrive, setUpRetained } from '../../support/retained';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

/** While the cache is in use, a collection cycle starts after each quarter of this time. */
const TIME = 100_000;

let { cache, clock, handle, held } = {} as ReturnType<typeof setUpRetained>;
const setUp = (options = {}) =>
  ({ cache, clock, handle, held } = setUpRetained({ time: TIME, ...options }));
/** Lets enough time pass to evict every unused row. */
const longAfter = () => clock.pass(10 * TIME);

describe('K1 the time until a row is evicted', () => {
  beforeEach(() => setUp());

  it('starts when the last subscriber leaves, however long it was subscribed', () => {
    arrive(cache, User, { id: 'a' });
    const seen = watch(cache.select(User, 'a'));
    longAfter();
    seen.subscription.unsubscribe();
    clock.pass(TIME - 1);
    expect(held('User')).toEqual(['a']);
    clock.pass(1);
    expect(held('User')).toEqual([]);
  });

  it('is exceeded only slightly while other rows are in use', () => {
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    clock.pass(10_000);
    cache.get(User, 'a');
    for (const milliseconds of [20_000, 25_000, 25_000, 25_000]) {
      clock.pass(milliseconds);
      cache.get(User, 'b'); // at 30,000, 55,000, 80,000, 105,000
    }
    clock.pass(4_999);
    expect(held('User')).toEqual(['a', 'b']);
    clock.pass(20_001); // 130,000: a fifth longer
    expect(held('User')).toEqual(['b']);
  });

  it('leaves no timer behind when only rows with subscribers remain', () => {
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    clock.pass(30_000);
    watch(cache.select(User, 'b'));
    clock.pass(30_000);
    cache.get(User, 'b');
    clock.pass(39_999);
    expect([held('User'), clock.pendingTimers]).toEqual([['a', 'b'], 1]);
    clock.pass(30_001); // 130,000
    expect([held('User'), clock.pendingTimers]).toEqual([['b'], 0]);
  });

  it('starts when a slow response arrives, and not when it was requested', () => {
    const slow = new Served([User]);
    watch(cache.fetch(slow.endpoint));
    arrive(cache, Todo, { id: 1 });
    clock.pass(TIME / 2);
    slow.respond([{ id: 'a' }]);
    clock.pass(TIME - 1);
    expect(held('User')).toEqual(['a']);
    longAfter();
    expect(held('User')).toEqual([]);
  });

  it('starts when an optimistic deletion that hid the row fails', () => {
    arrive(cache, User, { id: 'a' });
    clock.pass(TIME / 2);
    const removal = mutation(cache, new schema.Invalidate(User));
    removal.send({ id: 'a' });
    for (let n = 0; n < 20; n++) {
      clock.pass(TIME / 4);
      arrive(cache, Todo, { id: 1, title: `${n}` });
    }
    removal.fail();
    clock.pass(TIME - 1);
    expect(held('User')).toEqual(['a']);
    longAfter();
    expect(held('User')).toEqual([]);
  });

  it('starts when the response that contains it is read', () => {
    let requests = 0;
    const load = (id: string) => (requests++, of({ id }));
    const getUser = new Endpoint({ load, schema: User, staleTime: 100 * TIME });
    watch(cache.fetch(getUser, 'a'));
    clock.pass(TIME / 2);
    cache.get(getUser, 'a');
    clock.pass(TIME - 1);
    expect(held('User')).toEqual(['a']);
    watch(cache.ensure(getUser, 'a'));
    expect(requests).toBe(1);
  });

  it('is tracked per row, and not inherited from the row that referenced it', () => {
    arrive(cache, Todo, { id: 1, userId: { id: 'a' } });
    arrive(cache, User, { id: 'b' });
    clock.pass(30_000);
    const seen = watch(cache.select(User, 'a'));
    clock.pass(44_000);
    seen.subscription.unsubscribe();
    clock.pass(25_000);
    cache.get(User, 'b');
    clock.pass(41_000);
    expect([held('Todo'), held('User')]).toEqual([[], ['a', 'b']]);
    clock.pass(33_999); // 173,999: one hundred seconds after the subscriber left
    expect(held('User')).toContain('a');
  });
});

describe('K2 rows that pending mutations may still show', () => {
  it('stay, including those that the first of two changes references', () => {
    setUp();
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);
    arrive(cache, Todo, { id: 1, userId: 'a' });
    const assign = mutation(cache, Todo);
    assign.send({ id: 1, userId: 'b' });
    assign.send({ id: 1, userId: 'c' });
    longAfter();
    expect(held('User')).toEqual(['a', 'b', 'c']);
    assign.fail(1);
    expect(cache.get(Todo, 1)?.userId.id).toBe('b');
  });
});

describe('K2 the response of an endpoint that is fetched again', () => {
  it('stays until the new one arrives', () => {
    setUp();
    const served = new Served([User]);
    watch(cache.fetch(served.endpoint));
    served.respond([{ id: 'a' }]);
    clock.pass(TIME / 2);
    watch(cache.fetch(served.endpoint));
    longAfter();
    expect(cache.get(served.endpoint)?.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('K3 data derived from an evicted row', () => {
  it('is dropped with it: instances, responses and the edges between them', () => {
    setUp();
    const served = new Served([Todo]);
    for (const type of [Todo, User]) cache.get(type as typeof User, '1');
    longAfter();
    const before = handle.stats();
    watch(cache.fetch(served.endpoint));
    served.respond([{ id: 1, userId: { id: 'a' } }]);
    cache.get(served.endpoint);
    clock.pass(TIME - 1);
    expect(cache.get(served.endpoint)?.length).toBe(1);
    longAfter();
    expect([held('Todo'), held('User'), handle.stats()]).toEqual([[], [], before]);
  });
});

describe('K3 the table of evicted rows', () => {
  it('frees the memory of their slots', () => {
    setUp();
    arrive(
      cache,
      [Todo],
      Array.from({ length: 1_000 }, (_, id) => ({ id })),
    );
    watch(cache.select(Todo, 500));
    longAfter();
    const { keys, rows } = sizes(cache);
    expect([held('Todo'), keys, rows]).toEqual([['500'], 1, 1]);
  });
});

describe('K4 between the slices of a collection cycle', () => {
  const COUNT = 10_000;
  class Owner extends Entity {
    readonly id: number = 0;
    readonly boss: Owner | undefined = undefined;
    static override readonly schema: Record<string, typeof Owner> = {};
  }
  Owner.schema['boss'] = Owner;

  /** Lets time pass until the last cycle has begun, and has marked some rows, but not all. */
  const begin = (table: string) => {
    const count = held(table).length;
    clock.pass(TIME);
    clock.pass(16);
    expect(held(table).length).toBe(count);
  };
  const fill = () => {
    setUp();
    arrive(
      cache,
      [User],
      Array.from({ length: 100 }, (_, id) => ({ id: `${id}` })),
    );
    arrive(
      cache,
      [Todo],
      Array.from({ length: COUNT }, (_, id) => ({ id, userId: `${id % 100}` })),
    );
  };

  it('a row that is read keeps what it references, even if its turn comes much later', () => {
    fill();
    begin('Todo');
    const last = Number(held('Todo').at(-1));
    cache.get(Todo, last);
    clock.pass(TIME / 5);
    expect([held('Todo'), held('User')]).toEqual([[`${last}`], [`${last % 100}`]]);
    longAfter();
    expect([held('Todo'), held('User')]).toEqual([[], []]);
  });

  it('a row that is written is evicted in its own time, even if nothing else happens', () => {
    fill();
    begin('Todo');
    arrive(cache, Todo, { id: -1 });
    clock.pass(TIME / 5);
    expect(held('Todo')).toEqual(['-1']);
    longAfter();
    expect(held('Todo')).toEqual([]);
  });

  it('a view that gets a subscriber keeps all of its rows', () => {
    fill();
    begin('Todo');
    const count = watch(cache.select(new Query(allUsers, view(countRows()))));
    longAfter();
    expect([count.last, held('User').length]).toEqual([100, 100]);
  });

  it('rows in a circle of references stay when one of them is read', () => {
    setUp();
    arrive(
      cache,
      [Todo],
      Array.from({ length: COUNT }, (_, id) => ({ id })),
    );
    arrive(
      cache,
      [Owner],
      [0, 1, 2, 3].map((id) => ({ id, boss: (id + 1) % 4 })),
    );
    begin('Todo');
    cache.get(Owner, 2);
    clock.pass(TIME / 5);
    expect([held('Todo'), held('Owner')]).toEqual([[], ['0', '1', '2', '3']]);
  });

  it('a row that loses its reference from a kept row stays for its own time', () => {
    class Setting extends Entity {
      readonly id: number = 0;
      readonly by: User | undefined = undefined;
      static override readonly schema = { by: User };
    }
    setUp({ keep: [Setting] });
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    arrive(
      cache,
      [Todo],
      Array.from({ length: COUNT }, (_, id) => ({ id })),
    );
    arrive(cache, Setting, { id: 1, by: 'a' });
    watch(cache.select(allTodos));
    longAfter();
    cache.get(Todo, 1);
    clock.pass(TIME / 4); // a cycle has started, but has not reached the setting yet
    arrive(cache, Setting, { id: 1, by: null } as never);
    clock.pass(TIME - 1);
    expect(held('User')).toEqual(['a']);
    longAfter();
    expect(held('User')).toEqual([]);
  });
});

describe('K5 a limit of rows', () => {
  it('evicts no more rows than exceed it, even if many are long unused', () => {
    setUp({ maxRows: 3 });
    const seen = watch(cache.select(allUsers));
    for (let n = 0; n < 5; n++) arrive(cache, User, { id: `${n}` });
    longAfter();
    seen.subscription.unsubscribe();
    clock.pass(5_000);
    expect(held('User').length).toBe(3);
  });

  it('does not count lists', () => {
    setUp({ maxRows: 2 });
    const todos = new Collection([Todo]);
    arrive(cache, todos, [{ id: 1 }, { id: 2 }]);
    clock.pass(TIME / 2);
    expect([held('Todo'), cache.get(todos)?.length]).toEqual([['1', '2'], 2]);
  });

  it('starts no more cycles than usual while all rows have subscribers', () => {
    setUp({ maxRows: 2 });
    watch(cache.select(allTodos));
    arrive(cache, [Todo], [{ id: 1 }, { id: 2 }, { id: 3 }]);
    clock.pass(TIME);
    const timers = spyOn(clock, 'after').and.callThrough();
    for (let n = 0; n < 100; n++) {
      clock.pass(TIME / 100);
      cache.get(Todo, 1);
    }
    expect(timers.calls.count()).toBeLessThan(10);
  });

  it('is enforced even while rows arrive faster than cycles start', () => {
    setUp({ maxRows: 3 });
    for (let n = 0; n < 100; n++) {
      arrive(cache, User, { id: `${n}` });
      clock.pass(500);
      expect(clock.pendingTimers).toBe(1);
    }
    expect(held('User').length).toBeLessThan(7);
  });

  it('is enforced soon after a cycle that took several slices', () => {
    setUp({ maxRows: 10_000 });
    const many = (from: number) =>
      Array.from({ length: 10_000 }, (_, n) => ({ id: `${from + n}` }));
    arrive(cache, [User], many(0));
    longAfter();
    expect(held('User')).toEqual([]);
    arrive(cache, [User], many(0));
    clock.pass(TIME / 10);
    arrive(cache, [User], [{ id: 'x' }, { id: 'y' }]);
    clock.pass(5_000);
    expect(held('User').length).toBe(10_000);
  });
});

describe('K4 a collection cycle that is due', () => {
  beforeEach(() => {
    setUp();
    arrive(cache, User, { id: 'a' });
  });

  it('waits for the end of a batch', () => {
    cache.batch(() => {
      arrive(cache, Todo, { id: 1 });
      longAfter();
      expect(held('User')).toEqual(['a']);
    });
    longAfter();
    expect([held('User'), held('Todo')]).toEqual([[], []]);
  });

  it('waits until subscribers were notified of a commit', () => {
    const seen: string[][] = [];
    const todo = watch(
      cache.select(Todo, 1).pipe(
        tap(() => {
          longAfter();
          seen.push(held('User'));
        }),
      ),
    );
    arrive(cache, User, { id: 'a' });
    arrive(cache, Todo, { id: 1 });
    expect(seen).toEqual([[], ['a']]);
    todo.subscription.unsubscribe();
    longAfter();
    expect([held('User'), held('Todo')]).toEqual([[], []]);
  });

  it('does not start after the cache has ended', () => {
    expect(clock.pendingTimers).toBe(1);
    TestBed.resetTestingModule();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not scheduled by a signal that is read after the cache has ended', () => {
    const user = TestBed.runInInjectionContext(() => cache.selectSignal(User, 'a'));
    longAfter();
    expect(clock.pendingTimers).toBe(0);
    TestBed.resetTestingModule();
    user();
    expect(clock.pendingTimers).toBe(0);
  });
});
