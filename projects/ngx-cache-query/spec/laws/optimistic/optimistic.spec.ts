import { EMPTY, Subject } from 'rxjs';
import { Endpoint, Entity, optimistic, Query, RestEndpoint, schema, typed } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { setUpRest } from '../../support/rest-users';
import { Optimistic, optimisticList, Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const { getList, partialUpdate } = Optimistic;
const task = (id: number, more: object = {}) => ({ id, title: `t${id}`, board: 'a', ...more });
const allTasks = new schema.All(Task);

function setUp() {
  ({ cache, http, sent } = setUpRest());
  watch(cache.fetch(getList, { board: 'a' }));
  sent('/tasks?board=a').flush([task(1), task(2), task(3)]);
}
/** Sends a mutation that changes a title, and leaves the request pending. */
function rename(id: number, title: string) {
  const seen = watch(cache.fetch(partialUpdate, { id }, { title }));
  const [request] = http.match((each) => each.body?.title === title);
  return {
    ...seen,
    seen,
    request,
    respond: (more: object = {}) => request.flush(task(id, { title, ...more })),
  };
}
const fail = { status: 500, statusText: 'Broken' };
const shown = () => titles(cache.get(optimisticList, { board: 'a' }));

describe('O1 an optimistic update', () => {
  beforeEach(setUp);

  it('shows in the commit of the call, in every view, and stays when the response agrees', () => {
    const views = [
      watch(cache.select(Task, 1)),
      watch(cache.select(new Query(allTasks, (tasks) => tasks[0]))),
    ];
    const { respond } = rename(1, 'new');
    expect(views.map(({ last }) => last?.title)).toEqual(['new', 'new']);
    const expected = cache.get(Task, 1);
    respond();
    expect(views.map(({ values }) => values.length)).toEqual([2, 2]);
    expect(cache.get(Task, 1)).toBe(expected);
  });

  it('is replaced by the response', () => {
    rename(1, 'new').respond({ title: 'New!', done: true });
    expect(cache.get(Task, 1)).toEqual(jasmine.objectContaining({ title: 'New!', done: true }));
  });

  it('shows the body where the path has another value', () => {
    const move = new RestEndpoint({
      path: '/boards/:board/tasks/:id',
      method: 'PATCH',
      schema: Task,
      body: typed<{ board: string }>(),
      optimistic,
    });
    watch(cache.fetch(move, { board: 'a', id: 1 }, { board: 'b' }));
    expect(cache.get(Task, 1)!.board).toBe('b');
    sent('/boards/a/tasks/1').flush(task(1, { board: 'b' }));
    expect(cache.get(Task, 1)!.board).toBe('b');
  });

  it('shows another form of a value that the key is made of', () => {
    class Person extends Entity {
      readonly email: string = '';
      override pk() {
        return String(this.email).toLowerCase();
      }
    }
    cache.set(Person, { email: 'ada@x.org' });
    const change = mutation(cache, Person);
    change.send({ email: 'Ada@x.org' });
    expect(cache.get(Person, 'ada@x.org')?.email).toBe('Ada@x.org');
    change.fail();
    expect(cache.get(Person, 'ada@x.org')?.email).toBe('ada@x.org');
  });

  it('is rolled back when the request fails, before the subscriber receives the error', () => {
    let title: string | undefined;
    cache.fetch(partialUpdate, { id: 2 }, { title: 'new' }).subscribe({
      error: () => (title = cache.get(Task, 2)?.title),
    });
    expect(shown()).toBe('t1 new t3');
    sent('/tasks/2').flush('no', fail);
    expect([title, shown()]).toEqual(['t2', 't1 t2 t3']);
  });

  it('is rolled back when the request is aborted, completes without a response, or gets a malformed one', () => {
    rename(1, 'x').seen.subscription.unsubscribe();
    expect(shown()).toBe('t1 t2 t3');
    const { request } = rename(1, 'y');
    request.flush('nonsense');
    expect(shown()).toBe('t1 t2 t3');
    const load = () => EMPTY;
    const getOptimisticResponse = () => task(1, { title: 'z' });
    const empty = new Endpoint({
      load,
      schema: Task,
      sideEffect: true,
      optimistic: () => optimistic(getOptimisticResponse()),
    });
    const seen = watch(cache.select(Task, 1));
    watch(cache.fetch(empty));
    expect(titles(seen.values as Task[])).toBe('t1 z t1');
  });

  it('keeps the identity of everything else, and its own through unrelated writes', () => {
    const [first] = cache.get(optimisticList, { board: 'a' })!;
    rename(2, 'new');
    const expected = cache.get(Task, 2);
    const list = cache.get(optimisticList, { board: 'a' });
    expect(list![0]).toBe(first);
    cache.set(Task, task(9));
    cache.set(Task, { id: 2, title: 'new' });
    expect(cache.get(Task, 2)).toBe(expected);
    expect(cache.get(optimisticList, { board: 'a' })).toBe(list);
  });

  it('may be a deletion, which is undone in its position', () => {
    const all = watch(cache.select(allTasks));
    const list = watch(cache.select(optimisticList, { board: 'a' }));
    watch(cache.fetch(Optimistic.delete, { id: 2 }));
    expect([titles(all.last), titles(list.last)]).toEqual(['t1 t3', 't1 t3']);
    sent('/tasks/2').flush('no', fail);
    expect([titles(all.last), titles(list.last)]).toEqual(['t1 t2 t3', 't1 t2 t3']);
    expect([all.values.length, list.values.length]).toEqual([3, 3]);
  });

  it('may be a deletion, which leaves nothing in any list when it is confirmed', () => {
    watch(cache.fetch(Optimistic.delete, { id: 2 }));
    sent('/tasks/2').flush(null);
    expect([titles(cache.get(allTasks)), shown()]).toEqual(['t1 t3', 't1 t3']);
    cache.set(Task, task(2));
    expect([titles(cache.get(allTasks)), shown()]).toEqual(['t1 t3 t2', 't1 t3']);
  });

  it('may be computed from cached data, and may be undefined', () => {
    const finish = new RestEndpoint({
      path: '/tasks/:id/done',
      method: 'POST',
      schema: Task,
      optimistic: ({ get }, { id }) => {
        const found = get(Task, Number(id));
        return optimistic(found && { id, done: true, title: `${found.title} (done)` });
      },
    });
    watch(cache.fetch(finish, { id: 1 }));
    expect(shown()).toBe('t1 (done) t2 t3');
    watch(cache.fetch(finish, { id: 99 }));
    expect(cache.get(Task, 99)).toBeUndefined();
  });

  it('keeps the type of a key that was passed as a string', () => {
    watch(cache.fetch(partialUpdate, { id: '1' }, { title: 'new' }));
    expect(cache.get(Task, 1)).toEqual(jasmine.objectContaining({ id: 1, title: 'new' }));
  });

  it('may be a move between lists, which is undone on failure', () => {
    watch(cache.fetch(getList, { board: 'b' }));
    sent('/tasks?board=b').flush([task(7, { board: 'b' })]);
    const lists = ['a', 'b'].map((board) => watch(cache.select(optimisticList, { board })));
    const now = () => lists.map(({ last }) => titles(last));
    watch(cache.fetch(getList.move, { id: 2 }, { board: 'b' }));
    expect(now()).toEqual(['t1 t3', 't7 t2']);
    sent('/tasks/2').flush('no', fail);
    expect(now()).toEqual(['t1 t2 t3', 't7']);
    watch(cache.fetch(getList.move, { id: 2 }, { board: 'b' }));
    sent('/tasks/2').flush(task(2, { board: 'b' }));
    expect(now()).toEqual(['t1 t3', 't7 t2']);
    expect(lists.map(({ values }) => values.length)).toEqual([4, 4]);
  });

  it('fails if it cannot be normalized, and nothing is sent', () => {
    const wrong = partialUpdate.extend({ optimistic: () => optimistic(5) });
    const [error] = watch(cache.fetch(wrong, { id: 1 }, { title: 'x' })).errors;
    expect(String(error)).toContain('PATCH /tasks/:id (optimistic)');
    http.expectNone('/tasks/1');
  });
});

describe('O2 several mutations of one entity', () => {
  beforeEach(setUp);

  it('end as the responses say, in whichever order they arrive', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]) {
      const calls = ['x', 'y', 'z'].map((title) => rename(1, title));
      const titlesSeen = watch(cache.select(Task, 1));
      for (const i of order) calls[i].respond();
      expect(titles(titlesSeen.values as Task[]))
        .withContext(order.join())
        .toBe('z');
    }
  });

  it('keep confirmed fields of others when one fails', () => {
    const first = rename(1, 'x');
    watch(cache.fetch(partialUpdate, { id: 1 }, { done: true }));
    const [second] = http.match((each) => each.body?.done === true);
    second.flush({ id: 1, done: true });
    first.request.flush('no', fail);
    expect(cache.get(Task, 1)).toEqual(jasmine.objectContaining({ title: 't1', done: true }));
  });

  it('keep a newer update when an older one fails', () => {
    const [first, second] = [rename(1, 'x'), rename(1, 'y')];
    first.request.flush('no', fail);
    expect(cache.get(Task, 1)?.title).toBe('y');
    second.request.flush('no', fail);
    expect(cache.get(Task, 1)?.title).toBe('t1');
  });

  it('are not undone by an older read, nor by a read that does not include them', () => {
    const seen = watch(cache.select(Task, 1));
    watch(cache.fetch(Optimistic.get, { id: 1 }));
    const older = sent('/tasks/1');
    const { respond } = rename(1, 'new');
    watch(cache.fetch(Optimistic.get, { id: 1 }));
    const meanwhile = http.expectOne(({ method }) => method === 'GET');
    meanwhile.flush(task(1, { done: true }));
    older.flush(task(1));
    respond({ done: true });
    expect(titles(seen.values as Task[])).toBe('t1 new new');
    expect(cache.get(Task, 1)?.done).toBeTrue();
  });

  it('keep the response of a read when they fail', () => {
    const { request } = rename(1, 'new');
    watch(cache.fetch(Optimistic.get, { id: 1 }));
    http.expectOne(({ method }) => method === 'GET').flush(task(1, { title: 'of the server' }));
    expect(cache.get(Task, 1)?.title).toBe('new');
    request.flush('no', fail);
    expect(cache.get(Task, 1)?.title).toBe('of the server');
  });

  it('show local writes made meanwhile', () => {
    const { request } = rename(1, 'new');
    cache.set(Task, { id: 1, title: 'mine' });
    expect(cache.get(Task, 1)?.title).toBe('mine');
    request.flush('no', fail);
    expect(cache.get(Task, 1)?.title).toBe('mine');
  });

  it('do not restore what was deleted after their call', () => {
    const { respond } = rename(1, 'new');
    watch(cache.fetch(Optimistic.delete, { id: 1 }));
    http.expectOne(({ method }) => method === 'DELETE').flush(null);
    respond();
    expect(cache.get(Task, 1)).toBeUndefined();
    expect(shown()).toBe('t2 t3');
  });

  it('keep the order of their calls even if none is optimistic', () => {
    const update = partialUpdate.extend({ optimistic: undefined });
    const send = (title: string) => {
      watch(cache.fetch(update, { id: 1 }, { title }));
      return http.match(({ body }) => body?.title === title)[0];
    };
    const [first, second] = [send('x'), send('y')];
    second.flush(task(1, { title: 'y' }));
    first.flush(task(1, { title: 'x' }));
    expect(cache.get(Task, 1)?.title).toBe('y');
  });

  it('leave nothing behind when all have ended', () => {
    const update = new Subject<object>();
    const calls = [rename(1, 'x'), rename(1, 'y'), rename(2, 'z')];
    calls[1].respond();
    calls[0].request.flush('no', fail);
    calls[2].respond();
    update.complete();
    cache.set(Task, { id: 1, title: 'plain' });
    cache.delete(Task, 2);
    expect(shown()).toBe('plain t3');
  });
});

