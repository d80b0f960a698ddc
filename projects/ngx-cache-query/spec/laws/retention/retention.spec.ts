import { createEnvironmentInjector, EnvironmentInjector, PLATFORM_ID } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import {
  type CacheFeature,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  join,
  mapRows,
  provideCache,
  Query,
  type RetentionOptions,
  schema,
  toValues,
  view,
  whereEquals,
  withClock,
  withFrameBatching,
  withRetention,
} from 'ngx-cache-query';
import { SWEEP_SLICE } from 'ngx-cache-query-internals';
import { FakeClock } from '../../support/fake-clock';
import {
  allTodos,
  allUsers,
  feed,
  idList,
  link,
  names,
  Post,
  post,
  Todo,
  User,
} from '../../support/models';
import { mutation } from '../../support/mutation';
import { Recorder } from '../../support/recorder';
import { fetchOnce, Served } from '../../support/served';
import { arrive } from '../../support/retained';
import { watch } from '../../support/watch';

const TIME = 60_000;
const todos = new Collection([Todo]);
class Team extends Entity {
  readonly id: number = 0;
  readonly lead: string = '';
  static override readonly schema = { lead: new schema.Lazy(() => User) };
}
class Note extends Entity {
  readonly id: number = 0;
  readonly todo: Todo | undefined = undefined;
  static override readonly schema = { todo: Todo };
}
class Employee extends Entity {
  readonly id: number = 0;
  readonly boss: Employee | undefined = undefined;
  static override readonly schema: Record<string, typeof Employee> = {};
}
Employee.schema['boss'] = Employee;

let cache: CacheService;
let clock: FakeClock;
let handle: CacheInspection;
let recorder: Recorder;

function setUp(options: RetentionOptions | null = { time: TIME }, ...more: CacheFeature[]) {
  clock = new FakeClock();
  recorder = new Recorder();
  const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
  TestBed.configureTestingModule({
    providers: [
      provideCache(
        withClock(clock),
        withExtension(() => ({ onInit })),
        withExtension(() => recorder),
        ...(options === null ? [] : [withRetention(options)]),
        ...more,
      ),
    ],
  });
  cache = TestBed.inject(CacheService);
}

/** Returns the keys of the rows that the cache contains. */
const held = (table: string) => handle.rows(table).map(({ pk }) => pk);
/** Lets enough time pass to evict all unused data. */
const longAfter = () => clock.pass(10 * TIME);

const getUser = new Endpoint({ load: (id: string) => of({ id, name: 'Ada' }), schema: User });

