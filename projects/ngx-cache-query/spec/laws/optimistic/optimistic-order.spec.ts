import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { CacheService, Endpoint, schema } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { Task, taskList, titles } from '../../support/rest-todos';
import { setUpRetained } from '../../support/retained';
import { fetchOnce, beginRead } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
let edits: ReturnType<typeof mutation<typeof Task>>;
const task = (id: number, fields: object = {}) => ({ id, title: `t${id}`, ...fields });
const title = (id = 1) => cache.get(Task, id)?.title;

function setUp(): void {
  cache = TestBed.inject(CacheService);
  edits = mutation(cache, Task);
  cache.set([Task], [task(1), task(2)]);
}
/** Sends a mutation without an optimistic update. The spec responds to it. */
function plain(): (response: object) => void {
  const responses = new Subject<object>();
  watch(cache.fetch(new Endpoint({ load: () => responses, sideEffect: true, schema: Task })));
  return (response) => responses.next(response);
}
/** A stream of messages from the server. */
function messages<S>(what: S): Subject<object> {
  const source = new Subject<object>();
  cache.connect(source, what as never);
  return source;
}

describe('O2 reads under a pending mutation', () => {
  beforeEach(setUp);

  it('do not overwrite a write that is newer than they are, when the mutation fails', () => {
    const [oldest, older] = [beginRead(cache, [Task]), beginRead(cache, [Task])];
    cache.set(Task, { id: 1, title: 'known' });
    edits.send({ id: 1, title: 'expected' });
    oldest.respond([task(1, { title: 'oldest' })]);
    older.respond([task(1, { title: 'older' })]);
    edits.fail();
    expect(title()).toBe('known');
  });

  it('do not overwrite a newer read, above a response that waits for an earlier mutation', () => {
    edits.send({ id: 1, title: 'first' });
    edits.send({ id: 1, title: 'second' });
    edits.respond(task(1, { title: 'second' }));
    const [older, newer] = [beginRead(cache, [Task]), beginRead(cache, [Task])];
    newer.respond([task(1, { board: 'newer' })]);
    older.respond([task(1, { board: 'older' })]);
    expect(cache.get(Task, 1)!.board).toBe('newer');
    edits.fail(0);
    expect(cache.get(Task, 1)!.board).toBe('newer');
  });

  it('do not overwrite the response of a mutation that was in flight when they began', () => {
    const older = beginRead(cache, [Task]);
    edits.send({ id: 1, title: 'expected' });
    edits.respond(task(1, { title: 'answered' }));
    older.respond([task(1)]);
    expect(title()).toBe('answered');
  });

  it('do not overwrite a local write under a mutation that failed', () => {
    const older = beginRead(cache, [Task]);
    edits.send({ id: 1, title: 'expected' });
    cache.set(Task, { id: 1, title: 'mine' });
    edits.fail();
    older.respond([task(1)]);
    expect(title()).toBe('mine');
  });

  it('do not delete what was written after they began', () => {
    const older = beginRead(cache, new schema.Invalidate(Task));
    cache.set(Task, { id: 1, title: 'known' });
    edits.send({ id: 1, title: 'expected' });
    older.respond({ id: 1 });
    expect(title()).toBe('expected');
    edits.fail();
    expect(title()).toBe('known');
  });

  it('do not restore what an optimistic deletion deleted meanwhile', () => {
    const older = beginRead(cache, [Task]);
    const removal = mutation(cache, new schema.Invalidate(Task));
    removal.send({ id: 1 });
    removal.respond(null);
    older.respond([task(1), task(2)]);
    expect(cache.get(Task, 1)).toBeUndefined();
  });
});