describe('O3 a created entity', () => {
  beforeEach(setUp);
  const create = (title: string) => {
    const seen = watch(cache.fetch(getList.push, { title, board: 'a' }));
    const [request] = http.match(({ body }) => body?.title === title);
    return { seen, request, respond: (id: number) => request.flush(task(id, { title })) };
  };
  const last = () => cache.get(optimisticList, { board: 'a' })!.at(-1)!;

  it('shows at once, with a temporary id of the same type as the ids of its class', () => {
    create('new');
    expect(shown()).toBe('t1 t2 t3 new');
    expect(typeof last().id).toBe('number');
    expect(last().id).toBeLessThan(0);
    expect(cache.get(Task, last().id)).toBe(last());
  });

  it('gets the server id in its position, in one emission', () => {
    const seen = watch(cache.select(optimisticList, { board: 'a' }));
    const all = watch(cache.select(allTasks));
    const { respond, seen: created } = create('new');
    cache.set(Task, task(8));
    respond(42);
    expect(seen.values.length).toBe(3);
    expect(seen.last!.map(({ id }) => id)).toEqual([1, 2, 3, 42]);
    expect(all.last!.map(({ id }) => id)).toEqual([1, 2, 3, 42, 8]);
    expect(created.last).toBe(cache.get(Task, 42)!);
  });

  it('keeps its position when other creations get their responses first', () => {
    const [first, second] = [create('x'), create('y')];
    expect(shown()).toBe('t1 t2 t3 x y');
    second.respond(51);
    expect(shown()).toBe('t1 t2 t3 x y');
    first.respond(50);
    expect(shown()).toBe('t1 t2 t3 x y');
    expect(cache.get(optimisticList, { board: 'a' })!.map(({ id }) => id)).toEqual([
      1, 2, 3, 50, 51,
    ]);
  });

  it('disappears when its creation fails', () => {
    const all = watch(cache.select(allTasks));
    create('new').request.flush('no', fail);
    expect([shown(), titles(all.last)]).toEqual(['t1 t2 t3', 't1 t2 t3']);
  });

  it('is still found by its temporary id later', () => {
    const { respond } = create('new');
    const { id } = last();
    const seen = watch(cache.select(Task, id));
    respond(42);
    expect(seen.last).toBe(cache.get(Task, 42));
    cache.set(Task, id, () => ({ title: 'changed' }));
    expect([seen.last?.id, seen.last?.title]).toEqual([42, 'changed']);
    cache.set(Task, { id, title: 'again' });
    expect([seen.last?.id, seen.last?.title]).toEqual([42, 'again']);
    cache.delete(Task, id);
    expect(cache.get(Task, 42)).toBeUndefined();
  });

  it('exists once when it arrives in another way first', () => {
    const { respond } = create('new');
    cache.set(optimisticList.push, task(42, { title: 'new' }));
    respond(42);
    expect(shown()).toBe('t1 t2 t3 new');
    expect(titles(cache.get(allTasks))).toBe('t1 t2 t3 new');
  });
});

