import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, provideCache } from 'ngx-cache-query';
import { sizes, sweepAll } from 'ngx-cache-query-internals';
import { User } from '../../support/models';
import { mutation } from '../../support/mutation';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F1 a read that a refetch has superseded', () => {
  let cache: CacheService;
  let users: Served<(typeof User)[]>;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    users = new Served([User]);
  });

  it('does not hide that the refetch has failed', () => {
    const seen = watch(cache.watch(users.endpoint));
    users.respond([{ id: 'a' }]);
    watch(cache.fetch(users.endpoint));
    void cache.refetch(users.endpoint);
    users.requests[2].fail({ status: 503 });
    users.requests[1].respond([{ id: 'a' }, { id: 'b' }]);
    expect([seen.last?.value?.length, seen.last?.refreshError?.status]).toEqual([2, 503]);
    expect([seen.last?.isStale, users.requests.length]).toEqual([true, 3]);
  });

  it('does not keep a new observer waiting: it sends its own request', () => {
    watch(cache.fetch(users.endpoint));
    void cache.refetch(users.endpoint);
    watch(cache.watch(users.endpoint));
    expect(users.requests.length).toBe(2);
  });

  it('is not superseded if the batch of the refetch throws', () => {
    const seen = watch(cache.watch(users.endpoint));
    const failing = () => {
      void cache.refetch(users.endpoint);
      throw new Error('no');
    };
    expect(() => cache.batch(failing)).toThrowError('no');
    users.respond([{ id: 'a' }]);
    expect([seen.last?.isStale, users.requests.length]).toEqual([false, 1]);
  });

  it('still ends with a reset, after a sweep', () => {
    const first = watch(cache.fetch(users.endpoint));
    void cache.refetch(users.endpoint);
    watch(cache.fetch(users.endpoint));
    users.requests[1].respond([]);
    sweepAll(cache);
    void cache.reset(users.endpoint);
    expect([users.requests[0].aborted, first.completed]).toEqual([true, true]);
  });
});

describe('F1 refetch of a class', () => {
  it('does nothing for what an inner batch that failed has named, and all that the outer one names', () => {
    const cache = TestBed.inject(CacheService);
    const users = new Served([User]);
    watch(cache.watch(users.endpoint));
    users.respond([{ id: 'a' }]);
    cache.batch(() => {
      const failing = () =>
        cache.batch(() => {
          void cache.refetch(User);
          throw new Error('no');
        });
      expect(failing).toThrowError('no');
      void cache.refetch(User);
    });
    expect(users.requests.length).toBe(2);
  });
});

describe('R6 a mutation in flight', () => {
  it('ends with its cache', () => {
    const injector = createEnvironmentInjector(
      [provideCache()],
      TestBed.inject(EnvironmentInjector),
    );
    const cache = injector.get(CacheService);
    const save = new Served(User, { sideEffect: true });
    const seen = watch(cache.fetch(save.endpoint));
    injector.destroy();
    expect([save.requests[0].aborted, seen.completed]).toEqual([true, true]);
  });
});

describe('R8 the temporary id of a created entity', () => {
  class Item extends Entity {
    readonly id: number = 0;
    readonly name: string = '';
  }

  it('is forgotten after the entity was deleted', () => {
    const cache = TestBed.inject(CacheService);
    const items = new Collection([Item]);
    cache.set(items, []);
    const before = sizes(cache).keys;
    const create = mutation(cache, items.push);
    for (let n = 1; n <= 10; n++) {
      create.send({ name: `n${n}` });
      create.respond({ id: n, name: `n${n}` }, n - 1);
      cache.delete(Item, n);
    }
    sweepAll(cache);
    expect(sizes(cache).keys).toBe(before);
  });
});
