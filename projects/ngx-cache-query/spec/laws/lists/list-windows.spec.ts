import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  type CollectionOptions,
  Endpoint,
  pageOf,
  schema,
  type SchemaLike,
  toValues,
} from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { Task } from '../../support/rest-todos';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

type Args = Record<string, unknown>;

let cache: CacheService;
let list: Collection<(typeof Task)[], [Args]>;
let pages: Served<{ items: typeof list; total: number }>;

function setUp(options: CollectionOptions<(typeof Task)[], [Args]> = {}): void {
  cache = TestBed.inject(CacheService);
  list = new Collection([Task], options);
  pages = new Served({ items: list, total: 0 });
}

const task = (id: number, more: object = {}) => ({ id, title: `t${id}`, board: 'a', ...more });
const tasks = (...ids: readonly number[]) => ids.map((id) => task(id));

/** Opens a window and responds with the given tasks. */
function open(args: Args, items: readonly object[], total = items.length) {
  const seen = watch(cache.watch(pages.endpoint, args).pipe(toValues()));
  pages.respond({ items, total });
  return {
    seen,
    get shown() {
      return seen.last!.items.map(({ id }) => id);
    },
  };
}
/** Sends a mutation that is not optimistic. */
function begin(what: SchemaLike, ...args: unknown[]) {
  const served = new Served(what, { sideEffect: true });
  const seen = watch(cache.fetch(served.endpoint, ...args));
  return { ...served.requests[0], errors: seen.errors };
}
const count = () => pages.requests.length;

describe('L6 a window that is requested while a creation is in flight', () => {
  beforeEach(() => setUp());

  it('is refetched when the creation has succeeded, if it was read before', () => {
    const creation = begin(list.unshift, { title: 't9' });
    const first = open({ page: 1 }, tasks(1, 2), 4);
    creation.respond(task(9));
    expect(first.shown).toEqual([9, 1, 2]); // the page size is unknown
    expect(count()).toBe(2);
    pages.requests[1].respond({ items: tasks(9, 1), total: 5 });
    expect([first.shown, first.seen.last!.total]).toEqual([[9, 1], 5]);
  });

  it('is refetched when its response arrives after that of the creation', () => {
    open({ page: 3 }, tasks(5), 5);
    const creation = begin(list.unshift, { title: 't9' });
    const seen = watch(cache.watch(pages.endpoint, { page: 1 }).pipe(toValues()));
    creation.respond(task(9));
    expect(pages.requests.slice(2).map(({ args }) => args)).toEqual([[{ page: 3 }]]);
    pages.requests[1].respond({ items: tasks(1, 2), total: 4 });
    expect(seen.last!.items.map(({ id }) => id)).toEqual([9, 1, 2]);
    expect(pages.requests.slice(3).map(({ args }) => args)).toEqual([[{ page: 1 }]]);
    pages.requests[3].respond({ items: tasks(9, 1), total: 6 });
    expect(seen.last!.items.map(({ id }) => id)).toEqual([9, 1]);
  });

  it('has the row of an optimistic creation as soon as that has succeeded', () => {
    open({ page: 3 }, tasks(5), 5);
    const creation = mutation(cache, list.unshift);
    creation.send({ title: 't9', board: 'a' });
    const seen = watch(cache.watch(pages.endpoint, { page: 1 }).pipe(toValues()));
    pages.requests[1].respond({ items: tasks(1, 2), total: 4 });
    creation.respond(task(9));
    expect(seen.last!.items.map(({ id }) => id)).toEqual([9, 1, 2]);
    expect(pages.requests.slice(2).map(({ args }) => args)).toEqual([[{ page: 3 }], [{ page: 1 }]]);
  });
});