describe('K1 unused rows are evicted', () => {
  beforeEach(() => setUp());

  const uses: Record<string, () => void> = {
    'a write': () => undefined,
    'a write of equal fields': () => arrive(cache, User, { id: 'a' }),
    'a read': () => void cache.get(User, 'a'),
    'a read of a list with it': () => void cache.get(allUsers),
    'a subscription': () => watch(cache.select(User, 'a')).subscription.unsubscribe(),
    'a fetch': () => watch(cache.fetch(getUser, 'a')),
    'a subscription to an endpoint with it': () =>
      watch(cache.watch(getUser, 'a').pipe(toValues())).subscription.unsubscribe(),
  };
  for (const [name, use] of Object.entries(uses)) {
    it(`the configured time after ${name}`, () => {
      arrive(cache, User, { id: 'a', name: 'Ada' });
      clock.pass(TIME / 2);
      use();
      const left = name === 'a write' ? TIME / 2 : TIME;
      clock.pass(left - 1);
      expect(held('User')).toEqual(['a']);
      clock.pass(1);
      expect(held('User')).toEqual([]);
      expect(clock.pendingTimers).toBe(0);
    });
  }

  it('also those that were created before they had an id', () => {
    const create = mutation(cache, User);
    create.send({ name: 'Ada' });
    create.respond({ id: 'a' });
    clock.pass(TIME - 1);
    expect(held('User').length).toBe(1);
    clock.pass(1);
    expect(held('User')).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('one by one, while others are in use', () => {
    for (const id of ['a', 'b', 'c']) arrive(cache, User, { id });
    const seen = watch(cache.select(User, 'b'));
    for (let n = 0; n < 20; n++) {
      clock.pass(TIME / 10);
      cache.get(User, 'c');
    }
    expect(held('User')).toEqual(['b', 'c']);
    seen.subscription.unsubscribe();
    longAfter();
    expect(held('User')).toEqual([]);
  });

  it('at a time that is known before', () => {
    const keptFor = () => handle.uses('User', 'a').keptFor;
    arrive(cache, User, { id: 'a' });
    expect(keptFor()).toBe(TIME);
    clock.pass(TIME / 2);
    expect(keptFor()).toBe(TIME / 2);
    cache.get(User, 'a');
    clock.pass(TIME / 4);
    expect(keptFor()).toBe((TIME * 3) / 4);
  });

  it('after five minutes by default', () => {
    TestBed.resetTestingModule();
    setUp({});
    arrive(cache, User, { id: 'a' });
    clock.pass(299_999);
    expect(held('User')).toEqual(['a']);
    clock.pass(1);
    expect(held('User')).toEqual([]);
  });

  it('unless their cache belongs to a route and does not set up retention', () => {
    let own!: CacheInspection;
    const onInit = (cacheHandle: CacheHandle) => (own = inspect(cacheHandle));
    const injector = createEnvironmentInjector(
      [provideCache(withExtension(() => ({ onInit })))],
      TestBed.inject(EnvironmentInjector),
    );
    injector.get(CacheService).set(User, { id: 'a' });
    arrive(cache, User, { id: 'a' });
    longAfter();
    expect([own.rows('User').length, held('User').length]).toEqual([1, 0]);
    injector.destroy();
  });

  it('never without withRetention, and never on a server', () => {
    for (const [options, platform] of [
      [null, 'browser'],
      [{ time: TIME }, 'server'],
    ] as const) {
      TestBed.resetTestingModule();
      TestBed.configureTestingModule({ providers: [{ provide: PLATFORM_ID, useValue: platform }] });
      setUp(options);
      arrive(cache, User, { id: 'a' });
      if (platform === 'server') expect(clock.pendingTimers).toBe(0);
      longAfter();
      expect(held('User')).toEqual(['a']);
    }
  });
});

describe('K1 a write counts as a use', () => {
  const tick = (n: number) => arrive(cache, Todo, { id: 9, title: `${n}` }); // keeps another row in use

  it('even if the response confirms the row: none is skipped', () => {
    setUp({ time: 100 * TIME, maxRows: 2 });
    const five = [1, 2, 3, 4, 5].map((id) => ({ id: `${id}` }));
    arrive(cache, [User], five);
    const users = mutation(cache, [User]);
    users.send(five);
    clock.pass(200_000);
    users.respond(five);
    clock.pass(5_000);
    expect(held('User').length).toBe(2);
  });

  it('even if a stream confirms the row, frame by frame', async () => {
    setUp({ time: TIME }, withFrameBatching());
    const messages = new Subject<object>();
    cache.connect(messages, User);
    arrive(cache, User, { id: 'a', name: 'Ada' });
    for (let n = 0; n < 10; n++) {
      clock.pass(TIME / 6);
      messages.next({ id: 'a', name: 'Ada' });
      clock.pass(100);
      await Promise.resolve();
    }
    clock.pass(TIME - 200);
    expect(held('User')).toEqual(['a']);
  });

  it('even if a failed mutation restores the row', () => {
    setUp();
    arrive(cache, User, { id: 'a' });
    const removal = mutation(cache, new schema.Invalidate(User));
    removal.send({ id: 'a' });
    for (let n = 0; n < 40; n++) {
      clock.pass(TIME / 4);
      tick(n);
    }
    removal.fail();
    clock.pass(TIME / 2);
    expect(held('User')).toEqual(['a']);
  });
});

describe('K2 eviction keeps', () => {
  beforeEach(() => {
    setUp();
    arrive(cache, [User], [{ id: 'a', isAdmin: true }, { id: 'b' }]);
    arrive(
      cache,
      [Todo],
      [
        { id: 1, userId: 'a' },
        { id: 2, userId: 'b' },
      ],
    );
    arrive(cache, Team, { id: 1, lead: 'a' });
    arrive(cache, todos, [{ id: 1, userId: 'a' }]);
  });
  const byAdmin = new Query(allUsers, view(whereEquals<User>({ isAdmin: true })));
  const inList = new Query(todos, view(whereEquals<Todo>({ completed: false })));
  const looked = new Query(allTodos, (all) => all.length + (cache.get(User, 'b')?.id ?? ''));
  class Indexed extends Entity {
    readonly id: number = 0;
    readonly slug: string = '';
    static override readonly indexes = ['slug'] as const;
  }

  const watches: [string, () => void, Record<string, string[]>][] = [
    ['an entity', () => watch(cache.select(User, 'a')), { User: ['a'], Todo: [] }],
    ['a relation', () => watch(cache.select(Todo, 2)), { User: ['b'], Todo: ['2'] }],
    ['a lazy relation', () => watch(cache.select(Team, 1)), { User: ['a'], Todo: [] }],
    ['an All', () => watch(cache.select(allUsers)), { User: ['a', 'b'], Todo: [] }],
    ['a join', () => watch(cache.select({ one: User }, { id: 'a' })), { User: ['a'] }],
    ['the source of a view', () => watch(cache.select(byAdmin)), { User: ['a', 'b'], Todo: [] }],
    ['a list of a Collection', () => watch(cache.select(todos)), { User: ['a'], Todo: ['1'] }],
    ['a view of a list', () => watch(cache.select(inList)), { User: ['a'], Todo: ['1'] }],
    [
      'what process reads',
      () => watch(cache.select(looked)),
      { User: ['a', 'b'], Todo: ['1', '2'] },
    ],
  ];
  for (const [name, use, expected] of watches) {
    it(`${name}, with a subscriber`, () => {
      use();
      longAfter();
      for (const [table, keys] of Object.entries(expected)) {
        expect(held(table)).withContext(table).toEqual(keys);
      }
    });
  }

  it('an entity that a signal shows, and one that is found by an index', () => {
    arrive(cache, Indexed, { id: 1, slug: 'x' });
    arrive(cache, Indexed, { id: 2, slug: 'y' });
    const user = TestBed.runInInjectionContext(() => cache.selectSignal(User, 'a'));
    user();
    const found = watch(cache.select(Indexed, { slug: 'y' }));
    longAfter();
    expect([held('User'), held('Indexed'), found.values.length]).toEqual([['a'], ['2'], 1]);
  });

  it('the next match of an index', () => {
    arrive(
      cache,
      [Indexed],
      [
        { id: 1, slug: 'x' },
        { id: 2, slug: 'x' },
        { id: 3, slug: 'y' },
      ],
    );
    const found = watch(cache.select(Indexed, { slug: 'x' }));
    longAfter();
    expect(held('Indexed')).toEqual(['1', '2']);
    cache.delete(Indexed, 1);
    expect(found.values.map((each) => each?.id)).toEqual([1, 2]);
    expect(cache.get(Indexed, { slug: 'y' })).toBeUndefined();
    arrive(cache, Indexed, { id: 3, slug: 'z' });
    expect(cache.get(Indexed, { slug: 'y' })).toBeUndefined();
    expect(cache.get(Indexed, { slug: 'z' })?.id).toBe(3);
  });

  it('the response of an active query, and what it shows', () => {
    const served = new Served([Todo]);
    const seen = watch(cache.watch(served.endpoint).pipe(toValues()));
    served.respond([{ id: 2 }]);
    longAfter();
    expect([held('Todo'), held('User'), served.requests.length]).toEqual([['2'], ['b'], 1]);
    seen.subscription.unsubscribe();
    longAfter();
    expect([held('Todo'), held('User')]).toEqual([[], []]);
    watch(cache.watch(served.endpoint).pipe(toValues()));
    expect(served.requests.length).toBe(2);
  });

  it('the result of a mutation in flight, and the rows to roll back to', () => {
    const assign = mutation(cache, Todo).send({ id: 1, userId: 'b' });
    const remove = mutation(cache, new schema.Invalidate(Team)).send({ id: 1 });
    longAfter();
    expect([held('Todo'), held('User'), held('Team')]).toEqual([['1'], ['a', 'b'], []]);
    assign.subscription.unsubscribe();
    remove.subscription.unsubscribe();
    expect([cache.get(Todo, 1)?.userId.id, cache.get(Team, 1)?.lead]).toEqual(['a', 'a']);
    longAfter();
    expect([held('Todo'), held('User'), held('Team')]).toEqual([[], [], []]);
  });

  it('recently used rows, and what they reference', () => {
    for (let n = 0; n < 20; n++) {
      clock.pass(TIME / 2);
      cache.get(Todo, 1);
    }
    expect([held('Todo'), held('User')]).toEqual([['1'], ['a']]);
  });

  it('entities of the classes in the keep option, and what they reference', () => {
    TestBed.resetTestingModule();
    setUp({ time: TIME, keep: [Todo] });
    arrive(cache, [Todo], [{ id: 1, userId: { id: 'a' } }]);
    arrive(cache, User, { id: 'b' });
    longAfter();
    expect([held('Todo'), held('User')]).toEqual([['1'], ['a']]);
  });

  it('rows that are newer than a read in flight', () => {
    const slow = new Served([User]);
    const running = watch(cache.fetch(slow.endpoint));
    arrive(cache, User, { id: 'b', name: 'newer' });
    longAfter();
    slow.respond([{ id: 'b', name: 'older' }]);
    expect([cache.get(User, 'b')?.name, running.errors]).toEqual(['newer', []]);
  });
});

describe('K3 eviction is no deletion', () => {
  beforeEach(() => setUp());

  it('a list that lost entities is unknown, and not empty, until one is written again', () => {
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    const seen = watch(cache.select(User, 'b'));
    longAfter();
    expect(held('User')).toEqual(['b']);
    expect([cache.get(allUsers), watch(cache.select(allUsers)).last]).toEqual([
      undefined,
      undefined,
    ]);
    arrive(cache, User, { id: 'c' });
    expect(idList(cache.get(allUsers))).toEqual(['b', 'c']);
    expect(seen.values.length).toBe(1);
  });

  it('a list of several types is unknown when one of them lost entities', () => {
    arrive(cache, feed, [link(1), post(1)]);
    cache.get(feed);
    const seen = watch(cache.select(feed.types[1] as typeof User, 1 as never));
    longAfter();
    expect([held('Link'), held('Post')]).toEqual([[], ['1']]);
    expect(cache.get(feed)).toBeUndefined();
    cache.clear();
    arrive(cache, Post, post(2)); // Nothing tells of links.
    expect(idList(cache.get(feed))).toEqual([2]);
    expect(seen.errors).toEqual([]);
  });

  it('a list of a Collection is unknown, and adds nothing until it is loaded again', () => {
    arrive(cache, todos, [{ id: 1 }]);
    longAfter();
    expect(cache.get(todos)).toBeUndefined();
    arrive(cache, todos.push, { id: 2 });
    expect(cache.get(todos)).toBeUndefined();
  });

  it('an endpoint whose response contained it is fetched again, and shows no partial response', () => {
    const served = new Served({ users: [User], total: 0 });
    watch(cache.fetch(served.endpoint));
    served.respond({ users: [{ id: 'a', name: 'Ada' }], total: 1 });
    longAfter();
    expect(cache.get(served.endpoint)).toBeUndefined();
    const state = watch(cache.watch(served.endpoint));
    expect([state.last?.status, served.requests.length]).toEqual(['loading', 2]);
  });

  it('subscribers are not notified', () => {
    arrive(cache, [User], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    arrive(cache, Todo, { id: 1, userId: 'a' });
    const one = watch(cache.select(User, 'a'));
    const none = watch(cache.select(User, 'x'));
    const unknown = watch(cache.select(feed));
    const commits = recorder.commits.length;
    longAfter();
    expect([held('User'), held('Todo')]).toEqual([['a'], []]);
    expect(recorder.commits.length).toBe(commits);
    expect([one, none, unknown].map(({ values }) => values.length)).toEqual([1, 1, 1]);
  });

  it('a view that joins it with others is unknown, with and without subscribers, until it is known again', () => {
    class Issue extends Entity {
      readonly id: number = 0;
      readonly ownerId: string = '';
    }
    const owned = () =>
      new Query(
        new schema.All(Issue),
        view(
          join(allUsers, 'ownerId'),
          mapRows(([issue, owner]) => `${issue.id}${owner.id}`),
        ),
      );
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    const issues = [
      { id: 1, ownerId: 'a' },
      { id: 2, ownerId: 'b' },
    ];
    arrive(cache, [Issue], issues);
    watch(cache.select(new schema.All(Issue)));
    watch(cache.select(User, 'a'));
    longAfter();
    const read = owned();
    const seen = watch(cache.select(owned()));
    expect([cache.get(read), seen.last]).toEqual([undefined, undefined]);
    arrive(cache, User, { id: 'b' });
    expect([cache.get(read), seen.last]).toEqual([
      ['1a', '2b'],
      ['1a', '2b'],
    ]);
  });

  it('nothing of an evicted row remains', () => {
    arrive(cache, todos, [{ id: 1 }]);
    watch(cache.select(new Query(todos, view(whereEquals<Todo>({ completed: false })))));
    cache.get(Todo, 1);
    longAfter();
    const { cells } = handle.stats();
    arrive(cache, Todo, { id: 2 });
    cache.get(Todo, 2);
    longAfter();
    expect([held('Todo'), handle.stats().cells]).toEqual([['1'], cells]);
  });

  it('an entity that was created before it had an id is in lists that are loaded later', () => {
    const create = mutation(cache, Todo);
    create.send({ title: 'new' });
    create.respond({ id: 7 });
    longAfter();
    fetchOnce(cache, todos, [{ id: 7 }, { id: 8 }]);
    expect(cache.get(todos)?.map(({ id }) => id)).toEqual([7, 8]);
  });

  it('a row that returns is new: it is appended, with the fields of its write', () => {
    arrive(cache, [User], [{ id: 'a', name: 'Ada', isAdmin: true }, { id: 'b' }]);
    const seen = watch(cache.select(User, 'b'));
    longAfter();
    arrive(cache, User, { id: 'a', name: 'Ada again' });
    expect(idList(cache.get(allUsers))).toEqual(['b', 'a']);
    expect(cache.get(User, 'a')).toEqual(User.fromJS({ id: 'a', name: 'Ada again' }));
    expect(names([seen.last!])).toEqual(['']);
  });
});

describe('K4 a collection cycle in slices', () => {
  const COUNT = 10_000;
  beforeEach(() => {
    setUp();
    const users = Array.from({ length: 100 }, (_, id) => ({ id: `${id}` }));
    arrive(cache, [User], users);
    arrive(
      cache,
      [Todo],
      Array.from({ length: COUNT }, (_, id) => ({ id, userId: `${id % 100}` })),
    );
  });

  /** Lets time pass until the last cycle has begun, and has marked some rows, but not all. */
  const begin = () => {
    clock.pass(TIME);
    expect(held('Todo').length).toBe(COUNT);
  };

  it('evicts at its end, so that all rows are complete at every moment', () => {
    begin();
    let slices = 0;
    for (; slices < 100 && held('Todo').length > 0; slices++) {
      expect([held('Todo').length, held('User').length]).toEqual([COUNT, 100]);
      clock.pass(16);
    }
    expect(slices).toBeGreaterThan(3);
    expect([held('Todo'), held('User')]).toEqual([[], []]);
    expect(clock.pendingTimers).toBe(0);
  });

  const meanwhile: Record<string, (id: number) => void> = {
    'gets a subscriber': (id) => watch(cache.select(Todo, id)),
    'is read': (id) => void cache.get(Todo, id),
    'is written': (id) => arrive(cache, Todo, { id, title: 'x' }),
    'is referenced by a write': (id) => arrive(cache, Note, { id: 1, todo: id }),
    'is read by a new active query': (id) =>
      watch(cache.select(new Query(allUsers, () => cache.get(Todo, id)))),
  };
  for (const [name, use] of Object.entries(meanwhile)) {
    it(`keeps a row that ${name} meanwhile, with what it references`, () => {
      begin();
      const id = Number(held('Todo')[0]);
      use(id);
      clock.pass(TIME / 5);
      expect(held('Todo')).toEqual([`${id}`]);
      expect(cache.get(Todo, id)?.userId.id).toBe(`${id % 100}`);
    });
  }

  it('notifies a query that is subscribed to between two slices of later data', () => {
    class Pair extends Entity {
      readonly id: number = 0;
      readonly a: User | undefined = undefined;
      readonly b: User | undefined = undefined;
      static override readonly schema = { a: User, b: User };
    }
    for (let at = 0; at < 30; at++) {
      TestBed.resetTestingModule();
      TestBed.configureTestingModule({ providers: [{ provide: SWEEP_SLICE, useValue: 1 }] });
      setUp(null);
      arrive(cache, Pair, { id: 1, a: 'x', b: 'x' }); // the user is not in the cache
      arrive(cache, Pair, { id: 2, a: 'x' });
      cache.get(Pair, 1);
      clock.pass(119_900);
      clock.pass(at * 16 + 100);
      const seen = watch(cache.select(Pair, 2));
      clock.pass(1_000);
      arrive(cache, User, { id: 'x', name: 'Ada' });
      expect(seen.last?.a?.name).withContext(`after ${at} slices`).toBe('Ada');
    }
  });

  it('covers the sweep of computed results, too, wherever it starts', () => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [{ provide: SWEEP_SLICE, useValue: 100 }] });
    setUp(null);
    arrive(cache, [User], [{ id: 'a' }]);
    cache.get(allUsers);
    arrive(
      cache,
      [Todo],
      Array.from({ length: 1_000 }, (_, id) => ({ id, userId: 'a' })),
    );
    cache.get(allTodos);
    const cells: number[] = [];
    for (let n = 0; n < 20_000; n++) {
      clock.pass(16);
      const now = handle.stats().cells;
      if (now !== cells.at(-1)) cells.push(now);
    }
    expect(cells.length).toBeGreaterThan(9);
    expect(cells.at(-1)).toBeLessThan(5);
  });

  it('keeps a list that gets a subscriber meanwhile, and rows that arrive then', () => {
    begin();
    const seen = watch(cache.select(allTodos));
    expect(seen.last?.length).toBe(COUNT);
    arrive(cache, Todo, { id: -1 });
    longAfter();
    expect([seen.last?.length, held('Todo').length]).toEqual([COUNT + 1, COUNT + 1]);
  });

  it('ends with a reset', () => {
    begin();
    cache.clear();
    arrive(cache, Todo, { id: 1 });
    clock.pass(TIME / 5);
    expect(held('Todo')).toEqual(['1']);
  });

  it('covers circular references and long chains', () => {
    const people = Array.from({ length: COUNT }, (_, id) => ({ id, boss: (id + 1) % COUNT }));
    arrive(cache, [Employee], people);
    const kept = { id: -1, boss: -2 };
    arrive(cache, [Employee], [kept, { id: -2, boss: -1 }]);
    const seen = watch(cache.select(Employee, -2));
    longAfter();
    expect(held('Employee')).toEqual(['-1', '-2']);
    expect(seen.values.length).toBe(1);
  });
});