describe('O2 data from the server under a pending mutation', () => {
  beforeEach(setUp);

  it('may be a deletion, which the optimistic update does not undo', () => {
    const deleted = messages(new schema.Invalidate(Task));
    edits.send({ id: 1, title: 'expected' });
    deleted.next({ id: 1 });
    expect(cache.get(Task, 1)).toBeUndefined();
    edits.fail();
    expect(cache.get(Task, 1)).toBeUndefined();
  });

  it('may be a deletion, after which the application creates the entity again', () => {
    const deleted = messages(new schema.Invalidate(Task));
    edits.send({ id: 1, done: true });
    deleted.next({ id: 1 });
    cache.set(Task, { id: 1, title: 'mine' });
    expect(title()).toBe('mine');
    edits.fail();
    expect(title()).toBe('mine');
  });

  it('stays when the creation that it confirms fails', () => {
    const saved = messages(Task);
    edits.send({ id: 7, title: 'expected' });
    saved.next({ id: 7, title: 'saved' });
    edits.fail();
    expect(title(7)).toBe('saved');
  });

  it('shows over earlier responses', () => {
    edits.send({ id: 2, title: 'expected' }); // an older mutation, which stays pending
    edits.send({ id: 1, title: 'expected' });
    edits.respond(task(1, { title: 'answered' }));
    fetchOnce(cache, [Task], [task(1, { title: 'read later' })]);
    expect(title()).toBe('read later');
  });

  it('keeps the fields that an older pending mutation sets, unless the mutation sets them itself', () => {
    edits.send({ id: 1, title: 'expected' });
    edits.send({ id: 1, done: true });
    edits.respond(task(1, { done: true })); // the server has not processed the first mutation yet
    expect([title(), cache.get(Task, 1)?.done]).toEqual(['expected', true]);
    edits.send({ id: 1, title: 'later' });
    edits.respond(task(1, { title: 'Later' }));
    expect(title()).toBe('Later');
  });

  it('shows all fields that a mutation sets in several parts, over an older pending mutation', () => {
    const bulk = mutation(cache, [Task]);
    edits.send({ id: 1, title: 'expected' });
    bulk.send([
      { id: 1, title: 'later' },
      { id: 1, done: true },
    ]);
    bulk.respond([task(1, { title: 'Later', done: true })]);
    expect([title(), cache.get(Task, 1)?.done]).toEqual(['Later', true]);
  });

  it('is applied in the order of the calls, even without an optimistic update', () => {
    const respondFirst = plain();
    edits.send({ id: 1, title: 'second' });
    edits.respond(task(1, { title: 'second' }));
    respondFirst(task(1, { title: 'first', done: true }));
    expect([title(), cache.get(Task, 1)?.done]).toEqual(['second', true]);
  });
});

describe('O2 the answer to an earlier call without an optimistic update', () => {
  it('adds only missing fields, also if another entity was deleted while a read is in flight', () => {
    for (const isBuried of [false, true]) {
      setUp();
      if (isBuried) {
        beginRead(cache, [Task]);
        cache.delete(Task, 2);
      }
      const [respondFirst, respondSecond] = [plain(), plain()];
      respondSecond({ id: 1, title: 'second' });
      respondFirst({ id: 1, title: 'first', done: true });
      expect([title(), cache.get(Task, 1)?.done]).toEqual(['second', true]);
      TestBed.resetTestingModule();
    }
  });
});

