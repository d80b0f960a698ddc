import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { CacheService, Collection, Endpoint, type SchemaLike, schema } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { Task, titles } from '../../support/rest-todos';
import { beginRead, Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
let list: Collection<(typeof Task)[]>;
const task = (id: number, more: object = {}) => ({ id, title: `t${id}`, board: 'a', ...more });
const shown = (args: object = {}) => titles(cache.get(list, args));
function fill(what: SchemaLike, items: unknown, ...args: unknown[]): void {
  const load = (..._args: unknown[]) => of(items);
  watch(cache.fetch(new Endpoint({ load, schema: what }), ...args));
}
function setUp(): void {
  cache = TestBed.inject(CacheService);
  list = new Collection([Task]);
  fill(list, [task(1), task(2)]);
}
/** Sends optimistic mutations. The spec responds to them. */
const change = (what: SchemaLike, ...sent: object[]) => {
  const changes = mutation(cache, what);
  for (const each of sent) changes.send(each);
  return changes;
};

describe('O2, L2 pending edits of one list', () => {
  beforeEach(setUp);

  it('move the last entity to the front with unshift', () => {
    const first = change(list.unshift, task(3), task(4));
    expect(shown()).toBe('t4 t3 t1 t2');
    first.fail(0);
    expect(shown()).toBe('t4 t1 t2');
  });

  it('apply an entity that was added, removed and added again', () => {
    change(list.push, task(3));
    change(list.unshift, task(4));
    expect(shown()).toBe('t4 t1 t2 t3');
    const removals = change(list.remove, task(3), task(4), task(1));
    expect(shown()).toBe('t2');
    change(list.push, task(3));
    expect(shown()).toBe('t2 t3');
    removals.fail(2);
    expect(shown()).toBe('t1 t2 t3');
  });

  it('show in a map what was created before it had an id, when the map is loaded', () => {
    const map = new Collection(new schema.Values(Task));
    const creation = mutation(cache, Task);
    creation.send({ title: 'new' });
    creation.respond(task(1));
    fill(map, { one: task(1), two: task(2) });
    expect(Object.entries(cache.get(map)!).map(([key, { id }]) => `${key} ${id}`)).toEqual([
      'one 1',
      'two 2',
    ]);
  });

  it('return what was assigned to a map', () => {
    const map = new Collection(new schema.Values(Task));
    fill(map, { one: task(1) });
    const assign = new Served(map.assign, { sideEffect: true });
    const sent = watch(cache.fetch(assign.endpoint));
    assign.respond({ two: task(2) });
    expect(Object.entries(sent.last!).map(([key, { id }]) => `${key} ${id}`)).toEqual(['two 2']);
    expect(Object.keys(cache.get(map)!)).toEqual(['one', 'two']);
  });

  it('apply what was assigned to a map and removed from it', () => {
    const map = new Collection(new schema.Values(Task));
    fill(map, { one: task(1) });
    change(map.assign, { two: task(2), three: task(3) });
    change(map.remove, task(2));
    expect(Object.keys(cache.get(map)!)).toEqual(['one', 'three']);
  });
});

describe('O2, L3 pending changes to an entity in lists', () => {
  beforeEach(setUp);

  it('move it, even under an optimistic deletion', () => {
    fill(list, [task(1)], { board: 'a' });
    fill(list, [], { board: 'b' });
    const responses = new Subject<object>();
    const load = (..._args: unknown[]) => responses;
    const move = new Endpoint({ load, schema: list.move, sideEffect: true });
    watch(cache.fetch(move, { id: 1 }, { board: 'b' }));
    const removal = change(new schema.Invalidate(Task), { id: 1 });
    responses.next(task(1, { board: 'b' }));
    removal.fail();
    expect([shown({ board: 'a' }), shown({ board: 'b' })]).toEqual(['', 't1']);
  });

  it('hide it from a list that arrives meanwhile, whose argument it no longer matches', () => {
    const edits = change(Task, { id: 1, board: 'b' });
    fill(list, [task(1), task(2)], { board: 'a' });
    expect(shown({ board: 'a' })).toBe('t2');
    edits.fail(0);
    expect(shown({ board: 'a' })).toBe('t1 t2');
  });

  it('hide it from a filtered list only while the change that excludes it is pending', () => {
    const open = new Collection([Task], { filter: ({ done }) => done !== true });
    fill(open, [task(1), task(2)]);
    const edits = change(Task, { id: 1, title: 'x' }, { id: 1, done: true });
    expect(titles(cache.get(open))).toBe('t2');
    edits.fail(1);
    expect(titles(cache.get(open))).toBe('x t2');
  });

  it('hide it from a filtered list that arrives after another response, and restore it on failure', () => {
    const open = new Collection([Task], { filter: ({ done }) => done !== true });
    const edits = change(Task, { id: 1, done: true }, { id: 1, title: 'x' });
    edits.respond(task(1, { title: 'x', done: false }), 1);
    fill(open, [task(1, { title: 'x' }), task(2)]);
    expect(titles(cache.get(open))).toBe('t2');
    edits.fail(0);
    expect(titles(cache.get(open))).toBe('x t2');
  });
});

describe('L3 an entity that was deleted while an earlier mutation of another entity is in flight', () => {
  beforeEach(setUp);

  it('does not return to its lists when it is created again', () => {
    change(Task, task(2));
    change(new schema.Invalidate(Task), { id: 1 }).respond({ id: 1 });
    cache.set(Task, task(1));
    expect(shown()).toBe('t2');
  });
});

describe('L3 a list whose response arrives late', () => {
  beforeEach(setUp);

  it('keeps an entity that was deleted and created again meanwhile', () => {
    const fresh = new Collection([Task]);
    const slow = beginRead(cache, fresh);
    cache.delete(Task, 1);
    cache.set(Task, task(1, { title: 'again' }));
    slow.respond([task(1), task(2)]);
    expect(titles(cache.get(fresh))).toBe('again t2');
  });
});
