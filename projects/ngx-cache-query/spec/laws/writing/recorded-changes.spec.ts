import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema } from 'ngx-cache-query';
import { type StoreCommit, recordChanges, replayInto } from 'ngx-cache-query-internals';
import { thrownBy } from '../../support/error-log';
import { beginRead } from '../../support/served';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

describe('W6 what is recorded of each commit', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('is complete, also after subscribers have written endlessly', () => {
    const commits = recordChanges(cache);
    cache.set(User, { id: 1 });
    const endless = cache.select(User, 1).subscribe((user) => {
      if (user?.name) cache.set(User, { id: 1, name: `${Number(user.name) + 1}` });
    });
    const start = () => cache.set(User, { id: 1, name: '1' });
    expect(thrownBy(start).code).toBe('NCQ2001');
    endless.unsubscribe();
    cache.set(User, { id: 2 });
    cache.set(User, { id: 3 });
    const changes = commits.flatMap((commit) => commit.changes);
    expect(changes.slice(-2).map(({ pk }) => pk)).toEqual([2, 3]);
    const names = changes.filter(({ pk }) => pk === 1).map(({ after }) => after!['name']);
    expect(names.at(-1)).toBe(cache.get(User, 1)!.name);
    expect(names.length).toBeGreaterThan(100);
  });

  it('does not contain an entity that was created and deleted in one batch', () => {
    const commits = recordChanges(cache);
    cache.batch(() => {
      cache.set([User], [{ id: 1 }, { id: 2 }]);
      cache.delete(User, 1);
    });
    expect(commits.map(({ changes }) => changes.map(({ pk }) => pk))).toEqual([[2]]);
  });

  it('is there before subscribers are notified, also after a hook has thrown', () => {
    const errors: unknown[] = [];
    const seen: unknown[] = [];
    cache.select(User, 1).subscribe((user) => seen.push(user?.name));
    const hook = ({ changes }: StoreCommit) => {
      seen.push(changes.map(({ pk }) => pk));
      throw new Error('no');
    };
    recordChanges(cache, hook, (error) => errors.push(error));
    cache.set(User, { id: 1, name: 'a' });
    cache.set(User, { id: 1, name: 'b' });
    expect(seen).toEqual([undefined, [1], 'a', [1], 'b']);
    expect(errors).toEqual([new Error('no'), new Error('no')]);
  });

  it('reaches every recorder', () => {
    const [first, second] = [recordChanges(cache), recordChanges(cache)];
    cache.set(User, { id: 1 });
    cache.delete(User, 1);
    for (const commits of [first, second]) {
      const changes = commits.flatMap((commit) => commit.changes);
      expect(changes.map(({ pk, after }) => [pk, after?.['id']])).toEqual([
        [1, 1],
        [1, undefined],
      ]);
    }
  });
});

describe('W7 a deletion that another cache has recorded', () => {
  it('is not undone by the response to an older request', () => {
    const cache = TestBed.inject(CacheService);
    const commits = recordChanges(cache);
    const parent = TestBed.inject(EnvironmentInjector);
    const copy = createEnvironmentInjector([provideCache()], parent).get(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    replayInto(copy, commits.splice(0));
    expect(copy.get(User, 1)?.id).toBe(1);
    const read = beginRead(copy, [User]);
    cache.set(User, { id: 2, name: 'written before the deletion' });
    cache.delete(User, 1);
    replayInto(copy, commits.splice(0));
    read.respond([{ id: 1, name: 'stale' }, { id: 2 }]);
    expect(copy.get(User, 1)).toBeUndefined();
    expect(copy.get(User, 2)?.name).toBe('written before the deletion');
    expect(read.seen.last?.map(({ id }) => id)).toEqual([2]);
  });
});

describe('R10 the order of a cache that another cache feeds', () => {
  it('goes on after the last entity that was fed', () => {
    const cache = TestBed.inject(CacheService);
    const commits = recordChanges(cache);
    const parent = TestBed.inject(EnvironmentInjector);
    const copy = createEnvironmentInjector([provideCache()], parent).get(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    replayInto(copy, commits);
    const seen = watch(copy.select(new schema.All(User)));
    copy.set([User], [{ id: 3 }, { id: 4 }]);
    expect(seen.last?.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});

describe('R2 a cache that another cache feeds', () => {
  it('knows the types that the other one knows, even if they have no entities', () => {
    const cache = TestBed.inject(CacheService);
    const commits = recordChanges(cache);
    const parent = TestBed.inject(EnvironmentInjector);
    const copy = createEnvironmentInjector([provideCache()], parent).get(CacheService);
    const seen = watch(copy.select(new schema.All(User)));
    cache.set([User], []);
    replayInto(copy, commits.splice(0));
    cache.set([User], [{ id: 1 }]);
    replayInto(copy, commits.splice(0));
    expect(seen.values.map((users) => users?.length)).toEqual([undefined, 0, 1]);
  });

  it('takes missing fields from older responses, also of an entity that the other one changed', () => {
    class Book extends User {
      readonly pages: number = 0;
    }
    const cache = TestBed.inject(CacheService);
    const commits = recordChanges(cache);
    const parent = TestBed.inject(EnvironmentInjector);
    const copy = createEnvironmentInjector([provideCache()], parent).get(CacheService);
    cache.set(Book, { id: 1, name: 'a' });
    replayInto(copy, commits.splice(0));
    const read = beginRead(copy, [Book]);
    for (const name of ['b', 'c', 'd']) cache.set(Book, { id: 1, name });
    replayInto(copy, commits.splice(0));
    read.respond([{ id: 1, name: 'old', pages: 5 }]);
    const { name, pages } = copy.get(Book, 1)!;
    expect([name, pages]).toEqual(['d', 5]);
  });
});