describe('L6 a deleted entity', () => {
  beforeEach(() => setUp());

  it('leaves every window at once, and then they are refetched', () => {
    const first = open({ page: 1 }, tasks(1, 2), 4);
    const second = open({ page: 2 }, tasks(3, 4), 4);
    begin(new schema.Invalidate(Task), { id: 1 }).respond({});
    expect([first.shown, second.shown]).toEqual([[2], [3, 4]]);
    expect(pages.requests.slice(2).map(({ args }) => args)).toEqual([[{ page: 1 }], [{ page: 2 }]]);
    pages.requests[2].respond({ items: tasks(2, 3), total: 3 });
    pages.requests[3].respond({ items: tasks(4), total: 3 });
    expect([first.shown, second.shown]).toEqual([[2, 3], [4]]);
    expect(first.seen.last!.total).toBe(3);
  });

  it('leaves the window when the deletion is optimistic, and comes back when it fails', () => {
    const first = open({ page: 1 }, tasks(1, 2));
    const removal = mutation(cache, new schema.Invalidate(Task));
    removal.send({ id: 1 });
    expect(first.shown).toEqual([2]);
    removal.fail();
    expect(first.shown).toEqual([1, 2]);
    expect(count()).toBe(1);
  });

  it('does not change a total before the refetch', () => {
    const first = open({ page: 1 }, tasks(1, 2), 7);
    begin(new schema.Invalidate(Task), { id: 1 }).respond({});
    expect(first.seen.last!.total).toBe(7);
  });

  it('refetches no window of other arguments', () => {
    open({ page: 1, board: 'a' }, tasks(1, 2));
    open({ page: 1, board: 'b' }, [task(3, { board: 'b' })]);
    begin(new schema.Invalidate(Task), { id: 1 }).respond({});
    expect(pages.requests.slice(2).map(({ args }) => args)).toEqual([[{ page: 1, board: 'a' }]]);
  });

  it('refetches every window if the cache does not have it', () => {
    open({ page: 1, board: 'a' }, tasks(1, 2));
    open({ page: 1, board: 'b' }, [task(3, { board: 'b' })]);
    begin(new schema.Invalidate(Task), { id: 9 }).respond({});
    expect(count()).toBe(4);
  });

  it('does not come back with a page that was requested before', () => {
    const first = open({ page: 1 }, tasks(1, 2));
    void cache.refetch(pages.endpoint, { page: 1 });
    begin(new schema.Invalidate(Task), { id: 1 }).respond({});
    pages.requests[1].respond({ items: tasks(1, 2), total: 2 });
    expect(first.shown).toEqual([2]);
    expect(count()).toBe(3);
    pages.respond({ items: tasks(2, 3), total: 2 });
    expect(first.shown).toEqual([2, 3]);
  });

  it('refetches a page whose first request was sent before', () => {
    open({ page: 1 }, tasks(1, 2));
    const seen = watch(cache.watch(pages.endpoint, { page: 2 }).pipe(toValues()));
    begin(new schema.Invalidate(Task), { id: 1 }).respond({});
    expect(count()).toBe(3);
    pages.requests[1].respond({ items: tasks(3, 4), total: 4 });
    expect(count()).toBe(4);
    pages.requests[3].respond({ items: tasks(4), total: 3 });
    expect(seen.last!.items.map(({ id }) => id)).toEqual([4]);
  });
});

