import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { allUsers, feed, Link, Post, User, kinds, link, post } from '../../support/models';
import { fetchOnce } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W1 schemaAttribute', () => {
  beforeEach(setUp);

  it('is not needed for a single class', () => {
    cache.set(new schema.All(User), [{ id: 'a' }]);
    expect(cache.get(User, 'a')).toBeInstanceOf(User);
  });

  it('as a string is the attribute that selects the class', () => {
    cache.set(feed, [link(1), post(1)]);
    expect(cache.get(feed)).toEqual([cache.get(Link, 1)!, cache.get(Post, 1)!]);
    expect(cache.get(Post, 1)).toBeInstanceOf(Post);
  });

  it('as a function returns the key of the mapping', () => {
    const all = new schema.All({ links: Link, posts: Post }, (item: { type: string }) => {
      return `${item.type}s`;
    });
    cache.set(all, [link(1), post(2)]);
    expect(kinds(cache.get(all))).toEqual(['link1', 'post2']);
  });

  const shapes = {
    All: (attribute: () => string) => new schema.All({ link: Link, post: Post }, attribute),
    Array: (attribute: () => string) => new schema.Array({ link: Link, post: Post }, attribute),
  };
  for (const [name, make] of Object.entries(shapes)) {
    it(`is called with the item, its parent and its key: ${name}`, () => {
      const attribute = jasmine.createSpy('attribute').and.returnValue('link');
      const list = make(attribute);
      const items = [link(1), null, link(2)];
      fetchOnce(cache, list, items);
      expect(attribute.calls.allArgs()).toEqual([
        [items[0], items, undefined],
        [items[2], items, undefined],
      ]);
      expect(attribute.calls.first().args[0]).toBe(items[0]);
      expect(attribute.calls.first().args[1]).toBe(items);
      attribute.calls.reset();
      const response = { results: items, total: 2 };
      fetchOnce(cache, { results: list }, response);
      expect(attribute.calls.count()).toBe(2);
      expect(attribute.calls.first().args[0]).toBe(items[0]);
      expect(attribute.calls.first().args[1]).toBe(response);
      expect(attribute.calls.first().args[2]).toBe('results');
    });
  }

  it('is called with the entity and the field inside of an entity', () => {
    const attribute = jasmine.createSpy('attribute').and.returnValue('post');
    class Board extends Entity {
      readonly id: string = '';
      readonly items: readonly (Link | Post)[] = [];
      readonly top: Link | Post | null = null;
      static override readonly schema = {
        items: new schema.Array({ link: Link, post: Post }, attribute),
        top: new schema.Union({ link: Link, post: Post }, attribute),
      };
    }
    const row = { id: 'b', items: [post(1)], top: post(2) };
    cache.set(new schema.Array(Board), [row]);
    expect(attribute.calls.allArgs()).toEqual([
      [row.items[0], row, 'items'],
      [row.top, row, 'top'],
    ]);
  });

  it('is called with the object and the key for each of Values', () => {
    const attribute = jasmine.createSpy('attribute').and.returnValue('post');
    const response = { x: post(1), y: post(2) };
    fetchOnce(cache, new schema.Values({ link: Link, post: Post }, attribute), response);
    expect(attribute.calls.allArgs()).toEqual([
      [response.x, response, 'x'],
      [response.y, response, 'y'],
    ]);
  });

  it('is required with a mapping', () => {
    const mapping = { link: Link, post: Post } as never;
    const All = schema.All as new (mapping: never) => object;
    const Union = schema.Union as new (mapping: never) => object;
    const Invalidate = schema.Invalidate as new (mapping: never) => object;
    for (const Class of [All, Union, Invalidate]) {
      const error = thrownBy(() => new Class(mapping));
      expect([error.code, error.message.includes(Class.name)]).toEqual(['NCQ1006', true]);
    }
  });
});