describe('O2 local writes under pending mutations', () => {
  beforeEach(setUp);

  it('show over optimistic updates and over responses', () => {
    for (const each of ['a', 'b', 'c']) edits.send({ id: 1, title: each });
    edits.respond(task(1, { title: 'b' }), 1);
    edits.respond(task(1, { title: 'c' }), 2);
    cache.set(Task, { id: 1, title: 'mine' });
    expect(title()).toBe('mine');
    edits.fail(0);
    expect(title()).toBe('mine');
  });

  it('show on a row whose creation is pending', () => {
    edits.send({ title: 'expected' });
    const { id } = cache.get(new schema.All(Task))![2];
    cache.set(Task, { id, title: 'mine' });
    expect(title(id)).toBe('mine');
  });

  it('keep their order in a batch: a deletion after a write', () => {
    edits.send({ id: 1, title: 'expected' });
    cache.batch(() => {
      cache.set(Task, { id: 1, title: 'mine' });
      cache.set(new schema.Invalidate(Task), { id: 1 });
    });
    expect(cache.get(Task, 1)).toBeUndefined();
  });

  it('keep their order in a batch: a write after a response', () => {
    edits.send({ id: 2, title: 'expected' }); // an older mutation, which stays pending
    edits.send({ id: 1, title: 'expected' });
    cache.batch(() => {
      edits.respond(task(1, { title: 'answered' }));
      cache.set([Task], [{ id: 1, title: 'mine' }]);
    });
    expect(title()).toBe('mine');
  });

  it('emit nothing when they, or mutations, set the value that is there', () => {
    const seen = watch(cache.select(Task, 1));
    edits.send({ id: 1, title: 't1' });
    edits.respond(task(1));
    expect(seen.values.length).toBe(1);
  });
});

describe('O2 lists under pending mutations', () => {
  beforeEach(setUp);
  const fill = (items: object[]) => {
    watch(cache.fetch(new Endpoint({ load: () => of(items), schema: taskList })));
    return watch(cache.select(taskList));
  };

  it('do not add an entity that was deleted before the response, even if it returns', () => {
    const seen = fill([]);
    edits.send({ id: 2, title: 'expected' }); // an older mutation, which stays pending
    const responses = new Subject<object>();
    const push = new Endpoint({ load: () => responses, sideEffect: true, schema: taskList.push });
    watch(cache.fetch(push));
    const removal = mutation(cache, new schema.Invalidate(Task));
    removal.send({ id: 1 });
    removal.respond(null);
    responses.next(task(1));
    cache.set(Task, task(1));
    expect([title(), seen.last]).toEqual(['t1', []]);
  });

  it('lose a deleted entity, even if an older mutation ends later', () => {
    const seen = fill([task(1), task(2)]);
    edits.send({ id: 2, title: 'expected' }); // an older mutation, which stays pending
    const removal = mutation(cache, new schema.Invalidate(Task));
    removal.send({ id: 1 });
    removal.respond(null);
    edits.respond(task(2));
    cache.set(Task, task(1));
    expect([title(), titles(seen.last)]).toEqual(['t1', 't2']);
  });

  it('add every entity of one response', () => {
    const seen = fill([task(1)]);
    edits.send({ id: 2, title: 'expected' }); // an older mutation, which stays pending
    const two = { first: taskList.push, second: taskList.push };
    const load = () => of({ first: task(3), second: task(4) });
    watch(cache.fetch(new Endpoint({ load, sideEffect: true, schema: two })));
    expect(titles(seen.last)).toBe('t1 t3 t4');
  });
});

describe('O1 an empty list', () => {
  it('makes its type known, as an optimistic response and as a response', () => {
    cache = TestBed.inject(CacheService);
    const seen = watch(cache.select(new schema.All(Task)));
    const clear = mutation(cache, [Task]);
    clear.send([]);
    expect(seen.last).toEqual([]);
    cache.reset();
    const load = () => of([]);
    watch(cache.fetch(new Endpoint({ load, sideEffect: true, schema: [Task] })));
    expect(seen.values).toEqual([undefined, [], undefined, []]);
  });
});

describe('K2 rows of completed mutations', () => {
  it('are evicted like others, in whichever order the responses arrived', () => {
    const retained = setUpRetained({ time: 60_000 });
    ({ cache } = retained);
    edits = mutation(cache, Task);
    edits.send({ id: 1, title: 'expected' });
    const respond = plain();
    respond(task(2));
    edits.respond(task(1));
    expect(retained.held('Task')).toEqual(['1', '2']);
    retained.clock.pass(600_000);
    expect(retained.held('Task')).toEqual([]);
  });
});