describe('L6 a created entity', () => {
  beforeEach(() => setUp());

  it('is first on the first page with unshift, and pushes the overflow off it', () => {
    const first = open({ page: 1, limit: 2 }, tasks(1, 2), 4);
    const second = open({ page: 2, limit: 2 }, tasks(3, 4), 4);
    begin(list.unshift).respond(task(9));
    expect([first.shown, second.shown]).toEqual([
      [9, 1],
      [3, 4],
    ]);
    expect(count()).toBe(4);
  });

  it('is first on the page that begins at 0, wherever it ends', () => {
    const first = open({ _start: 0, _end: 2 }, tasks(1, 2));
    const second = open({ _start: 2, _end: 4 }, tasks(3, 4));
    begin(list.unshift).respond(task(9));
    expect([first.shown, second.shown]).toEqual([
      [9, 1, 2],
      [3, 4],
    ]);
  });

  it('stays on the page with the rest if the size is unknown', () => {
    const first = open({ page: 1 }, tasks(1, 2));
    begin(list.unshift).respond(task(9));
    expect(first.shown).toEqual([9, 1, 2]);
  });

  it('pushes one row off a page on which the server has sent more than the size', () => {
    const first = open({ page: 1, limit: 2 }, tasks(1, 2, 3, 4));
    begin(list.unshift).respond(task(9));
    expect(first.shown).toEqual([9, 1, 2, 3]);
  });

  it('appears on the first page while the creation is pending, and the overflow returns if it fails', () => {
    const first = open({ limit: 2 }, tasks(1, 2));
    const creation = mutation(cache, list.unshift);
    creation.send({ title: 'new', board: 'a' });
    expect(first.shown.slice(1)).toEqual([1]);
    creation.fail();
    expect(first.shown).toEqual([1, 2]);
    expect(count()).toBe(1);
  });

  it('appears only in windows whose arguments match', () => {
    const first = open({ page: 1, board: 'a' }, tasks(1));
    const other = open({ page: 1, board: 'b' }, []);
    begin(list.unshift).respond(task(9));
    expect([first.shown, other.shown]).toEqual([[9, 1], []]);
    expect(count()).toBe(3);
  });

  it('is not added by push, which refetches the windows', () => {
    const first = open({ page: 1 }, tasks(1));
    begin(list.push).respond(task(9));
    expect(first.shown).toEqual([1]);
    expect(count()).toBe(2);
  });

  it('refetches a search, because only the server knows what it finds', () => {
    const first = open({ page: 1, q: 't' }, tasks(1));
    begin(list.unshift).respond(task(9));
    expect(first.shown).toEqual([1]);
    expect(count()).toBe(2);
  });

  for (const [args, isFirst] of [
    [{ page: 1 }, true],
    [{ _page: '1' }, true],
    [{ page: 0 }, true],
    [{ page: 2 }, false],
    [{ offset: 0 }, true],
    [{ offset: 1 }, false],
    [{ skip: 20, limit: 20 }, false],
    [{ limit: 20 }, true],
    [{ cursor: '' }, true],
    [{ cursor: 'x9' }, false],
  ] as const) {
    it(`is ${isFirst ? '' : 'not '}added to a window with ${JSON.stringify(args)}`, () => {
      const window = open(args, tasks(1));
      begin(list.unshift).respond(task(9));
      expect(window.shown).toEqual(isFirst ? [9, 1] : [1]);
      expect(count()).toBe(2);
    });
  }

  it('is not added to page 1 if the pages count from 0', () => {
    const [first, second] = [open({ page: 0 }, tasks(1)), open({ page: 1 }, tasks(2))];
    begin(list.unshift).respond(task(9));
    expect([first.shown, second.shown]).toEqual([[9, 1], [2]]);
  });
});

