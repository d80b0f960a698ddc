import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, ref, schema } from 'ngx-cache-query';
import { Person } from '../../support/people';
import { allTodos, Link, Post, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

class Album extends Entity {
  readonly id: string = '';
  readonly owner: User = User.fromJS({});
  readonly byRole: Readonly<Record<string, User>> = {};
  readonly meta: { readonly by?: User; readonly note?: string } = {};
  readonly groups: readonly (readonly User[])[] = [];
  readonly items: readonly (Link | Post)[] = [];
  readonly best: Link | Post | null = null;
  static override readonly schema = {
    owner: User,
    byRole: new schema.Values(User),
    meta: { by: User },
    groups: [[User]],
    items: new schema.Array({ link: Link, post: Post }, 'type'),
    best: new schema.Union({ link: Link, post: Post }, 'type'),
  };
}
const stored = {
  id: 'x',
  owner: 'a',
  byRole: { admin: 'a', guest: 'b' },
  meta: { by: 'a', note: 'hello' },
  groups: [['a', 'b'], ['b']],
  items: [
    { id: 1, type: 'link' },
    { id: 1, type: 'post' },
  ],
  best: { id: 1, type: 'post' },
};

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const set = (type: typeof Person, ...rows: object[]) => cache.set([type], rows);

describe('R9 nested entities', () => {
  beforeEach(setUp);

  it('read as instances wherever static schema declares them', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.set(new schema.Array(Album), [stored]);
    const [a, b] = [cache.get(User, 'a')!, cache.get(User, 'b')!];
    const album = cache.get(Album, 'x')!;
    expect(album.owner).toBe(a);
    expect([album.byRole['admin'], album.byRole['guest']]).toEqual([a, b]);
    expect(album.byRole['guest']).toBe(b);
    expect(album.meta.by).toBe(a);
    expect(album.meta.note).toBe('hello');
    expect(album.groups[0][0]).toBe(a);
    expect(album.groups[1][0]).toBe(b);
    expect(album.items[0]).toBe(cache.get(Link, 1)!);
    expect(album.items[1]).toBe(cache.get(Post, 1)!);
    expect(album.best).toBe(cache.get(Post, 1)!);
  });

  it('that are missing read as the default of the class, and are left out of lists', () => {
    cache.set(new schema.Array(Album), [stored]);
    cache.delete(Link, 1);
    cache.delete(Post, 1);
    const album = cache.get(Album, 'x')!;
    expect(album.owner).toBe(User.fromJS({}));
    expect(album.byRole).toEqual({});
    expect(album.meta.by).toBeUndefined();
    expect(album.groups).toEqual([[], []]);
    expect(album.items).toEqual([]);
    expect(album.best).toBeNull();
    expect(cache.get(new schema.All(Album))).toEqual([album]);
  });

  it('that are missing read as null or undefined if that is the default', () => {
    set(Person, { id: 'a', friend: 'x', boss: 'y', friends: ['x', 'a'] });
    const a = cache.get(Person, 'a')!;
    expect([a.friend, a.boss]).toEqual([null, undefined]);
    expect(a.friends.map(({ id }) => id)).toEqual(['a']);
  });

  it('read as null if null is stored, and as the default if nothing is', () => {
    cache.set(new schema.Array(Album), [{ id: 'x', owner: null, byRole: null, groups: null }]);
    const album = cache.get(Album, 'x')! as unknown as Record<string, unknown>;
    expect([album['owner'], album['byRole'], album['groups']]).toEqual([null, null, null]);
    expect(album['items']).toEqual([]);
    cache.set(Todo, { id: 1 });
    expect(cache.get(Todo, 1)?.userId).toBe(User.fromJS({}));
  });

  it('read as the default if the row has no such field, whatever the schema', () => {
    class Shelf extends Entity {
      readonly id: string = '';
      readonly short: readonly User[] | string = 'default';
      readonly list: readonly User[] | string = 'default';
      readonly map: object | string = 'default';
      readonly object: object | string = 'default';
      readonly union: User | string = 'default';
      static override readonly schema = {
        short: [User],
        list: new schema.Array(User),
        map: new schema.Values(User),
        object: new schema.Object({ user: User }),
        union: new schema.Union({ user: User }, 'type'),
      };
    }
    cache.set(Shelf, { id: 's' });
    const { short, list, map, object, union } = cache.get(Shelf, 's')!;
    expect([short, list, map, object, union]).toEqual(Array(5).fill('default'));
  });

  it('have their keys in ref, even while they are missing', () => {
    cache.set(Todo, { id: 1, userId: 'a' });
    set(Person, { id: 'p', friends: ['x', 5], friend: null });
    expect(ref(cache.get(Todo, 1)!, 'userId')).toBe('a');
    cache.set(User, { id: 'a' });
    expect(ref(cache.get(Todo, 1)!, 'userId')).toBe('a');
    expect(ref(cache.get(Person, 'p')!, 'friends')).toEqual(['x', '5']);
    expect(ref(cache.get(Person, 'p')!, 'friend')).toBeUndefined();
    expect(ref(cache.get(Person, 'p')!, 'boss')).toBeUndefined();
    cache.set(new schema.Array(Album), [stored]);
    expect(ref(cache.get(Album, 'x')!, 'best')).toBe('1');
  });

  it('update all entities that show them when they arrive, change and leave, and no others', () => {
    cache.set([Todo], [{ id: 1, userId: 'a' }, { id: 2, userId: 'b' }, { id: 3 }]);
    cache.set(User, { id: 'b' });
    const one = watch(cache.select(Todo, 1));
    const others = [watch(cache.select(Todo, 2)), watch(cache.select(Todo, 3))];
    const all = watch(cache.select(allTodos));
    cache.set(User, { id: 'a', name: 'Ada' });
    cache.set(User, { id: 'a', name: 'Adele' });
    cache.delete(User, 'a');
    expect(one.values.map((todo) => todo?.userId.name)).toEqual(['', 'Ada', 'Adele', '']);
    expect(others.map((each) => each.values.length)).toEqual([1, 1]);
    expect(all.values.length).toBe(4);
    expect(all.values[3]![1]).toBe(all.values[0]![1]);
  });

  it('update entities that show them through any number of steps', () => {
    set(Person, { id: 'a', friend: 'b' }, { id: 'b', friends: ['c'] }, { id: 'c', boss: 'd' });
    set(Person, { id: 'e', friend: 'f' });
    const a = watch(cache.select(Person, 'a'));
    const e = watch(cache.select(Person, 'e'));
    set(Person, { id: 'd', name: 'Dee' });
    expect(a.last?.friend?.friends[0].boss?.name).toBe('Dee');
    expect([a.values.length, e.values.length]).toEqual([2, 1]);
  });

  it('no longer update entities that stopped showing them', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.set(Todo, { id: 1, userId: 'a' });
    const seen = watch(cache.select(Todo, 1));
    cache.set(Todo, { id: 1, userId: 'b' });
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(seen.values.length).toBe(2);
    cache.set(User, { id: 'b', name: 'Bob' });
    expect(seen.last?.userId.name).toBe('Bob');
  });

  it('keep the identity of the arrays, maps and objects that contain them', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.set(new schema.Array(Album), [stored]);
    const before = cache.get(Album, 'x')!;
    cache.set(User, { id: 'a', name: 'Ada' });
    const after = cache.get(Album, 'x')!;
    expect(after).not.toBe(before);
    expect(after.groups).not.toBe(before.groups);
    expect(after.groups[1]).toBe(before.groups[1]);
    expect(after.items).toBe(before.items);
    cache.set(Link, { id: 1, title: 'x' });
    const last = cache.get(Album, 'x')!;
    expect([last.byRole, last.meta, last.groups]).toEqual([after.byRole, after.meta, after.groups]);
    expect(last.byRole).toBe(after.byRole);
    expect(last.meta).toBe(after.meta);
    expect(last.groups).toBe(after.groups);
  });
});

