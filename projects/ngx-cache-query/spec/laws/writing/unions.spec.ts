import { TestBed } from '@angular/core/testing';
import { type CacheError, CacheService, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { kinds, Link, link, Post, post } from '../../support/models';
import { fetchOnce, Served } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W2 schema.Invalidate of a Union', () => {
  beforeEach(setUp);
  const item = new schema.Union({ link: Link, post: Post }, 'type');
  const gone = new schema.Invalidate(item);
  const all = new schema.All(item);
  const load = () => cache.set([item], [link(1), post(1), post(2)]);

  it('deletes the entity of the type that the input names', () => {
    load();
    cache.set(gone, post(1));
    expect(kinds(cache.get(all))).toEqual(['link1', 'post2']);
    cache.set([gone], [link(1), post(2)]);
    expect(cache.get(all)).toEqual([]);
  });

  it('deletes nothing by a key without a type, and is an error', () => {
    load();
    expect(thrownBy(() => cache.set(gone, 1)).code).toBe('NCQ1003');
    expect(cache.get(all)?.length).toBe(3);
  });

  it('skips an item of an unknown type, with a warning', () => {
    const warn = listenToWarnings();
    load();
    cache.set([gone], [{ id: 1, type: 'song' }]);
    expect([cache.get(all)?.length, warn.calls.count()]).toEqual([3, 1]);
  });

  it('is an error if nothing has a key', () => {
    const remove = new Served(gone, { sideEffect: true });
    const seen = watch(cache.fetch(remove.endpoint, { name: 'x' }));
    remove.respond(null);
    expect((seen.errors[0] as CacheError).code).toBe('NCQ1004');
  });
});

describe('W1 schema.All of a Union', () => {
  beforeEach(setUp);

  it('has the entities of all of its types, also those that are defined later', () => {
    const item = new schema.Union({ link: Link }, 'type');
    const all = new schema.All(item);
    item.define({ post: Post });
    fetchOnce(cache, all, [post(1), link(1)]);
    cache.set(Post, { id: 3 });
    expect(kinds(cache.get(all))).toEqual(['post1', 'link1', 'post3']);
  });
});

describe('W3 an array of a Union', () => {
  beforeEach(setUp);

  it('gets more types by define, or one class in place of them', () => {
    const item = new schema.Union({ link: Link }, 'type');
    const array = new schema.Array(item);
    array.define({ post: Post });
    cache.set(array, [link(1), post(2)]);
    expect(cache.get(Post, 2)?.type).toBe('post');
    array.define(Link);
    cache.set(array, [{ id: 3 }]);
    expect(cache.get(Link, 3)?.id).toBe(3);
  });
});