describe('O4 a mutation of an entity whose creation is pending', () => {
  beforeEach(setUp);
  const create = () => {
    const seen = watch(cache.fetch(getList.push, { title: 'new', board: 'a' }));
    return {
      seen,
      request: sent('/tasks'),
      id: cache.get(optimisticList, { board: 'a' })!.at(-1)!.id,
    };
  };

  it('shows at once, waits, and is sent with the real id', () => {
    const { request, id } = create();
    watch(cache.fetch(partialUpdate, { id }, { title: 'newer' }));
    expect(shown()).toBe('t1 t2 t3 newer');
    expect(http.match(({ method }) => method === 'PATCH').length).toBe(0);
    const seen = watch(cache.select(optimisticList, { board: 'a' }));
    request.flush(task(42, { title: 'new' }));
    expect(titles(seen.last)).toBe('t1 t2 t3 newer');
    expect(seen.last!.at(-1)!.id).toBe(42);
    sent('/tasks/42').flush(task(42, { title: 'newer' }));
    expect(titles(seen.last)).toBe('t1 t2 t3 newer');
  });

  it('may be its deletion', () => {
    const { request, id } = create();
    watch(cache.fetch(Optimistic.delete, { id }));
    expect(shown()).toBe('t1 t2 t3');
    request.flush(task(42));
    expect(shown()).toBe('t1 t2 t3');
    sent('/tasks/42').flush(null);
    expect([shown(), cache.get(Task, 42)]).toEqual(['t1 t2 t3', undefined]);
  });

  it('fails when the creation fails, and is rolled back', () => {
    const { request, id } = create();
    const seen = watch(cache.fetch(partialUpdate, { id }, { title: 'newer' }));
    request.flush('no', fail);
    expect(seen.errors.map((error) => (error as { code: string }).code)).toEqual(['NCQ4004']);
    expect(shown()).toBe('t1 t2 t3');
    http.expectNone(({ method }) => method === 'PATCH');
  });

  it('uses the real id at once if it is known already', () => {
    const { request, id } = create();
    request.flush(task(42));
    watch(cache.fetch(partialUpdate, { id }, { title: 'newer' }));
    sent('/tasks/42').flush(task(42, { title: 'newer' }));
    expect(cache.get(Task, 42)?.title).toBe('newer');
  });

  it('fails later as well, and after a reset', () => {
    const late = (id: number) => {
      const seen = watch(cache.fetch(partialUpdate, { id }, { title: 'newer' }));
      return seen.errors.map((error) => (error as { code: string }).code);
    };
    const refused = create();
    refused.request.flush('no', fail);
    const created = create();
    created.request.flush(task(42));
    cache.clear();
    expect([late(refused.id), late(created.id)]).toEqual([['NCQ4004'], ['NCQ4004']]);
    http.expectNone(({ method }) => method === 'PATCH');
  });

  it('is sent unchanged if an argument only looks like a temporary id', () => {
    create();
    const Search = new RestEndpoint({ path: '/search', searchParams: {} as { q: string } });
    for (const q of ['temporary-', 'temporary-x', 'temporary-999999999', 'temporary-1.5']) {
      watch(cache.fetch(Search, { q }));
      sent(`/search?q=${q}`).flush([]);
    }
  });
});
