import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import {
  allUsers,
  feed,
  type Link,
  Post,
  Todo,
  User,
  kinds,
  link,
  post,
} from '../../support/models';
import { fetchOnce, Served } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W4 an endpoint whose schema is an All', () => {
  beforeEach(setUp);

  it('returns its own items first, each once, in order, then the rest of the cache', () => {
    cache.set([User], [{ id: 'x' }, { id: 'b' }, { id: 'y' }]);
    const { value, served } = fetchOnce(cache, allUsers, [{ id: 'c' }, { id: 'b' }, { id: 'c' }]);
    expect(value.map(({ id }) => id)).toEqual(['c', 'b', 'x', 'y']);
    expect(value[1]).toBe(cache.get(User, 'b')!);
    const seen = watch(cache.select(served.endpoint));
    expect(seen.last).toBe(value);
    cache.set(User, { id: 'z' });
    cache.delete(User, 'c');
    expect(seen.last?.map(({ id }) => id)).toEqual(['b', 'x', 'y', 'z']);
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['x', 'b', 'y', 'z']);
  });

  it('keeps items of unknown types in place if it is polymorphic', () => {
    listenToWarnings();
    cache.set(feed, [post(5), link(1)]);
    const { value } = fetchOnce(cache, feed, [link(2), { id: 0, type: 'ad' }, link(1)]);
    expect(kinds(value)).toEqual(['link2', 'ad0', 'link1', 'post5']);
  });

  it('does the same for a response that is not kept', () => {
    cache.set([User], [{ id: 'x' }]);
    const { value } = fetchOnce(cache, allUsers, [{ id: 'a' }], { sideEffect: true });
    expect(value.map(({ id }) => id)).toEqual(['a', 'x']);
  });

  it('works nested in an object', () => {
    cache.set([User], [{ id: 'x' }]);
    const page = { results: new schema.All(User), total: 0, next: '' };
    const { value, served } = fetchOnce(cache, page, { results: [{ id: 'a' }], total: 7 });
    expect([value.results.map(({ id }) => id), value.total]).toEqual([['a', 'x'], 7]);
    expect(value.next).toBe('');
    const seen = watch(cache.select(served.endpoint));
    cache.set(User, { id: 'b' });
    expect(seen.last?.results.map(({ id }) => id)).toEqual(['a', 'x', 'b']);
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['x', 'a', 'b']);
  });

  it('is the one shared list of the type in the static schema of an entity', () => {
    class Board extends Entity {
      readonly id: string = '';
      readonly users: readonly User[] = [];
      readonly feed: readonly (Link | Post)[] = [];
      static override readonly schema = { users: allUsers, feed };
    }
    const boards = [{ id: '1', users: [{ id: 'a' }], feed: [link(1)] }, { id: '2' }];
    cache.set(new schema.Array(Board), [...boards, { id: '3', users: null, feed: [] }]);
    const [one, two, three] = cache.get(new schema.All(Board))!;
    expect(one.users).toBe(cache.get(allUsers)!);
    expect(one.feed).toBe(three.feed);
    expect(two.users).toBe(one.users);
    expect(three.users as unknown).toBeNull();
    const seen = [watch(cache.select(Board, '1')), watch(cache.select(Board, '2'))];
    cache.set(User, { id: 'b' });
    cache.set(Post, { id: 2 });
    expect(seen.map((each) => each.values.length)).toEqual([3, 3]);
    expect(seen[0].last?.users.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(kinds(seen[0].last?.feed)).toEqual(['link1', 'post2']);
  });

  it('is loaded only by its own response: an entity from elsewhere does not count', () => {
    const users = new Served(allUsers);
    cache.set(User, { id: 'a' });
    expect(cache.get(users.endpoint)).toBeUndefined();
    cache.set(Todo, { id: 1 });
    expect(users.requests.length).toBe(0);
  });
});
