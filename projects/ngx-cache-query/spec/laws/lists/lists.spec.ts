import { of } from 'rxjs';
import { TestBed } from '@angular/core/testing';
import { Collection, Endpoint, Entity, Query, type SchemaLike, schema } from 'ngx-cache-query';
import { type CacheInspection, inspect, withExtension } from 'ngx-cache-query/extensions';
import { setUpRest } from '../../support/rest-users';
import { Task, taskList, taskEndpoints, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => ({ cache, sent } = setUpRest());

const boardTasks = new Collection([Task], {
  nestKey: ({ id }: { id: string }) => ({ board: id }),
});

/** Fetches a list. The server responds with the given tasks. */
function load(search: { board?: string; done?: boolean; orderBy?: string }, tasks: object[]) {
  watch(cache.fetch(taskEndpoints.getList, search));
  const text = Object.entries(search).map(([name, value]) => `${name}=${value}`);
  sent(`/tasks${text.length > 0 ? '?' : ''}${text.sort().join('&')}`).flush(tasks);
  return watch(cache.select(taskList, search));
}
const task = (id: number, board = 'a', more: object = {}) => ({
  id,
  title: `t${id}`,
  board,
  ...more,
});
const push = (body: { title: string; board: string }, response: object) => {
  watch(cache.fetch(taskEndpoints.getList.push, body));
  sent('/tasks').flush(response);
};

describe('L1 a list has an identity', () => {
  beforeEach(setUp);

  it('is identified by its arguments, where 1 equals "1" and their order does not matter', () => {
    const byBoard = new Collection([Task]);
    fill(byBoard, [{ board: 1, done: true }], [task(1)]);
    expect(titles(cache.get(byBoard, { done: 'true', board: '1' }))).toBe('t1');
    expect(cache.get(byBoard, { board: 1 })).toBeUndefined();
    expect(cache.get(byBoard)).toBeUndefined();
  });

  it('may be identified by an argument that is no object', () => {
    const byBoard = new Collection([Task]);
    const all = [1, 2, 'a', 'b', [1], [2], true];
    all.forEach((board, i) => fill(byBoard, [board], [task(i)]));
    const shown = all.map((board) => titles(cache.get(byBoard, board as never)));
    expect(shown).toEqual(all.map((_, i) => `t${i}`));
  });

  it('is the same through every endpoint and every view of it', () => {
    const seen = load({ board: 'a' }, [task(1), task(2)]);
    expect(cache.get(taskEndpoints.getList, { board: 'a' })).toBe(seen.last!);
    expect(titles(seen.last)).toBe('t1 t2');
  });

  it('is unknown before it is loaded, and may be empty afterwards', () => {
    expect(cache.get(taskList, { board: 'a' })).toBeUndefined();
    expect(load({ board: 'a' }, []).last).toEqual([]);
    expect(cache.get(taskList, { board: 'b' })).toBeUndefined();
    expect(cache.get(new schema.All(Task))).toEqual([]);
  });

  it('has each entity once, and skips null', () => {
    const twice = [task(1), null, task(2), task(1, 'a', { title: 'again' })] as object[];
    expect(titles(load({ board: 'a' }, twice).last)).toBe('again t2');
  });

  it('may be identified by a part of its arguments', () => {
    const pages = new Collection([Task], {
      argsKey: ({ board }: { board: string; page?: number }) => ({ board }),
    });
    fill(pages, [{ board: 'a', page: 1 }], [task(1)]);
    expect(titles(cache.get(pages, { board: 'a' }))).toBe('t1');
    expect(cache.get(pages, { board: 'a', page: 7 })).toBe(cache.get(pages, { board: 'a' }));
  });

  it('belongs to the entity in whose field it is nested', () => {
    class Board extends Entity {
      readonly id: string = '';
      readonly tasks: Task[] = [];
      static override readonly schema = { tasks: boardTasks };
    }
    cache.set(Board, { id: 'a', tasks: [task(1)] as never });
    cache.set(Board, { id: 'b', tasks: [task(2, 'b')] as never });
    expect(titles(cache.get(Board, 'a')?.tasks)).toBe('t1');
    push({ title: 'new', board: 'a' }, task(3));
    expect(titles(cache.get(Board, 'a')?.tasks)).toBe('t1 t3');
    expect(titles(cache.get(Board, 'b')?.tasks)).toBe('t2');
    expect(cache.get(boardTasks, { board: 'a' })).toBe(cache.get(Board, 'a')!.tasks);
  });

  it('has its own table, with a name for tools', () => {
    let handle!: CacheInspection;
    const extension = withExtension(() => ({ onInit: (cache) => (handle = inspect(cache)) }));
    TestBed.resetTestingModule();
    ({ cache, sent } = setUpRest(extension));
    const [one, two] = [new Collection([Task]), new Collection([Task])];
    cache.set(one, [task(1)]);
    cache.set(two, [task(2)]);
    const names = handle.tables().map(({ name }) => name);
    expect(names.filter((name) => /^Collection \d+ of Task$/.test(name)).length).toBe(2);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps its reference until the list or one of its entities changes', () => {
    const seen = load({ board: 'a' }, [task(1), task(2)]);
    cache.set(Task, task(9, 'z'));
    load({ board: 'a' }, [task(1), task(2)]);
    expect(seen.values.length).toBe(1);
    const [, second] = seen.last!;
    cache.set(Task, { id: 1, title: 'new' });
    expect(titles(seen.last)).toBe('new t2');
    expect(seen.last![1]).toBe(second);
    expect(seen.values.length).toBe(2);
  });

  it('may hold entities of several classes, or be a map', () => {
    class Note extends Entity {
      readonly id: number = 0;
      readonly type: string = 'note';
      readonly title: string = '';
    }
    const mixed = new Collection(new schema.Array({ task: Task, note: Note }, 'type'));
    const rows = [task(1, 'a', { type: 'task' }), { id: 1, type: 'note', title: 'n1' }];
    fill(mixed, [{ board: 'a' }], rows);
    expect(titles(cache.get(mixed, { board: 'a' }))).toBe('t1 n1');
    cache.delete(Note, 1);
    expect(titles(cache.get(mixed, { board: 'a' }))).toBe('t1');
    const map = new Collection(new schema.Values(Task));
    fill(map, [{ of: 'x' }], { first: task(5), second: task(6) });
    expect(Object.keys(cache.get(map, { of: 'x' })!)).toEqual(['first', 'second']);
    cache.delete(Task, 5);
    expect(Object.keys(cache.get(map, { of: 'x' })!)).toEqual(['second']);
  });
});

describe('L2 a created entity', () => {
  beforeEach(setUp);

  it('is appended to each list that it fits, in one emission, and to no other', () => {
    const all = load({}, [task(1), task(2, 'b')]);
    const ofA = load({ board: 'a' }, [task(1)]);
    const ofB = load({ board: 'b' }, [task(2, 'b')]);
    const done = load({ board: 'a', done: true }, []);
    push({ title: 'new', board: 'a' }, task(3, 'a', { done: false }));
    expect([all, ofA, ofB, done].map(({ last }) => titles(last))).toEqual([
      't1 t2 t3',
      't1 t3',
      't2',
      '',
    ]);
    expect([all, ofA, ofB, done].map(({ values }) => values.length)).toEqual([2, 2, 1, 1]);
  });

  it('takes fields that the response lacks from the body', () => {
    const ofA = load({ board: 'a' }, []);
    push({ title: 'new', board: 'a' }, { id: 3, title: 'new' });
    expect(titles(ofA.last)).toBe('new');
  });

  it('is not added to a list whose arguments it cannot match', () => {
    const done = load({ done: true }, []);
    push({ title: 'new', board: 'a' }, { id: 3, title: 'new' });
    expect(done.last).toEqual([]);
  });

  it('fits regardless of arguments that only order', () => {
    const sorted = load({ board: 'a', orderBy: 'title' }, []);
    push({ title: 'new', board: 'a' }, task(3));
    expect(titles(sorted.last)).toBe('t3');
  });

  it('fits regardless of arguments that are excluded by name, by a pattern or by a test', () => {
    for (const nonFilterArgumentKeys of [['view'], /^view$/, (name: string) => name === 'view']) {
      const paged = new Collection([Task], { nonFilterArgumentKeys });
      fill(paged, [{ board: 'a', view: 1 }], []);
      cache.set(paged.push, task(3));
      expect(titles(cache.get(paged, { board: 'a', view: 1 }))).toBe('t3');
    }
  });

  it('is tested by the filter function, if there is one', () => {
    const long = new Collection([Task], {
      filter: ({ title }, { min }) => (title?.length ?? 0) >= Number(min),
    });
    fill(long, [{ min: 3 }], []);
    fill(long, [{ min: 9 }], []);
    cache.set(long.push, { id: 1, title: 'hello' });
    expect(titles(cache.get(long, { min: 3 }))).toBe('hello');
    expect(cache.get(long, { min: 9 })).toEqual([]);
  });

  it('can be prepended, or be one of several in their order, and is added to each list once', () => {
    const ofA = load({ board: 'a' }, [task(1)]);
    watch(cache.fetch(taskEndpoints.getList.unshift, { title: 'x', board: 'a' }));
    sent('/tasks').flush(task(2));
    expect(titles(ofA.last)).toBe('t2 t1');
    cache.set(taskList.push, [task(3), task(1), task(4)]);
    expect(titles(ofA.last)).toBe('t2 t1 t3 t4');
  });

  it('is the result of its mutation', () => {
    load({ board: 'a' }, []);
    const seen = watch(cache.fetch(taskEndpoints.getList.push, { title: 'x', board: 'a' }));
    sent('/tasks').flush(task(3));
    expect(seen.last).toBe(cache.get(Task, 3));
  });

  it('is added to maps by key', () => {
    const map = new Collection(new schema.Values(Task));
    fill(map, [{ board: 'a' }], { one: task(1) });
    cache.set(map.assign, { two: task(2), other: task(3, 'b') });
    expect(Object.keys(cache.get(map, { board: 'a' })!)).toEqual(['one', 'two']);
  });

  it('is in no list if the response is malformed', () => {
    const ofA = load({ board: 'a' }, [task(1)]);
    const seen = watch(cache.fetch(taskEndpoints.getList.push, { title: 'x', board: 'a' }));
    sent('/tasks').flush({ title: 'no key' });
    expect(seen.errors.length).toBe(1);
    expect(titles(ofA.last)).toBe('t1');
  });
});

describe('L3 an entity leaves', () => {
  beforeEach(setUp);

  it('every list when it is deleted, and does not return when its key does', () => {
    const all = load({}, [task(1), task(2)]);
    const ofA = load({ board: 'a' }, [task(1), task(2)]);
    watch(cache.fetch(taskEndpoints.delete, { id: 1 }));
    sent('/tasks/1').flush(null);
    cache.set(Task, task(1));
    expect([titles(all.last), titles(ofA.last)]).toEqual(['t2', 't2']);
  });

  it('a list with a filter function when it no longer passes', () => {
    const open = new Collection([Task], { filter: ({ done }) => done !== true });
    fill(open, [], [task(1), task(2)]);
    cache.set(Task, { id: 1, done: true });
    expect(titles(cache.get(open))).toBe('t2');
    cache.set(Task, { id: 2, title: 'still' });
    expect(titles(cache.get(open))).toBe('still');
  });

  it('its lists when it is moved, and joins the lists that it fits now', () => {
    const ofA = load({ board: 'a' }, [task(1), task(2)]);
    const ofB = load({ board: 'b' }, [task(3, 'b')]);
    const all = load({}, [task(1), task(2), task(3, 'b')]);
    watch(cache.fetch(taskEndpoints.getList.move, { id: 1 }, { board: 'b' }));
    const patch = sent('/tasks/1');
    expect([patch.request.method, patch.request.body]).toEqual(['PATCH', { board: 'b' }]);
    patch.flush(task(1, 'b'));
    expect([ofA, ofB, all].map(({ last }) => titles(last))).toEqual(['t2', 't3 t1', 't1 t2 t3']);
    expect([ofA, ofB].map(({ values }) => values.length)).toEqual([2, 2]);
  });

  it('the lists that the call names when it is removed', () => {
    const ofA = load({ board: 'a' }, [task(1), task(2)]);
    const ofB = load({ board: 'b' }, [task(1)]);
    const leave = taskEndpoints.partialUpdate.extend({
      path: '/boards/:board/tasks/:id',
      method: 'DELETE',
      body: undefined,
      schema: taskList.remove,
    });
    watch(cache.fetch(leave, { board: 'a', id: 1 }));
    sent('/boards/a/tasks/1').flush(null);
    expect([titles(ofA.last), titles(ofB.last)]).toEqual(['t2', 't1']);
    expect(cache.get(Task, 1)).toBeDefined();
  });

  it('only lists whose every argument the call names when it is removed', () => {
    const list = new Collection([Task], { argsKey: (args: object = {}) => args });
    for (const args of [
      { group: 'a' },
      { group: 'b' },
      { tag: 'x' },
      { group: 'a', tag: 'x' },
      {},
    ]) {
      fill(list as never, [args], [task(1), task(2)]);
    }
    const leave = new Endpoint({
      load: (_args: { group: string; id: number }) => of(null),
      sideEffect: true,
      schema: list.remove,
    });
    watch(cache.fetch(leave, { group: 'a', id: 1 }));
    const shown = (args: object) => titles(cache.get(list, args as never));
    expect(shown({ group: 'a' })).toBe('t2');
    expect(shown({})).toBe('t2');
    for (const args of [{ group: 'b' }, { tag: 'x' }, { group: 'a', tag: 'x' }]) {
      expect(shown(args)).toBe('t1 t2');
    }
  });

  it('its list when it is moved by the body, even if the path names the same argument', () => {
    const ofA = load({ board: 'a' }, [task(1), task(2)]);
    const ofB = load({ board: 'b' }, [task(3, 'b')]);
    const move = taskEndpoints.getList.move.extend({
      path: '/boards/:board/tasks/:id',
      body: {} as { board: string },
    });
    cache.set([Task], [{ id: 9, title: 't9' }]);
    fill(taskList as never, [{ board: 'a' }], [task(1), task(2), { id: 9, title: 't9' }]);
    watch(cache.fetch(move, { board: 'a', id: 9 }, { board: 'b' }));
    sent('/boards/a/tasks/9').flush({ id: 9, title: 't9' });
    expect([titles(ofA.last), titles(ofB.last)]).toEqual(['t1 t2', 't3 t9']);
  });

  it('one map for another with its key', () => {
    const map = new Collection(new schema.Values(Task));
    fill(map as never, [{ board: 'a' }], { one: task(1), two: task(2) } as never);
    fill(map as never, [{ board: 'b' }], { three: task(3, 'b') } as never);
    cache.set(map.move, task(1, 'b'));
    const keys = (board: string) => Object.keys(cache.get(map, { board })!);
    expect([keys('a'), keys('b')]).toEqual([['two'], ['three', 'one']]);
    cache.set(map.move, task(1, 'b', { title: 'stays' }));
    expect([keys('a'), keys('b')]).toEqual([['two'], ['three', 'one']]);
  });

  it('no list when the batch that removed it throws', () => {
    const ofA = load({ board: 'a' }, [task(1), task(2)]);
    expect(() =>
      cache.batch(() => {
        cache.delete(Task, 1);
        cache.set(taskList.push, task(3));
        expect(titles(cache.get(taskList, { board: 'a' }))).toBe('t2 t3');
        throw new Error('no');
      }),
    ).toThrowError('no');
    expect(titles(cache.get(taskList, { board: 'a' }))).toBe('t1 t2');
    expect(ofA.values.length).toBe(1);
  });
});

describe('L4 a Query over a Collection', () => {
  beforeEach(setUp);

  it('takes the arguments of the list, and is computed once per change', () => {
    let runs = 0;
    const open = new Query(taskList, (tasks, _args: { board: string }) => {
      runs++;
      return tasks.filter(({ done }) => !done);
    });
    load({ board: 'a' }, [task(1), task(2, 'a', { done: true })]);
    const seen = watch(cache.select(open, { board: 'a' }));
    watch(cache.select(open, { board: 'a' }));
    expect(titles(seen.last)).toBe('t1');
    cache.set(Task, task(9, 'z'));
    expect(runs).toBe(1);
    push({ title: 'new', board: 'a' }, task(3));
    expect(titles(seen.last)).toBe('t1 t3');
    expect(runs).toBe(2);
  });

  it('is unknown while the list is', () => {
    const count = new Query(taskList, (tasks, _args: { board: string }) => tasks.length);
    const seen = watch(cache.select(count, { board: 'a' }));
    expect(seen.values).toEqual([undefined]);
    load({ board: 'a' }, []);
    expect(seen.values).toEqual([undefined, 0]);
  });
});

/** Fetches a list with the given arguments from a server that responds synchronously. */
function fill(list: SchemaLike, args: readonly unknown[], response: unknown): void {
  const load = (..._args: unknown[]) => of(response);
  cache.fetch(new Endpoint({ load, schema: list }), ...args).subscribe();
}