describe('L6 a changed entity', () => {
  beforeEach(() => setUp());
  const update = (fields: object, what: SchemaLike = Task) =>
    begin(what).respond({ ...task(1), ...fields });

  it('refetches nothing if neither a filter nor the order depends on the change', () => {
    open({ page: 1, board: 'a', _sort: '-id' }, tasks(1, 2));
    update({ title: 'new' });
    expect(count()).toBe(1);
  });

  it('stays where it is, and refetches the windows that it leaves and enters', () => {
    const from = open({ page: 1, board: 'a' }, tasks(1, 2));
    open({ page: 1, board: 'b' }, []);
    open({ page: 1, board: 'c' }, []);
    update({ board: 'b' });
    expect(from.shown).toEqual([1, 2]);
    expect(pages.requests.slice(3).map(({ args }) => (args[0] as Args)['board'])).toEqual([
      'a',
      'b',
    ]);
  });

  it('refetches the windows that are sorted by the changed field', () => {
    open({ page: 1, _sort: 'board,-title' }, tasks(1, 2));
    update({ title: 'new' });
    expect(count()).toBe(2);
  });

  it('refetches when an optimistic update changed the field before', () => {
    open({ page: 1, board: 'a' }, tasks(1, 2));
    const change = mutation(cache, Task);
    change.send({ id: 1, board: 'b' });
    expect(count()).toBe(1);
    change.respond(task(1, { board: 'b' }));
    expect(count()).toBe(2);
  });

  it('refetches the windows that it matches if the cache did not have it', () => {
    open({ page: 1, board: 'a' }, tasks(1));
    open({ page: 1, board: 'b' }, []);
    begin(Task).respond(task(7));
    expect(count()).toBe(3);
  });

  it('refetches the windows when another response brought the change before', () => {
    open({ page: 1, board: 'a' }, tasks(1, 2));
    const change = begin(Task);
    const read = new Served(Task);
    watch(cache.fetch(read.endpoint));
    read.respond(task(1, { board: 'b' }));
    change.respond(task(1, { board: 'b' }));
    expect(count()).toBe(2);
  });

  it('refetches the window when the application wrote the change before', () => {
    const first = open({ page: 1, board: 'a' }, tasks(1, 2));
    cache.set(Task, { id: 1, board: 'b' });
    expect(first.shown).toEqual([1, 2]);
    update({ board: 'b' });
    expect(count()).toBe(2);
  });

  it('refetches the windows with move', () => {
    const first = open({ page: 1, board: 'a' }, tasks(1, 2));
    begin(list.move).respond(task(1));
    expect(first.shown).toEqual([1, 2]);
    expect(count()).toBe(2);
  });

  it('leaves the windows with remove, and they are refetched', () => {
    const first = open({ page: 1, board: 'a' }, tasks(1, 2));
    begin(list.remove, { board: 'a' }).respond(task(1));
    expect(first.shown).toEqual([2]);
    expect(count()).toBe(2);
  });

  it('refetches nothing if set or a read changed it', () => {
    open({ page: 1, board: 'a' }, tasks(1, 2));
    cache.set(Task, { id: 1, board: 'b' });
    const read = new Served(Task);
    watch(cache.fetch(read.endpoint));
    read.respond(task(2, { board: 'b' }));
    expect(count()).toBe(1);
  });
});