describe('W2 an item with an unknown type', () => {
  beforeEach(setUp);
  const ad = { id: 9, type: 'ad', slogan: { text: 'Buy' } };

  it('creates no entity and stays unchanged in its position of the result', () => {
    listenToWarnings();
    const response = [post(1), ad, link(2)];
    const { value } = fetchOnce(cache, feed, response);
    expect(value[1] as unknown).toEqual(ad);
    expect(kinds(value)).toEqual(['post1', 'ad9', 'link2']);
    expect(kinds(cache.get(feed))).toEqual(['post1', 'link2']);
    const array = fetchOnce(cache, new schema.Array({ link: Link, post: Post }, 'type'), response);
    expect(array.value[1] as unknown).toEqual(ad);
    expect(kinds(array.value)).toEqual(['post1', 'ad9', 'link2']);
    const values = fetchOnce(cache, new schema.Values({ link: Link }, 'type'), {
      x: ad,
      y: link(1),
    });
    expect(values.value['x'] as unknown).toEqual(ad);
    const union = fetchOnce(cache, new schema.Union({ link: Link }, 'type'), ad);
    expect(union.value as unknown).toEqual(ad);
  });

  it('causes one warning per unknown value, which names it and the allowed values', () => {
    const warn = listenToWarnings();
    fetchOnce(cache, feed, [ad, { ...ad, id: 10 }, { type: 'poll' }, {}], { name: 'GET /feed' });
    const messages = warn.calls.allArgs().map(([text]) => text as string);
    expect(messages.length).toBe(3);
    for (const [i, type] of ['"ad"', '"poll"', '"undefined"'].entries()) {
      for (const part of [type, 'link', 'post', 'GET /feed']) expect(messages[i]).toContain(part);
    }
  });

  it('may have any type, including names that every object has', () => {
    listenToWarnings();
    const types = ['constructor', '__proto__', 'toString', 'hasOwnProperty', null, 5, true];
    const { value } = fetchOnce(
      cache,
      feed,
      types.map((type) => ({ id: 1, type })),
    );
    expect((value as { type: unknown }[]).map(({ type }) => type)).toEqual(types);
    expect(cache.get(feed)).toEqual([]);
  });

  it('is not affected by later changes to the input', () => {
    listenToWarnings();
    const mutable = structuredClone(ad);
    const { served } = fetchOnce(cache, feed, [mutable]);
    mutable.slogan.text = 'changed';
    expect(cache.get(served.endpoint)?.[0] as unknown).toEqual(ad);
    expect(Object.isFrozen(mutable)).toBeFalse();
  });
});

describe('W3 define', () => {
  beforeEach(setUp);

  it('merges into the definition', () => {
    const all = new schema.All({ link: Link } as { link: typeof Link; post: typeof Post }, 'type');
    all.define({ post: Post });
    cache.set(all, [link(1), post(2)]);
    expect(kinds(cache.get(all))).toEqual(['link1', 'post2']);
  });

  it('declares circular schemas', () => {
    class Folder extends Entity {
      readonly id: string = '';
      readonly type: string = 'folder';
      readonly children: readonly Entity[] = [];
      static override readonly schema = { children: new schema.Array({}, 'type') };
    }
    Folder.schema.children.define({ folder: Folder, link: Link });
    cache.set(Folder, {
      id: 'root',
      children: [{ id: 'sub', type: 'folder', children: [link(1)] }, link(2)] as never,
    });
    const root = cache.get(Folder, 'root')!;
    expect(root.children[0]).toBe(cache.get(Folder, 'sub')!);
    expect(cache.get(Folder, 'sub')?.children[0]).toBe(cache.get(Link, 1)!);
    expect(root.children[1]).toBe(cache.get(Link, 2)!);
  });

  it('works for Union, Values, Object and single schemas as well', () => {
    const union = new schema.Union({ link: Link } as Record<string, typeof Link>, 'type');
    union.define({ post: Post });
    cache.set(union, post(1));
    const object = new schema.Object({});
    object.define({ user: User });
    cache.set(object, { user: { id: 'a' } });
    const list = new schema.Array(Link as typeof Link | typeof User);
    list.define(User);
    cache.set(list, [{ id: 'b' }]);
    const values = new schema.Values({ link: Link } as Record<string, typeof Link>, 'type');
    values.define({ post: Post });
    cache.set(values, { x: post(2) });
    expect(kinds(cache.get(feed))).toEqual(['post1', 'post2']);
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
