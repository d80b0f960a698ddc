import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, Post, Todo, User, idList } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R8 unchanged data keeps its identity', () => {
  beforeEach(setUp);

  it('an entity keeps its reference until one of its own fields changes', () => {
    cache.set(User, { id: 'a', name: 'Ada' });
    const before = cache.get(User, 'a');
    cache.set(User, { id: 'b' });
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(cache.get(User, 'a')).toBe(before);
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(cache.get(User, 'a')).not.toBe(before);
    expect(before?.name).toBe('Ada');
  });

  it('an entity changes with a nested entity, and its siblings do not', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.set(
      [Todo],
      [
        { id: 1, userId: 'a' },
        { id: 2, userId: 'b' },
      ],
    );
    const [one, two] = cache.get(allTodos)!;
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(cache.get(Todo, 1)).not.toBe(one);
    expect(cache.get(Todo, 1)?.userId.name).toBe('Ada');
    expect(cache.get(Todo, 2)).toBe(two);
    const b = cache.get(User, 'b');
    cache.set(Todo, { id: 2, title: 'Tea' });
    expect(cache.get(User, 'b')).toBe(b!);
    expect(cache.get(Todo, 2)?.userId).toBe(b!);
  });

  it('a list keeps its reference until its members change, and members keep theirs', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const before = cache.get(allUsers)!;
    cache.set(Todo, { id: 1 });
    cache.set(User, { id: 'a' });
    expect(cache.get(allUsers)).toBe(before);
    cache.set(User, { id: 'c' });
    const after = cache.get(allUsers)!;
    expect(after).not.toBe(before);
    expect(after.slice(0, 2).every((user, i) => user === before[i])).toBeTrue();
    cache.set(User, { id: 'b', name: 'Bob' });
    expect(cache.get(allUsers)![0]).toBe(before[0]);
    expect(cache.get(allUsers)![1].name).toBe('Bob');
    expect(idList(before)).toEqual(['a', 'b']);
  });

  it('a list in an object of lists keeps its reference while another list changes', () => {
    class Board extends Entity {
      readonly id: number = 0;
      readonly columns: Readonly<Record<string, readonly User[]>> = {};
      static override readonly schema = { columns: new schema.Values([User]) };
    }
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.set(new schema.Array(Board), [{ id: 1, columns: { open: ['a'], done: ['b'] } }]);
    const before = cache.get(Board, 1)!.columns;
    cache.set(User, { id: 'a', name: 'Ada' });
    const after = cache.get(Board, 1)!.columns;
    expect(after['open'][0].name).toBe('Ada');
    expect(after['done']).toBe(before['done']);
  });

  it('a result that is shallowly equal to the previous one is reused, and nothing is emitted', () => {
    const names = new Query(allUsers, (users) => users.map((user) => user.name));
    const first = new Query(allUsers, ([first]) => ({ first, size: 'any' }));
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const [list, object] = [watch(cache.select(names)), watch(cache.select(first))];
    const before = list.last;
    cache.set(User, { id: 'a', isAdmin: true });
    cache.set(User, { id: 'b', name: 'Bob' });
    expect(list.values).toEqual([['Ada'], ['Ada', 'Bob']]);
    expect(list.values[0]).toBe(before);
    expect(object.values.length).toBe(2);
    cache.set(User, { id: 'b', name: 'Bobby' });
    expect(object.values.length).toBe(2);
  });

  it('a Map, a class instance or an object with other keys is a new result', () => {
    const map = new Query(allUsers, () => new Map());
    const keyed = new Query(allUsers, (users) => ({ [`n${users.length}`]: 1 }));
    const seen = [watch(cache.select(map)), watch(cache.select(keyed))];
    cache.set([User], []);
    cache.set(User, { id: 'a' });
    expect(seen.map((each) => each.values.length)).toEqual([3, 3]);
  });

  it('a join keeps its reference until a member changes', () => {
    const join = { users: allUsers, todos: allTodos };
    cache.set([User], []);
    const seen = watch(cache.select(join));
    cache.set(Post, { id: 1 });
    cache.set([User], []);
    expect(seen.values.length).toBe(1);
    expect(cache.get(join)).toBe(seen.last);
  });

  it('an entity is one instance through every path', () => {
    const todos = new Served({ results: [Todo], total: 0 });
    cache.fetch(todos.endpoint).subscribe();
    todos.respond({ results: [{ id: 1, userId: { id: 'a', name: 'Ada' } }], total: 1 });
    const user = cache.get(User, 'a')!;
    const union = new schema.Union({ user: User }, () => 'user');
    const paths = [
      cache.get(allUsers)?.[0],
      cache.get(new Query(allUsers))?.[0],
      cache.get({ users: allUsers })?.users?.[0],
      cache.get(allTodos)?.[0].userId,
      cache.get(Todo, '1')?.userId,
      cache.get(todos.endpoint)?.results[0].userId,
      cache.get(union, 'a'),
      watch(cache.select(User, { id: 'a' })).last,
    ];
    for (const path of paths) expect(path).toBe(user);
  });

  it("an endpoint's result keeps the identity of every unchanged part", () => {
    const todos = new Served({ results: [Todo], info: { note: '' }, nextPage: '' });
    cache.fetch(todos.endpoint).subscribe();
    todos.respond({ results: [{ id: 1 }, { id: 2 }], info: { note: 'x' }, nextPage: 'b' });
    const before = cache.get(todos.endpoint)!;
    cache.fetch(todos.endpoint).subscribe();
    todos.respond({ results: [{ id: 1 }, { id: 2 }], info: { note: 'x' }, nextPage: 'c' });
    const after = cache.get(todos.endpoint)!;
    expect(after).not.toBe(before);
    expect(after.nextPage).toBe('c');
    expect(after.results).toBe(before.results);
    expect(after.info).toBe(before.info);
    cache.fetch(todos.endpoint).subscribe();
    todos.respond({ results: [{ id: 1 }, { id: 2 }], info: { note: 'x' }, nextPage: 'c' });
    expect(cache.get(todos.endpoint)).toBe(after);
  });

  it('an entity that a batch read and did not change keeps its reference', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    let inside: User | undefined;
    cache.batch(() => {
      cache.set(User, { id: 'b', name: 'Bob' });
      inside = cache.get(User, 'a');
    });
    expect(cache.get(User, 'a')).toBe(inside);
  });

  it('an entity keeps its reference between two reads of a batch that writes another one', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'Ada' });
      const inside = cache.get(User, 'a')!;
      cache.set(User, { id: 'b', name: 'Bob' });
      expect(cache.get(User, 'a')).toBe(inside);
    });
  });

  it('an entity keeps its reference when a missing field arrives with the value shown for it', () => {
    class Note extends Entity {
      readonly id: string = '';
      readonly text: string = 'empty';
      readonly tags: readonly string[] = ['none'];
      readonly by: User | null = null;
      readonly at: Date = new Date(0);
      readonly size: number = 5;
      static override readonly schema = {
        by: User,
        at: (ms: number) => new Date(ms),
        size: (raw: number) => raw * 2,
      };
    }
    cache.set(Note, { id: 'n' });
    const seen = watch(cache.select(Note, 'n'));
    const list = watch(cache.select(new schema.All(Note)));
    cache.set([Note], [{ id: 'n', text: 'empty', tags: ['none'], by: null }]);
    expect([seen.values.length, list.values.length]).toEqual([1, 1]);
    cache.set([Note], [{ id: 'n', at: 5 }]);
    cache.set([Note], [{ id: 'n', text: 'full' }]);
    cache.set([Note], [{ id: 'n', tags: [] }]);
    expect(seen.values.map((note) => [note?.at.getTime(), note?.text, note?.tags.length])).toEqual([
      [0, 'empty', 1],
      [5, 'empty', 1],
      [5, 'full', 1],
      [5, 'full', 0],
    ]);
    expect(list.values.length).toBe(4);
    cache.set([Note], [{ id: 'n', size: 5 }]);
    expect(seen.last?.size).toBe(10);
  });

  it('a list keeps its reference when a batch deletes and adds entities that show the same', () => {
    cache.set([User], [{ id: 'a' }]);
    const [user, list] = [watch(cache.select(User, 'a')), watch(cache.select(allUsers))];
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.set(User, { id: 'a', name: '' });
    });
    expect([user.values.length, list.values.length]).toEqual([1, 1]);
    expect(cache.get(User, 'a')).toBe(user.last);
  });

  it('a subscriber inside a batch receives no second emission if the rest of the batch changes nothing', () => {
    cache.set([User], [{ id: 'a' }]);
    const seen: (User[] | undefined)[] = [];
    const names: unknown[] = [];
    const named = new Query(allUsers, (users) => users.map((user) => user.name));
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      cache.select(allUsers).subscribe((users) => seen.push(users));
      cache.select(named).subscribe((list) => names.push(list));
    });
    expect(names).toEqual([['', '']]);
    expect(seen.map(idList)).toEqual([['a', 'b']]);
    expect(cache.get(allUsers)).toBe(seen[0]);
  });

  it('a subscriber inside a batch receives no second emission, although the list was read before the batch', () => {
    cache.set([User], [{ id: 'a' }]);
    const before = cache.get(allUsers)!;
    const seen: (User[] | undefined)[] = [];
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      cache.select(allUsers).subscribe((users) => seen.push(users));
    });
    expect(seen.map(idList)).toEqual([['a', 'b']]);
    expect(cache.get(allUsers)).toBe(seen[0]);
    expect(idList(before)).toEqual(['a']);
  });
});
