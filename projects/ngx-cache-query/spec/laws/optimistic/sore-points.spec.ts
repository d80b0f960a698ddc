import type { HttpTestingController, TestRequest } from '@angular/common/http/testing';
import { type CacheService, schema, toValues } from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { Optimistic, optimisticList, Task } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;
const setUp = () => ({ cache, http } = setUpRest());

/** Takes the oldest open request with a method. */
function taken(method: string): TestRequest {
  const [first, ...rest] = http.match((request) => request.method === method);
  expect(rest.length).toBe(0);
  return first;
}
const failed = { status: 500, statusText: 'planned' };
const task = (id: number, more: object = {}) => ({
  id,
  title: `t${id}`,
  board: 'a',
  done: false,
  ...more,
});
const tasks = (count: number) => Array.from({ length: count }, (_, i) => task(i + 1));

/** Loads the list of a board. */
function load(count: number) {
  const list = watch(cache.watch(Optimistic.getList, { board: 'a' }).pipe(toValues()));
  taken('GET').flush(tasks(count));
  return list;
}

describe('O3 a created row in a long list', () => {
  beforeEach(setUp);
  const create = () => {
    watch(cache.fetch(Optimistic.getList.push, { title: 'new', board: 'a' }));
    return taken('POST');
  };

  it('keeps its place when the server id arrives, and shows later changes under both ids', () => {
    const list = load(50);
    const request = create();
    const { id } = list.last!.at(-1)!;
    request.flush(task(99, { title: 'new' }));
    expect(list.last!.map((each) => each.id).slice(-2)).toEqual([50, 99]);
    cache.set(Task, { id: 99, title: 'x' });
    expect(list.last!.at(-1)!.title).toBe('x');
    cache.set(Task, id, () => ({ done: true }));
    expect([list.last!.at(-1)!.done, list.last!.at(-1)!.id]).toEqual([true, 99]);
    expect(cache.get(Task, id)).toBe(cache.get(Task, 99));
  });

  it('is the same row for a response that names it by the server id', () => {
    const list = load(50);
    create().flush(task(99, { title: 'new' }));
    const [before, { length }] = [list.last!, list.values];
    void cache.refetch(Optimistic.getList, { board: 'a' });
    taken('GET').flush([...tasks(50), task(99, { title: 'new' })]);
    expect(list.values.length).toBe(length);
    expect(list.last).toBe(before);
  });

  it('is shown once if another response brings the row before the answer', () => {
    const list = load(50);
    const request = create();
    void cache.refetch(Optimistic.getList, { board: 'a' });
    for (const each of http.match(({ method }) => method === 'GET')) {
      if (!each.cancelled) each.flush([...tasks(50), task(99, { title: 'new' })]);
    }
    request.flush(task(99, { title: 'new' }));
    http
      .match(({ method }) => method === 'GET')
      .forEach((each) => {
        if (!each.cancelled) each.flush([...tasks(50), task(99, { title: 'new' })]);
      });
    expect(list.last!.filter(({ id }) => id === 99 || id < 0).length).toBe(1);
    expect(list.last!.length).toBe(51);
  });

  it('leaves with its creation, and the others keep their references', () => {
    const list = load(50);
    const before = list.last!;
    create().flush(null, failed);
    expect(list.last!.length).toBe(50);
    list.last!.forEach((each, i) => expect(each).toBe(before[i]));
  });

  it('is removed under its temporary id while its creation is in flight, and stays away', () => {
    const list = load(3);
    const request = create();
    const { id } = list.last!.at(-1)!;
    watch(cache.fetch(Optimistic.delete, { id }));
    expect(list.last!.length).toBe(3);
    request.flush(task(99, { title: 'new' }));
    expect(list.last!.length).toBe(3);
    const deletion = taken('DELETE');
    expect(deletion.request.url).toBe('/tasks/99');
    deletion.flush(null);
    expect([list.last!.length, cache.get(Task, 99), cache.get(Task, id)]).toEqual([
      3,
      undefined,
      undefined,
    ]);
  });

  it('sends a waiting update in the turn in which its id arrives', () => {
    const list = load(3);
    const request = create();
    const { id } = list.last!.at(-1)!;
    watch(cache.fetch(Optimistic.partialUpdate, { id }, { title: 'later' }));
    http.expectNone(({ method }) => method === 'PATCH');
    request.flush(task(99, { title: 'new' }));
    expect(list.last!.at(-1)!.title).toBe('later');
    const update = taken('PATCH');
    expect(update.request.url).toBe('/tasks/99');
    update.flush(task(99, { title: 'later' }));
    expect(list.last!.at(-1)!.title).toBe('later');
  });
});