describe('K5 a limit of rows', () => {
  it('evicts unused rows early, the least recently used first', () => {
    setUp({ time: 100 * TIME, maxRows: 3 });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      arrive(cache, User, { id });
      clock.pass(3_000);
    }
    expect(held('User')).toEqual(['d', 'e', 'f']);
    const first = watch(cache.select(User, 'd'));
    arrive(cache, User, { id: 'g' });
    clock.pass(3_000);
    expect(held('User')).toEqual(['d', 'f', 'g']);
    first.subscription.unsubscribe();
  });

  it('counts entities, and not the responses that show them', () => {
    setUp({ time: 100 * TIME, maxRows: 3 });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      fetchOnce(cache, [User], [{ id }]);
      clock.pass(3_000);
    }
    expect(held('User')).toEqual(['d', 'e', 'f']);
  });

  it('counts an entity of two classes with one key once', () => {
    class Summary extends Entity {
      readonly id: string = '';
      static override readonly key: string = 'LimitedUser';
    }
    class Detail extends Entity {
      readonly id: string = '';
      static override readonly key: string = 'LimitedUser';
    }
    setUp({ time: 100 * TIME, maxRows: 3 });
    for (const id of ['a', 'b', 'c']) {
      arrive(cache, Summary, { id });
      clock.pass(3_000);
      if (id === 'a') watch(cache.select(Detail, id));
    }
    expect(held('LimitedUser')).toEqual(['a', 'b', 'c']);
  });

  it('evicts no rows with subscribers, even if they exceed it', () => {
    setUp({ time: 100 * TIME, maxRows: 3 });
    const seen = watch(cache.select(allUsers));
    for (let n = 0; n < 10; n++) arrive(cache, User, { id: `${n}` });
    longAfter();
    expect(held('User').length).toBe(10);
    expect(clock.pendingTimers).toBe(0);
    seen.subscription.unsubscribe();
    clock.pass(5_000);
    expect(held('User').length).toBe(3);
  });

  it('evicts rows that reference others before those others', () => {
    setUp({ time: 100 * TIME, maxRows: 2 });
    arrive(
      cache,
      [Todo],
      [1, 2, 3].map((id) => ({ id, userId: { id: 'a' } })),
    );
    clock.pass(5_000);
    expect([held('Todo').length, held('User')]).toEqual([1, ['a']]);
  });
});
