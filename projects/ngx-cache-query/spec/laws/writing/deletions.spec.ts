import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { sizes } from 'ngx-cache-query-internals';
import { beginRead } from '../../support/served';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

describe('W7 a deletion', () => {
  it('is not undone by an older read if a batch that deleted the entity again threw', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    const read = beginRead(cache, [User]);
    cache.delete(User, 1);
    const run = () =>
      cache.batch(() => {
        cache.delete(User, 1);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    read.respond([{ id: 1, name: 'stale' }, { id: 2 }]);
    expect(cache.get(User, 1)).toBeUndefined();
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual([2]);
  });

  it('is undone by its batch also if the only read in flight ends in the batch', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'a' }, { id: 2 }]);
    const read = beginRead(cache, [User]);
    const run = () =>
      cache.batch(() => {
        cache.delete(User, 1);
        read.seen.subscription.unsubscribe();
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(cache.get(User, 1)?.name).toBe('a');
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual([1, 2]);
    cache.set(User, { id: 1, name: 'b' });
    expect(cache.get(User, 1)?.name).toBe('b');
    expect(cache.get(new schema.All(User))?.map(({ name }) => name)).toEqual(['b', '']);
    cache.delete(User, 1);
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual([2]);
  });

  it('is forgotten as soon as no read is in flight that is older', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    const read = beginRead(cache, [User]);
    cache.delete(User, 1);
    expect(sizes(cache).keys).toBe(2);
    read.seen.subscription.unsubscribe();
    expect(sizes(cache).keys).toBe(1);
  });
});

describe('W7 data that nothing has read', () => {
  it('stays a record when the same data arrives again', () => {
    const cache = TestBed.inject(CacheService);
    const response = [{ id: 1, name: 'a' }, { id: 2 }];
    for (let i = 0; i < 3; i++) cache.set([User], response);
    expect(sizes(cache)).toEqual({ tables: 1, keys: 2, rows: 0 });
    const read = beginRead(cache, [User]);
    cache.set([User], response);
    read.respond([{ id: 1, name: 'older' }, { id: 2 }]);
    expect(cache.get(User, 1)?.name).toBe('a');
  });

  it('is as new as the last write, although an older response contains the same data', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'new' }]);
    const [first, second] = [beginRead(cache, [User]), beginRead(cache, [User])];
    cache.set([User], [{ id: 1, name: 'new' }]);
    first.respond([{ id: 1, name: 'new' }]);
    second.respond([{ id: 1, name: 'stale' }]);
    expect(cache.get(User, 1)?.name).toBe('new');
  });
});

describe('W7 a reset', () => {
  it('is not undone by the response to an older read', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }]);
    const read = beginRead(cache, [User]);
    void cache.reset();
    read.respond([{ id: 1, name: 'stale' }]);
    expect(cache.get(User, 1)).toBeUndefined();
  });
});

describe('W5 an entity that a response contains twice', () => {
  it('is unchanged if the last item has the stored data', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'a' }]);
    const seen = watch(cache.select(User, 1));
    const all = watch(cache.select(new schema.All(User)));
    cache.set(
      [User],
      [
        { id: 1, name: 'b' },
        { id: 1, name: 'a' },
      ],
    );
    expect([seen.values.length, all.values.length]).toEqual([1, 1]);
    expect(cache.get(User, 1)).toBe(seen.last!);
  });
});
