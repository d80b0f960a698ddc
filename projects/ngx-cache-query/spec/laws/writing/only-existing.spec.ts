import { Subject } from 'rxjs';
import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Collection,
  Endpoint,
  onlyExisting,
  optimistic,
  pageOf,
  Scalar,
  schema,
} from 'ngx-cache-query';
import { allTodos, idList, Todo, User } from '../../support/models';
import { mutation } from '../../support/mutation';
import { beginRead, fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
/** Connects a stream, and returns a function that sends a message. */
function connected(what: Parameters<typeof onlyExisting>[0]) {
  const messages$ = new Subject<unknown>();
  const errors: unknown[] = [];
  cache.connect(messages$, onlyExisting(what), { onError: (error) => errors.push(error) });
  return { send: (message: unknown) => messages$.next(message), errors };
}

describe('S3 onlyExisting', () => {
  beforeEach(setUp);

  it('changes entities that are in the cache, and skips all others', () => {
    cache.set(Todo, { id: 1, title: 'a' });
    const seen = watch(cache.select(allTodos));
    const { send } = connected([Todo]);
    send([
      { id: 1, completed: true },
      { id: 2, completed: true },
    ]);
    send([{ id: 3 }]);
    expect(seen.values.length).toBe(2);
    expect(seen.last).toEqual([cache.get(Todo, 1)!]);
    expect(seen.last?.[0]).toEqual(jasmine.objectContaining({ title: 'a', completed: true }));
  });

  it('skips an unknown entity that several parts contain', () => {
    const messages$ = new Subject<unknown>();
    cache.connect(messages$, {
      created: [User],
      rows: [onlyExisting(Todo)],
      counts: onlyExisting([Todo]),
    });
    messages$.next({
      created: [{ id: 'u', name: 'Ada' }],
      rows: [{ id: 1 }, { id: 1 }],
      counts: [{ id: 1, userId: { id: 'u', name: 'Eve' } }],
    });
    expect(cache.get(Todo, 1)).toBeUndefined();
    // What another part creates may be changed.
    expect(cache.get(User, 'u')?.name).toBe('Eve');
  });

  describe('while a request that brings the entity is in flight', () => {
    const todos = () => {
      const served = new Served([Todo]);
      cache.fetch(served.endpoint).subscribe();
      return served;
    };

    it('is applied when the entity arrives, in one emission', async () => {
      const served = todos();
      const { send } = connected([Todo]);
      const message = { id: 1, completed: true };
      send([message, { id: 3, title: 'never' }]);
      message.completed = false; // The message is a copy.
      send([{ id: 1, title: 'new' }]);
      await Promise.resolve();
      const seen = watch(cache.select(allTodos));
      served.respond([{ id: 1, title: 'old' }, { id: 2 }]);
      expect(seen.values).toEqual([
        undefined,
        [{ id: 1, title: 'new', completed: true }, { id: 2 }].map((row) => Todo.fromJS(row)),
      ]);
    });

    it('deletes the entity, also inside of other responses', () => {
      const served = todos();
      const { send } = connected(new schema.Invalidate(Todo));
      send(1);
      served.respond([{ id: 1 }, { id: 2 }]);
      expect(idList(cache.get(allTodos))).toEqual([2]);
    });

    it('is older than a response that was requested after it', () => {
      const [first, { send }] = [todos(), connected([Todo])];
      send([{ id: 1, title: 'message' }]);
      const second = todos();
      second.respond([{ id: 1, title: 'newer' }]);
      first.respond([{ id: 1, title: 'older' }]);
      expect(cache.get(Todo, 1)?.title).toBe('newer');
    });

    it('and is forgotten if no request brings it', () => {
      const [first, { send }] = [todos(), connected([Todo])];
      send([{ id: 1, title: 'message' }]);
      first.respond([{ id: 2 }]);
      todos().respond([{ id: 1, title: 'server' }]);
      expect(cache.get(Todo, 1)?.title).toBe('server');
    });
  });

  it('leaves the rest of a response as it is, such as a page of a list', () => {
    const todos = new Collection([Todo]);
    const pages = new Served({ page: pageOf(todos, 'page'), users: onlyExisting([User]) });
    cache.set(todos, [{ id: 1 }]);
    watch(cache.fetch(pages.endpoint, { page: 2 }));
    pages.respond({ page: [{ id: 2 }], users: [{ id: 'u' }] });
    expect(idList(cache.get(todos))).toEqual([1, 2]);
    expect(cache.get(User, 'u')).toBeUndefined();
  });

  it('skips entities inside of other entities, and keeps the reference', () => {
    cache.set(Todo, { id: 1, title: 'a' });
    const { send } = connected(Todo);
    send({ id: 1, title: 'b', userId: { id: 'u', name: 'Ada' } });
    expect([cache.get(Todo, 1)?.title, cache.get(User, 'u')]).toEqual(['b', undefined]);
    cache.set(User, { id: 'u', name: 'Eve' });
    expect(cache.get(Todo, 1)?.userId.name).toBe('Eve');
    send({ id: 9, userId: { id: 'u', name: 'Ada' } });
    expect([cache.get(Todo, 9), cache.get(User, 'u')?.name]).toEqual([undefined, 'Ada']);
  });

  it('does not make a type known', () => {
    connected([Todo]).send([]);
    expect(cache.get(allTodos)).toBeUndefined();
  });

  it('deletes, and changes lists', () => {
    const todos = new Collection([Todo]);
    cache.set(todos, [{ id: 1 }, { id: 2 }]);
    connected(new schema.Invalidate(Todo)).send({ id: 1 });
    expect(idList(cache.get(todos))).toEqual([2]);
    cache.set([Todo], [{ id: 5 }]);
    const { send } = connected(todos.push);
    send({ id: 5, title: 'known' });
    send({ id: 6, title: 'unknown' });
    expect(idList(cache.get(todos))).toEqual([2, 5]);
  });

  it('deletes the values of a Scalar with their entity, also before an entity that it skips', () => {
    const todoIn = new Scalar(Todo, {
      lens: (language: { of: string }) => language.of,
      fields: ['title'],
    });
    const columns = todoIn.at({ of: 'de' }).columns;
    cache.set(Todo, { id: 1 });
    cache.set([columns], [{ id: 1, title: 'Tee' }]);
    connected([new schema.Invalidate(Todo)]).send([{ id: 1 }, { id: 9 }]);
    cache.set(Todo, { id: 1, title: 'Tea' });
    expect(cache.get(todoIn, { id: 1, of: 'de' })?.title).toBe('Tea');
  });

  it('skips an entity that was deleted while an earlier mutation is in flight', () => {
    cache.set([Todo], [{ id: 1 }, { id: 2 }]);
    const { send } = connected([Todo]);
    mutation(cache, Todo).send({ id: 2 });
    const deletions = mutation(cache, new schema.Invalidate(Todo));
    deletions.send({ id: 1 });
    deletions.respond({ id: 1 });
    send([{ id: 1, title: 'b' }]);
    expect(cache.get(Todo, 1)).toBeUndefined();
  });

  it('decides when the message is written, in the order of writes', () => {
    const { send } = connected([Todo]);
    cache.batch(() => {
      cache.set(Todo, { id: 1, title: 'a' });
      send([{ id: 1, title: 'b' }]);
      cache.delete(Todo, 1);
      send([{ id: 1, title: 'c' }]);
    });
    expect(cache.get(Todo, 1)).toBeUndefined();
    cache.set(Todo, { id: 2, title: 'a' });
    let isFirst = true;
    cache.select(Todo, 2).subscribe((todo) => {
      if (todo?.title !== 'b' || !isFirst) return;
      isFirst = false;
      const message = [{ id: 2, title: 'c' }, { id: 3 }];
      send(message); // deferred until all subscribers have been notified
      message[0].title = 'changed by the caller';
    });
    cache.set(Todo, { id: 2, title: 'b' });
    expect([cache.get(Todo, 2)?.title, cache.get(Todo, 3)]).toEqual(['c', undefined]);
  });

  it('is newer than a read in flight', () => {
    cache.set(Todo, { id: 1, title: 'a' });
    const { respond } = beginRead(cache, [Todo]);
    connected([Todo]).send([{ id: 1, title: 'b' }]);
    respond([{ id: 1, title: 'old' }]);
    expect(cache.get(Todo, 1)?.title).toBe('b');
  });

  it('is the schema of a response, too, and of an optimistic update', () => {
    cache.set(Todo, { id: 1, title: 'a' });
    const response = [{ id: 1, title: 'b' }, { id: 2 }];
    expect(idList(fetchOnce(cache, onlyExisting([Todo]), response).value)).toEqual([1]);
    const response$ = new Subject<unknown>();
    const rename = new Endpoint({
      load: () => response$,
      schema: onlyExisting([Todo]),
      sideEffect: true,
      optimistic: () => optimistic([{ id: 1, title: 'c' }, { id: 2 }]),
    });
    watch(cache.fetch(rename));
    expect([cache.get(Todo, 1)?.title, cache.get(Todo, 2)]).toEqual(['c', undefined]);
    response$.next([{ id: 1, title: 'd' }, { id: 2 }]);
    expect([cache.get(Todo, 1)?.title, cache.get(Todo, 2)]).toEqual(['d', undefined]);
  });

  it('refuses invalid messages, and a schema that is undefined', () => {
    const { send, errors } = connected({ todos: [Todo] });
    send({ todos: [5] });
    expect(errors.map((error) => (error as CacheError).path)).toEqual(['todos[0]']);
    for (const schema of [undefined, [undefined]]) {
      expect(() => onlyExisting(schema)).toThrowError(/NCQ1009: onlyExisting\(…\): .* undefined/);
    }
  });
});
