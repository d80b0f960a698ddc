import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, feed, Link, Post, Todo, User, idList } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R10 the order of All', () => {
  beforeEach(setUp);

  it('is insertion order, and an update keeps the position', () => {
    cache.set([User], [{ id: 'b' }, { id: 'a' }]);
    cache.set(User, { id: 'c' });
    cache.set([User], [{ id: 'a', name: 'Ada' }, { id: 'd' }, { id: 'b', name: 'Bob' }]);
    expect(idList(cache.get(allUsers))).toEqual(['b', 'a', 'c', 'd']);
  });

  it('is insertion order for numeric keys, too', () => {
    cache.set([Todo], [{ id: 10 }, { id: 9 }, { id: 1 }]);
    expect(idList(cache.get(allTodos))).toEqual([10, 9, 1]);
  });

  it('appends what was deleted and added again, even within one batch', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    cache.delete(User, 'a');
    cache.set(User, { id: 'a' });
    expect(idList(cache.get(allUsers))).toEqual(['b', 'c', 'a']);
    const seen = watch(cache.select(allUsers));
    const b = cache.get(User, 'b');
    cache.batch(() => {
      cache.delete(User, 'b');
      cache.set(User, { id: 'b' });
    });
    expect(seen.values.map(idList)).toEqual([
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
    ]);
    expect(seen.last?.[2]).toBe(b!);
  });

  it('stays correct after many rows were added and removed', () => {
    const users = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ id: `u${from + i}` }));
    cache.set([User], users(0, 500));
    cache.get(allUsers);
    cache.batch(() => {
      for (const { id } of users(0, 450)) cache.delete(User, id);
    });
    cache.set([User], users(440, 460));
    const expected = [...users(450, 500), ...users(440, 450)].map(({ id }) => id);
    expect(idList(cache.get(allUsers))).toEqual(expected);
    cache.set(User, { id: 'u470', name: 'changed' });
    expect(idList(cache.get(allUsers))).toEqual(expected);
    expect(cache.get(allUsers)?.[20].name).toBe('changed');
  });

  it('stays correct when a batch left free slots without a commit', () => {
    const temporary = (count: number) =>
      cache.batch(() => {
        for (let i = 0; i < count; i++) cache.set(User, { id: `t${i}` });
        for (let i = 0; i < count; i++) cache.delete(User, `t${i}`);
      });
    cache.batch(() => {
      for (let i = 0; i < 100; i++) cache.set(User, { id: `t${i}` });
      for (let i = 0; i < 100; i++) cache.set(User, { id: `u${i}` });
      for (let i = 0; i < 100; i++) cache.delete(User, `t${i}`);
    });
    const before = cache.get(allUsers)!;
    expect(before.length).toBe(100);
    temporary(10);
    cache.set(User, { id: 'u50', name: 'changed' });
    const after = cache.get(allUsers)!;
    expect(idList(after)).toEqual(idList(before)!);
    expect(after[50].name).toBe('changed');
    expect(after[0]).toBe(before[0]);
  });

  it('stays correct for a polymorphic All when one of its tables compacts its slots', () => {
    const link = (id: string) => ({ id, type: 'link' });
    cache.batch(() => {
      cache.set(
        feed,
        Array.from({ length: 100 }, (_, i) => link(`t${i}`)),
      );
      for (let i = 0; i < 100; i++) cache.set(feed, [link(`${i}`), { id: i, type: 'post' }]);
      for (let i = 0; i < 100; i++) cache.delete(Link, `t${i}`);
    });
    const order = () => cache.get(feed)?.map((item) => `${item.type}${item.id}`);
    const before = order();
    expect(before?.slice(0, 4)).toEqual(['link0', 'post0', 'link1', 'post1']);
    cache.batch(() => {
      for (let i = 0; i < 10; i++) cache.set(feed, [link(`t${i}`)]);
      for (let i = 0; i < 10; i++) cache.delete(Link, `t${i}`);
    });
    cache.set(Link, { id: 50, title: 'changed' });
    expect(order()).toEqual(before);
    cache.set(Post, { id: 50, content: 'changed' });
    expect(order()).toEqual(before);
    expect((cache.get(feed)?.[100] as Link).title).toBe('changed');
  });

  it('is restored by a batch that throws', () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ id: `u${i}`, name: `${i}` }));
    cache.set([User], rows);
    const before = cache.get(allUsers)!;
    const run = () =>
      cache.batch(() => {
        for (let i = 0; i < 300; i += 2) cache.delete(User, `u${i}`);
        cache.set([User], [...rows].reverse());
        cache.set([User], [{ id: 'new' }]);
        cache.clear();
        cache.set([User], rows.slice(100, 150));
        expect(cache.get(allUsers)?.length).toBe(50);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(cache.get(allUsers)).toBe(before);
    cache.set(User, { id: 'u299', name: 'changed' });
    expect(cache.get(allUsers)?.at(-1)?.name).toBe('changed');
    expect(idList(cache.get(allUsers))).toEqual(idList(before)!);
  });

  it('is insertion order across the types of a polymorphic All', () => {
    cache.set(Post, { id: 1 });
    cache.set(Link, { id: 1 });
    cache.set(feed, [
      { id: 2, type: 'post' },
      { id: 1, type: 'link', title: 'x' },
    ]);
    const order = (items = cache.get(feed)!) => items.map((item) => `${item.type}${item.id}`);
    expect(order()).toEqual(['post1', 'link1', 'post2']);
    cache.delete(Post, 1);
    cache.set(Post, { id: 1 });
    expect(order()).toEqual(['link1', 'post2', 'post1']);
  });

  it('is emitted again if an entity moves only among those of other types', () => {
    cache.set(feed, [
      { id: 1, type: 'post' },
      { id: 1, type: 'link' },
    ]);
    const seen = watch(cache.select(feed));
    cache.batch(() => {
      cache.delete(Post, 1);
      cache.set(Post, { id: 1 });
    });
    expect(seen.values.map((items) => items?.map(({ type }) => type))).toEqual([
      ['post', 'link'],
      ['link', 'post'],
    ]);
  });

  it('does not call schemaAttribute on reads', () => {
    const attribute = jasmine.createSpy('attribute', (item: { type: string }) => item.type);
    const all = new schema.All({ link: Link, post: Post }, attribute.and.callThrough());
    cache.set(all, [{ id: 1, type: 'link' }]);
    cache.set(Post, { id: 2 });
    expect(attribute).toHaveBeenCalledTimes(1);
    expect(idList(cache.get(all))).toEqual([1, 2]);
    watch(cache.select(all));
    expect(attribute).toHaveBeenCalledTimes(1);
  });
});

