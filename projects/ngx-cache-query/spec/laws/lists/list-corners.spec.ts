import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, schema, type SchemaLike } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { Served } from '../../support/served';
import { Optimistic, optimisticList, Task, taskList } from '../../support/rest-todos';
import { pagedTasks, task } from '../../support/paged-tasks';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Note extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  readonly tags: readonly string[] | undefined = undefined;
}
const notes = new Collection([Note], {
  nestKey: (parent: { id: number }) => ({ doc: parent.id }),
});
class Doc extends Entity {
  readonly id: number = 0;
  readonly notes: Note[] = [];
  static override readonly schema = { notes };
}
const docs = new Collection([Doc]);
const allNotes = new Collection([Note], { argsKey: () => ({}) });

describe('L1 a list that only a mutation in flight has created', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(docs, {}, []);
    cache.set([Note], [{ id: 7 }, { id: 8 }]);
  });

  it('does not prevent the deletion of one of its entities', () => {
    const { send, respond } = mutation(cache, docs.push);
    send({ notes: [{ id: 7 }, { id: 8 }] });
    cache.delete(Note, 7);
    expect(cache.get(docs, {})![0].notes.map(({ id }) => id)).toEqual([8]);
    respond({ id: 1, notes: [{ id: 8 }] });
    expect(cache.get(docs, {})![0].notes.map(({ id }) => id)).toEqual([8]);
  });

  it('nor the answer that deletes one', () => {
    mutation(cache, docs.push).send({ notes: [{ id: 7 }, { id: 8 }] });
    const gone = mutation(cache, new schema.Invalidate(Note));
    const sent = gone.send({ id: 7 });
    gone.respond({ id: 7 });
    expect([sent.errors, cache.get(Note, 7)]).toEqual([[], undefined]);
    expect(cache.get(docs, {})![0].notes.map(({ id }) => id)).toEqual([8]);
  });
});

describe('L2 an answer with a whole list and a change of it', () => {
  for (const isBusy of [false, true]) {
    it(`stores the list${isBusy ? ', also while an earlier mutation is in flight' : ''}`, () => {
      const cache = TestBed.inject(CacheService);
      cache.set(Note, { id: 9 });
      const other = mutation(cache, Note);
      other.send({ id: 9, text: 'a' });
      if (!isBusy) other.respond({ id: 9, text: 'a' });
      const whole: [SchemaLike, object][] = [
        [
          { deleted: new schema.Invalidate(Note), notes: allNotes },
          { deleted: { id: 1 }, notes: [{ id: 2 }, { id: 3 }] },
        ],
        [
          { created: allNotes.push, notes: allNotes },
          { created: { id: 4 }, notes: [{ id: 2 }, { id: 4 }] },
        ],
      ];
      const seen = whole.map(([shape, response]) => {
        const { endpoint, respond } = served(shape);
        cache.fetch(endpoint).subscribe();
        respond(response);
        return cache.get(allNotes)!.map(({ id }) => id);
      });
      expect(seen).toEqual([
        [2, 3],
        [2, 4],
      ]);
    });
  }
  function served(shape: SchemaLike) {
    const all = new Served(shape, { sideEffect: true });
    return { endpoint: all.endpoint, respond: (response: unknown) => all.respond(response) };
  }
});

describe('W5, W6 a filter that throws', () => {
  it('refuses the whole write', () => {
    const cache = TestBed.inject(CacheService);
    const tagged = new Collection([Note], {
      filter: ({ tags }, { tag }) => tags!.includes(tag as string),
    });
    cache.set(tagged, { tag: 'x' }, [{ id: 1, text: 'old', tags: ['x'] }]);
    const note = watch(cache.select(Note, 1));
    expect(() => cache.set(Note, { id: 1, text: 'new', tags: null as never })).toThrowError(
      TypeError,
    );
    expect([note.values.length, cache.get(Note, 1)!.text]).toEqual([1, 'old']);
    cache.set(Note, { id: 1, text: 'newer' });
    expect(cache.get(tagged, { tag: 'x' })!.map(({ text }) => text)).toEqual(['newer']);
  });
});

describe('L3 an argument that a row lacks, and one that is null', () => {
  it('null is a value: a moved entity leaves the list', () => {
    const { cache, sent } = setUpRest();
    cache.fetch(Optimistic.getList, { board: 'a' }).subscribe();
    sent('/tasks?board=a').flush([task(5)]);
    const unassign = new Served(optimisticList.move, { sideEffect: true });
    cache.fetch(unassign.endpoint, { id: 5, board: 'a' }).subscribe();
    unassign.respond({ id: 5, board: null });
    expect(cache.get(optimisticList, { board: 'a' })).toEqual([]);
  });
});

describe('L6 a window without a size', () => {
  for (const limit of [0, -1]) {
    it(`limit ${limit} means all: a created entity drops none`, () => {
      const cache = TestBed.inject(CacheService);
      cache.set(taskList, { limit } as never, [task(1), task(2)]);
      cache.set(taskList.unshift, task(3));
      expect(cache.get(taskList, { limit } as never)!.map(({ id }) => id)).toEqual([3, 1, 2]);
    });
  }
});

describe('L6 a schema that contains itself', () => {
  it('does not prevent the refetch of a window', () => {
    const { cache, sent } = setUpRest();
    watch(cache.watch(Optimistic.getList, { board: 'a', limit: 2 } as never));
    sent('/tasks?board=a&limit=2').flush([task(1)]);
    const tree = new schema.Object({ task: Task } as Record<string, SchemaLike>);
    tree.define({ children: [tree] });
    const slow = new Served(tree, { sideEffect: true });
    watch(cache.fetch(slow.endpoint));
    watch(cache.fetch(Optimistic.partialUpdate, { id: 1 }, { board: 'b' }));
    sent('/tasks/1').flush({ ...task(1), board: 'b' });
    slow.respond({ task: task(2), children: [] });
    sent('/tasks?board=a&limit=2').flush([]);
  });
});

describe('L5 the first page, while earlier mutations are in flight', () => {
  it('contains what was created and answered, and the new page', () => {
    const { cache, sent } = setUpRest();
    const list = pagedTasks.getList;
    watch(cache.watch(list));
    sent('/tasks').flush([task(1), task(2)]);
    cache.fetch(list.getPage, { part: 2 }).subscribe();
    sent('/tasks?part=2').flush([task(3)]);
    const slow = mutation(cache, list.schema.push);
    slow.send({ title: 'slow', board: 'a' });
    const done = mutation(cache, list.schema.push);
    done.send({ title: 'done', board: 'a' });
    done.respond(task(9));
    void cache.refetch(list);
    sent('/tasks').flush([task(9), task(1), task(4)]);
    const ids = () =>
      cache
        .get(list.schema)!
        .map(({ id }) => id)
        .filter((id) => id > 0);
    expect(ids()).toContain(9);
    expect(ids()).toContain(4);
    slow.respond(task(10));
    expect(ids()).toContain(9);
    expect(ids()).toContain(4);
    expect(ids()).toContain(10);
  });
});