describe('R9 a Union that is read by a key', () => {
  const mapping = { links: Link, posts: Post };
  beforeEach(() => {
    setUp();
    cache.set([Link], [{ id: 1 }, { id: 2 }]);
    cache.set([Post], [{ id: 1 }, { id: 3 }]);
  });
  const read = (union: schema.Union<typeof mapping>, key: object | number) => {
    const entity = cache.get(union, key);
    return entity && `${entity.type}${entity.id}`;
  };

  it('is an entity of the type that the discriminator names, whatever the attribute is', () => {
    const attributes: (string | ((item: object) => string))[] = [
      'type',
      (item) => (item as { type: string }).type,
      (item) => `${(item as { type: string }).type}`.toLowerCase(),
      (item) => (item as { type: string }).type.toLowerCase(), // throws if there is no type
    ];
    for (const attribute of attributes) {
      const union = new schema.Union(mapping, attribute);
      expect(read(union, { id: 1, type: 'posts' })).toBe('post1');
      expect(read(union, { id: 1, type: 'links' })).toBe('link1');
      expect(read(union, { id: 3, type: 'links' })).toBeUndefined();
      expect(read(union, { id: 1, type: 'videos' })).toBeUndefined();
      expect(read(union, { id: 1 })).toBe('link1');
      expect([read(union, 1), read(union, 3), read(union, 4)]).toEqual([
        'link1',
        'post3',
        undefined,
      ]);
    }
  });

  it("is of the function's default type, then of any other, if the key names no type", () => {
    const reversed = { posts: Post, links: Link };
    const union = new schema.Union(reversed, (item: object) =>
      'text' in item ? 'posts' : 'links',
    );
    expect([1, 2, 3, 4].map((id) => read(union, { id }))).toEqual([
      'link1',
      'link2',
      'post3',
      undefined,
    ]);
    expect(read(union, { id: 3, text: '' })).toBe('post3');
    expect(read(union, { id: 2, text: '' })).toBeUndefined();
  });

  it('is of the type that a function returns, even if that is its default', () => {
    const typed = (item: object) => (item as { type?: string }).type ?? 'links';
    const union = new schema.Union(mapping, typed);
    expect(read(union, { id: 3, type: 'links' })).toBeUndefined();
    expect(read(union, { id: 3 })).toBe('post3');
  });

  it('changes with the type that the discriminator names', () => {
    const union = new schema.Union(mapping, (item: object) => (item as { type: string }).type);
    const seen = watch(cache.select(union, { id: 5, type: 'posts' }));
    cache.set(Link, { id: 5 });
    cache.set(Post, { id: 5 });
    expect(seen.values.map((entity) => entity?.type)).toEqual([undefined, 'post']);
  });
});