describe('R11 removed entities', () => {
  beforeEach(setUp);

  class Team extends Entity {
    readonly id: string = '';
    readonly members: readonly User[] = [];
    static override readonly schema = { members: [User] };
  }
  const leave: Record<string, () => void> = {
    delete: () => cache.delete(User, 'a'),
    invalidate: () => cache.delete(User, 'a'),
    'invalidate with an object': () => cache.delete(User, { id: 'a' }),
    'schema.Invalidate': () => cache.set(new schema.Invalidate(User), 'a'),
  };
  for (const [name, run] of Object.entries(leave)) {
    it(`leave every list at once, and read as undefined: ${name}`, () => {
      const users = new Served([User]);
      cache.fetch(users.endpoint).subscribe();
      users.respond([{ id: 'a' }, { id: 'b' }]);
      cache.set(Team, { id: 't', members: ['a', 'b'] });
      const lists = [
        watch(cache.select(allUsers)),
        watch(cache.select(users.endpoint)),
        watch(cache.select(new Query(Team, (team) => team.members), 't')),
        watch(cache.select(new schema.All({ user: User, team: Team }, 'type'))),
      ];
      const one = watch(cache.select(User, 'a'));
      const b = cache.get(User, 'b')!;
      run();
      expect(one.values.map((user) => user?.id)).toEqual(['a', undefined]);
      expect(lists.map((list) => list.values.length)).toEqual([2, 2, 2, 2]);
      expect(lists.map((list) => idList(list.last as { id: string }[]))).toEqual([
        ['b'],
        ['b'],
        ['b'],
        ['b', 't'],
      ]);
      expect(lists.every((list) => list.last?.[0] === b)).toBeTrue();
    });
  }

  it('invalidate without a key removes all entities of the type, and the type stays known', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const seen = watch(cache.select(allUsers));
    cache.delete(User, () => true);
    expect(seen.values.map(idList)).toEqual([['a', 'b'], []]);
    expect(cache.get(User, 'b')).toBeUndefined();
  });

  it('invalidate of an endpoint drops its response, and no entity', () => {
    const users = new Served([User]);
    for (const page of [1, 2]) {
      cache.fetch(users.endpoint, page).subscribe();
      users.respond([{ id: `u${page}` }]);
    }
    const seen = [1, 2].map((page) => watch(cache.select(users.endpoint, page)));
    cache.reset(users.endpoint, 1);
    expect(seen.map((each) => idList(each.last))).toEqual([undefined, ['u2']]);
    cache.reset(users.endpoint);
    expect(seen.map((each) => each.last)).toEqual([undefined, undefined]);
    expect(idList(cache.get(allUsers))).toEqual(['u1', 'u2']);
  });
});