describe('L6 the refetch of a window', () => {
  beforeEach(() => setUp());
  const removal = () => new schema.Invalidate(Task);

  it('happens once, when the last mutation of the list has ended', () => {
    open({ page: 1 }, tasks(1, 2, 3));
    const [a, b] = [begin(removal(), { id: 1 }), begin(removal(), { id: 2 })];
    a.respond({});
    expect(count()).toBe(1);
    b.respond({});
    expect(count()).toBe(2);
  });

  it('happens if the last mutation of the list fails', () => {
    open({ page: 1 }, tasks(1, 2, 3));
    const [a, b] = [begin(removal(), { id: 1 }), begin(removal(), { id: 2 })];
    a.respond({});
    b.fail(new Error('refused'));
    expect(count()).toBe(2);
  });

  it('does not wait for mutations of other entities', () => {
    open({ page: 1 }, tasks(1, 2, 3));
    begin({ id: '' });
    begin(removal(), { id: 1 }).respond({});
    expect(count()).toBe(2);
  });

  it('does not happen if the mutation fails', () => {
    open({ page: 1 }, tasks(1, 2, 3));
    begin(removal(), { id: 1 }).fail(new Error('refused'));
    expect(count()).toBe(1);
  });

  it('does not happen if refetches is empty', () => {
    const first = open({ page: 1 }, tasks(1, 2, 3));
    const quiet = new Served(removal(), { sideEffect: true });
    const endpoint = new Endpoint<unknown[], SchemaLike>({
      sideEffect: true,
      schema: removal(),
      load: (...args) => quiet.endpoint.load(...args),
      refetches: [],
    });
    watch(cache.fetch(endpoint, { id: 1 }));
    quiet.respond({});
    expect(first.shown).toEqual([2, 3]);
    expect(count()).toBe(1);
  });

  it('happens besides the targets of refetches', () => {
    open({ page: 1 }, tasks(1, 2, 3));
    const stats = new Served({ open: 0 });
    watch(cache.watch(stats.endpoint).pipe(toValues()));
    stats.respond({ open: 3 });
    const deletion = new Served(removal(), { sideEffect: true });
    const endpoint = new Endpoint<unknown[], SchemaLike>({
      sideEffect: true,
      schema: removal(),
      load: (...args) => deletion.endpoint.load(...args),
      refetches: [stats.endpoint],
    });
    watch(cache.fetch(endpoint, { id: 1 }));
    deletion.respond({});
    expect([count(), stats.requests.length]).toEqual([2, 2]);
  });

  it('waits for the next subscriber if there is none', () => {
    const first = open({ page: 1 }, tasks(1, 2, 3));
    first.seen.subscription.unsubscribe();
    begin(removal(), { id: 1 }).respond({});
    expect(count()).toBe(1);
    watch(cache.watch(pages.endpoint, { page: 1 }).pipe(toValues()));
    expect(count()).toBe(2);
  });

  it('is not reported as reloading', () => {
    const states = watch(cache.watch(pages.endpoint, { page: 1 }));
    pages.respond({ items: tasks(1), total: 1 });
    begin(removal(), { id: 1 }).respond({});
    expect(states.last).toEqual(jasmine.objectContaining({ status: 'resolved', isFetching: true }));
  });

  it('survives a batch that throws', () => {
    open({ page: 1 }, tasks(1, 2));
    const deletion = begin(removal(), { id: 1 });
    expect(() =>
      cache.batch(() => {
        deletion.respond({});
        throw new Error('no');
      }),
    ).toThrow();
    expect(count()).toBe(1);
  });
});

describe('L6 a list that is no window', () => {
  it('has no argument that selects a page', () => {
    setUp();
    const all = open({ board: 'a' }, tasks(1, 2));
    begin(list.push).respond(task(9));
    expect(all.shown).toEqual([1, 2, 9]);
    expect(count()).toBe(1);
  });

  it('has arguments that `pageArgumentKeys` does not contain', () => {
    setUp({ pageArgumentKeys: [], nonFilterArgumentKeys: ['page'] });
    const all = open({ page: 1 }, tasks(1, 2));
    begin(list.push).respond(task(9));
    expect(all.shown).toEqual([1, 2, 9]);
    expect(count()).toBe(1);
  });

  it('was put together from pages', () => {
    setUp();
    const page = new Served(pageOf(list, 'page'));
    watch(cache.fetch(page.endpoint, { page: 1, limit: 2 }));
    page.respond(tasks(1, 2));
    const whole = open({ limit: 2 }, tasks(1, 2));
    begin(list.push).respond(task(9));
    expect(whole.shown).toEqual([1, 2, 9]);
    expect(count()).toBe(1);
  });

  it('is a window if its arguments have other names', () => {
    setUp({ pageArgumentKeys: ['seite', 'groesse_limit'] });
    const [first, second] = [
      open({ seite: 1, groesse_limit: 1 }, tasks(1)),
      open({ seite: 2, groesse_limit: 1 }, tasks(2)),
    ];
    begin(list.unshift).respond(task(9));
    expect([first.shown, second.shown]).toEqual([[9], [2]]);
    expect(count()).toBe(4);
  });
});

describe('L6 a window with a filter function', () => {
  it('loses an entity as soon as the filter rejects it', () => {
    setUp({ filter: ({ board }, args) => board === args['board'] });
    const first = open({ page: 1, board: 'a' }, tasks(1, 2));
    cache.set(Task, { id: 1, board: 'b' });
    expect(first.shown).toEqual([2]);
    expect(count()).toBe(1);
  });
});
