import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Collection,
  Endpoint,
  Entity,
  optimistic,
  schema,
  type SchemaLike,
} from 'ngx-cache-query';
import { Todo } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('rows with pending changes', () => {
  let service: CacheService;
  beforeEach(() => (service = TestBed.inject(CacheService)));

  /** Begins an optimistic mutation. */
  function begin(response: object, of: SchemaLike = Todo) {
    const response$ = new Subject<unknown>();
    const respond = () => optimistic(response);
    const load = () => response$;
    const endpoint = new Endpoint({ load, schema: of, sideEffect: true, optimistic: respond });
    service.fetch(endpoint).subscribe({ error: () => undefined });
    return response$;
  }

  it('reach subscribers of the id of the server, who subscribed before it was known', () => {
    const seen = watch(service.select(Todo, 9));
    begin({ title: 'a' }).next({ id: 9, title: 'b' });
    expect(seen.values.map((todo) => todo?.title)).toEqual([undefined, 'b']);
  });

  for (const outcome of ['answered', 'refused'] as const) {
    it(`stay inside of a later mutation that sends them, too, when the one that created them is ${outcome}`, () => {
      class List extends Entity {
        readonly id: number = 0;
        readonly todos: readonly Todo[] = [];
        static override readonly schema = { todos: [Todo] };
      }
      service.set(List, { id: 1, todos: [] });
      const shown = () => service.get(List, 1)!.todos.map(({ id, title }) => `${id} ${title}`);
      const save = (title: string) => begin({ id: 1, todos: [{ id: -5, title }] }, List);
      const [first, second] = [save('a'), save('b')];
      if (outcome === 'answered') first.next({ id: 1, todos: [{ id: 7, title: 'a' }] });
      else first.error(new Error('refused'));
      expect(shown()).toEqual(['-5 b']);
      second.next({ id: 1, todos: [{ id: 8, title: 'b' }] });
      expect([shown(), service.get(Todo, -5)]).toEqual([['8 b'], undefined]);
    });
  }

  for (const size of [2, 200]) {
    it(`emit an entity with a list of ${size} once when one of them is deleted and this is answered`, () => {
      const list = new Collection([Todo], { nestKey: ({ id }: { id: string }) => ({ user: id }) });
      class Owner extends Entity {
        readonly id: string = '';
        readonly todos: Todo[] = [];
        static override readonly schema = { todos: list };
      }
      const todos = Array.from({ length: size }, (_, i) => ({ id: i + 1, title: 'a' }));
      service.set(Owner, { id: 'x', todos });
      const seen = watch(service.select(Owner, 'x'));
      begin({ id: 1 }, new schema.Invalidate(Todo)).next({ id: 1 });
      expect(seen.values.map((owner) => owner?.todos.length)).toEqual([size, size - 1]);
    });
  }

  it('do not get back what was deleted if they are written before the deletion is settled', () => {
    service.set([Todo], [{ id: 1, title: 'a', completed: true }]);
    const edit = begin({ id: 2, title: 'x' });
    begin({ id: 1 }, new schema.Invalidate(Todo)).next({ id: 1 });
    service.set(Todo, { id: 1, title: 'b' });
    expect(service.get(Todo, 1)?.completed).toBeFalse();
    edit.next({ id: 2, title: 'x' });
    expect([service.get(Todo, 1)?.title, service.get(Todo, 1)?.completed]).toEqual(['b', false]);
  });

  it('do not get back what was deleted from a read that is older, if a later mutation creates them again', () => {
    service.set([Todo], [{ id: 1, title: 'a', completed: true }]);
    const served = new Served([Todo]);
    service.fetch(served.endpoint).subscribe();
    const deletion = begin({ id: 1 }, new schema.Invalidate(Todo));
    const creation = begin({ id: 1, title: 'b' });
    deletion.next({ id: 1 });
    creation.next({ id: 1, title: 'b' });
    served.respond([{ id: 1, title: 'a', completed: true }]);
    expect([service.get(Todo, 1)!.title, service.get(Todo, 1)!.completed]).toEqual(['b', false]);
  });

  it('come back when the application writes them after it has deleted them', () => {
    service.set(Todo, { id: 1, title: 'a' });
    const edit = begin({ id: 1, title: 'b' });
    service.delete(Todo, 1);
    service.set(Todo, { id: 1, title: 'c' });
    expect(service.get(Todo, 1)?.title).toBe('c');
    edit.error(new Error('refused'));
    expect(service.get(Todo, 1)?.title).toBe('c');
  });

  it('keep what is added to a list behind answers that wait for earlier ones', () => {
    const todos = new Collection([Todo]);
    service.set(todos, []);
    const first = begin({ title: 'a' }, todos.push);
    begin({ title: 'b' }, todos.push).next({ id: 2, title: 'b' });
    service.set(todos.push, { id: 3, title: 'c' });
    const titles = () => service.get(todos)?.map(({ title }) => title);
    expect(titles()).toEqual(['a', 'b', 'c']);
    first.error(new Error('refused'));
    expect(titles()).toEqual(['b', 'c']);
  });

  for (const [leaving, leave] of [
    ['deleted', () => service.delete(Todo, 3)],
    ['rejected by a filter', () => service.set(Todo, { id: 3, title: 'x' })],
  ] as const) {
    it(`lose what is ${leaving} after it was added behind such answers`, () => {
      const todos = new Collection([Todo], { filter: ({ title }) => title !== 'x' });
      service.set(todos, []);
      const first = begin({ title: 'a' }, todos.push);
      begin({ title: 'b' }, todos.push).next({ id: 2, title: 'b' });
      service.set(todos.push, { id: 3, title: 'c' });
      const seen = watch(service.select(todos));
      service.batch(() => {
        service.set(todos.push, { id: 4, title: 'd' });
        expect(service.get(todos)!.length).toBe(4);
        service.delete(Todo, 4);
      });
      expect(seen.values.length).toBe(1);
      leave();
      const titles = () => service.get(todos)?.map(({ title }) => title);
      expect(titles()).toEqual(['a', 'b']);
      service.set(
        [Todo],
        [3, 4].map((id) => ({ id, title: 'c' })),
      );
      expect(titles()).toEqual(['a', 'b']);
      first.error(new Error('refused'));
      expect(titles()).toEqual(['b']);
    });
  }
});