describe('O1 a batch that fails while mutations are pending', () => {
  beforeEach(setUp);

  it('leaves what they show, and what they restore if they fail', () => {
    const list = load(40);
    watch(cache.fetch(Optimistic.partialUpdate, { id: 1 }, { title: 'shown' }));
    const update = taken('PATCH');
    const before = list.last!;
    const { length } = list.values;
    const fail = () =>
      cache.batch(() => {
        cache.set(Task, { id: 1, title: 'set', done: true });
        cache.delete(Task, 2);
        cache.set(optimisticList, { board: 'a' }, [task(7)]);
        expect(cache.get(optimisticList, { board: 'a' })!.length).toBe(1);
        expect(cache.get(Task, 1)!.title).toBe('set');
        throw new Error('planned');
      });
    expect(fail).toThrowError('planned');
    expect([list.values.length, list.last]).toEqual([length, before]);
    update.flush(null, failed);
    expect(list.last!.map(({ title }) => title)).toEqual(tasks(40).map(({ title }) => title));
    expect(list.last![0].done).toBeFalse();
  });

  it('leaves a mutation that was answered inside of nothing else', () => {
    const list = load(3);
    watch(cache.fetch(Optimistic.partialUpdate, { id: 1 }, { title: 'x' }));
    const first = taken('PATCH');
    watch(cache.fetch(Optimistic.partialUpdate, { id: 1 }, { done: true }));
    const second = taken('PATCH');
    second.flush(task(1, { title: 'x', done: true }));
    expect(() =>
      cache.batch(() => {
        cache.set(Task, { id: 1, title: 'y' });
        throw new Error('planned');
      }),
    ).toThrowError('planned');
    first.flush(null, failed);
    expect([list.last![0].done]).toEqual([true]);
    expect(list.last!.length).toBe(3);
  });

  it('keeps the place of a row whose deletion is pending', () => {
    const all = watch(cache.select(new schema.All(Task)));
    load(3);
    watch(cache.fetch(Optimistic.delete, { id: 2 }));
    const deletion = taken('DELETE');
    expect(() =>
      cache.batch(() => {
        cache.set(Task, { id: 2, title: 'again' });
        cache.set(Task, task(9));
        throw new Error('planned');
      }),
    ).toThrowError('planned');
    expect(all.last!.map(({ id }) => id)).toEqual([1, 3]);
    deletion.flush(null, failed);
    expect(all.last!.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('O2 answers and older reads', () => {
  beforeEach(setUp);

  it('a read that began before a deletion does not restore the row; a later read does', () => {
    const list = load(3);
    const older = watch(cache.fetch(Optimistic.get, { id: 2 }));
    const read = taken('GET');
    watch(cache.fetch(Optimistic.delete, { id: 2 }));
    taken('DELETE').flush(null);
    if (!read.cancelled) read.flush(task(2, { title: 'old' }));
    http.match(({ method }) => method === 'GET').forEach((each) => each.flush(null, failed));
    expect([cache.get(Task, 2), list.last!.length]).toEqual([undefined, 2]);
    older.subscription.unsubscribe();
    watch(cache.fetch(Optimistic.get, { id: 2 }));
    taken('GET').flush(task(2, { title: 'new' }));
    expect(cache.get(Task, 2)?.title).toBe('new');
  });

  it('the answer to an update does not restore a row that was deleted after it', () => {
    const list = load(3);
    watch(cache.fetch(Optimistic.partialUpdate, { id: 2 }, { title: 'x' }));
    const update = taken('PATCH');
    watch(cache.fetch(Optimistic.delete, { id: 2 }));
    taken('DELETE').flush(null);
    update.flush(task(2, { title: 'x' }));
    expect([cache.get(Task, 2), list.last!.length]).toEqual([undefined, 2]);
  });

  it('a list that was read before a creation keeps the created row until it is read again', () => {
    const list = load(3);
    void cache.refetch(Optimistic.getList, { board: 'a' });
    const older = taken('GET');
    watch(cache.fetch(Optimistic.getList.push, { title: 'new', board: 'a' }));
    taken('POST').flush(task(9, { title: 'new' }));
    if (!older.cancelled) older.flush(tasks(3));
    expect(list.last!.map(({ id }) => id)).toEqual([1, 2, 3, 9]);
    http
      .match(({ method }) => method === 'GET')
      .forEach((each) => each.flush([...tasks(3), task(9)]));
    expect(list.last!.map(({ id }) => id)).toEqual([1, 2, 3, 9]);
  });
});
