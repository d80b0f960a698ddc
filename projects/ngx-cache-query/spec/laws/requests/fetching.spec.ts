import { inject, InjectionToken } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { type CacheError, CacheService, Endpoint, Query, schema } from 'ngx-cache-query';
import { allUsers, Todo, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('F1 fetch', () => {
  beforeEach(setUp);

  it('is cold, and requests synchronously on subscription, each time', () => {
    const users = new Served([User]);
    const fetch$ = cache.fetch(users.endpoint, 1);
    expect(users.requests.length).toBe(0);
    watch(fetch$);
    expect(users.requests.map(({ args }) => args)).toEqual([[1]]);
    users.respond([]);
    watch(fetch$);
    expect(users.requests.length).toBe(2);
  });

  it('normalizes, emits the denormalized result once, and completes', () => {
    const users = new Served([User]);
    const seen = watch(cache.fetch(users.endpoint));
    users.respond([{ id: 'a', name: 'Ada' }]);
    expect([seen.values.length, seen.completed]).toEqual([1, true]);
    expect(seen.last?.[0]).toBe(cache.get(User, 'a')!);
    cache.set(User, { id: 'a', name: 'x' });
    expect(seen.values.length).toBe(1);
  });

  it('emits after all views were notified of its commit', () => {
    const users = new Served([User]);
    const order: string[] = [];
    cache.fetch(users.endpoint).subscribe(() => order.push('fetch'));
    cache.select(allUsers).subscribe((list) => order.push(`select ${list?.length}`));
    users.respond([{ id: 'a' }]);
    expect(order).toEqual(['select undefined', 'select 1', 'fetch']);
  });

  it('emits what it wrote when its response arrives during a notification', () => {
    const users = new Served(User);
    const names: (string | undefined)[] = [];
    cache.fetch(users.endpoint).subscribe((user) => names.push(user.name));
    cache.select(User, 'go').subscribe((go) => {
      if (go === undefined) return;
      users.respond({ id: 'a', name: 'Ada' });
      expect([names, cache.get(User, 'a')?.name]).toEqual([[], 'Ada']);
    });
    cache.set(User, { id: 'go' });
    expect(names).toEqual(['Ada']);
  });

  it('takes the first value of load, and unsubscribes', async () => {
    spyOn(console, 'warn'); // in dev mode, because the source does not complete
    const source = new Subject<unknown>();
    const endpoint = new Endpoint({ load: () => source, schema: User });
    const seen = watch(cache.fetch(endpoint));
    source.next({ id: 'a' });
    source.next({ id: 'b' });
    expect([seen.values.length, seen.completed, cache.get(User, 'b')]).toEqual([
      1,
      true,
      undefined,
    ]);
    await Promise.resolve(); // in dev mode, a microtask later
    expect(source.observed).toBeFalse();
  });

  it('loads in the injection context of the cache', () => {
    const BASE = new InjectionToken('BASE', { factory: () => 'base' });
    const endpoint = new Endpoint({
      load: (id: string) => of({ id: inject(BASE) + id }),
      schema: User,
    });
    expect(watch(cache.fetch(endpoint, '1')).last?.id).toBe('base1');
  });

  it('without a schema returns the response unchanged', () => {
    const count = new Served(undefined);
    const seen = watch(cache.fetch(count.endpoint));
    count.respond({ count: 5, list: [1] });
    expect(seen.last as unknown).toEqual({ count: 5, list: [1] });
    expect(cache.get(count.endpoint)).toBe(seen.last);
    for (const value of [null, 0, '', false]) {
      cache.fetch(count.endpoint, { value }).subscribe();
      count.respond(value);
      expect(cache.get(count.endpoint, { value }) as unknown).toBe(value);
    }
  });
});

describe('F1 the last response', () => {
  beforeEach(setUp);

  it('of an endpoint can be selected, and is updated with its entities', () => {
    const page = new Served({ users: [User], total: 0 });
    const seen = watch(cache.select(page.endpoint, 1));
    const derived = watch(cache.select(new Query(page.endpoint, ({ total }) => total), 1));
    cache.fetch(page.endpoint, 1).subscribe();
    page.respond({ users: [{ id: 'a' }], total: 7 });
    cache.fetch(page.endpoint, 2).subscribe();
    page.respond({ users: [{ id: 'b' }], total: 8 });
    expect(seen.values.map((value) => value?.total)).toEqual([undefined, 7]);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(seen.last?.users[0].name).toBe('Ada');
    expect([seen.values.length, derived.values]).toEqual([3, [undefined, 7]]);
  });

  it('stays while the next request is in flight and when it fails', () => {
    const users = new Served([User]);
    cache.fetch(users.endpoint).subscribe();
    users.respond([{ id: 'a' }]);
    const seen = watch(cache.select(users.endpoint));
    watch(cache.fetch(users.endpoint));
    users.requests[1].fail('down');
    watch(cache.fetch(users.endpoint));
    users.requests[2].respond('wrong');
    expect(seen.values.length).toBe(1);
  });
});

describe('W6 a batch that throws', () => {
  beforeEach(setUp);

  it('resets nothing: requests in flight are kept', () => {
    const users = new Served([User]);
    const seen = watch(cache.fetch(users.endpoint));
    const run = () =>
      cache.batch(() => {
        cache.reset(users.endpoint);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    users.respond([{ id: 'a' }]);
    expect(seen.last?.length).toBe(1);
    expect(cache.get(users.endpoint)?.length).toBe(1);
  });

  it('does not abort a request that it sent', () => {
    const users = new Served([User]);
    const fetched: number[] = [];
    const run = () =>
      cache.batch(() => {
        cache.fetch(users.endpoint).subscribe((list) => fetched.push(list.length));
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    users.respond([{ id: 'a' }]);
    expect([fetched, cache.get(users.endpoint)?.length]).toEqual([[1], 1]);
  });
});

describe('reset', () => {
  beforeEach(setUp);

  it('empties the cache, in one emission', () => {
    const users = new Served([User]);
    cache.fetch(users.endpoint).subscribe();
    users.respond([{ id: 'a' }]);
    cache.set(Todo, { id: 1 });
    const seen = watch(
      cache.select({ all: allUsers, todo: new Query(Todo), users: users.endpoint }, 1 as never),
    );
    const list = watch(cache.select(users.endpoint));
    cache.clear();
    expect([seen.last, seen.values.length]).toEqual([undefined, 2]);
    expect([list.last, list.values.length]).toEqual([undefined, 2]);
    expect(cache.get(Todo, 1)).toBeUndefined();
    cache.set(User, { id: 'b' });
    expect(cache.get(allUsers)?.length).toBe(1);
  });

  it('discards responses to requests in flight, and a mutation errors with NCQ4001', () => {
    const [users, create] = [new Served([User]), new Served(User, { sideEffect: true })];
    const seen = [watch(cache.fetch(users.endpoint)), watch(cache.fetch(create.endpoint))];
    const select = watch(cache.select(allUsers));
    cache.clear();
    users.respond([{ id: 'a' }]);
    create.respond({ id: 'b' });
    const [read, mutation] = seen;
    const codes = (errors: unknown[]) => errors.map((error) => (error as CacheError).code);
    expect([codes(read.errors), read.values]).toEqual([[], []]);
    expect([codes(mutation.errors), mutation.values]).toEqual([['NCQ4001'], []]);
    expect([select.values, cache.get(users.endpoint)]).toEqual([[undefined], undefined]);
    watch(cache.fetch(users.endpoint));
    users.respond([{ id: 'c' }]);
    expect(select.last?.map(({ id }) => id)).toEqual(['c']);
  });

  it('in a batch that throws has no effect', () => {
    const users = new Served([User]);
    const seen = watch(cache.fetch(users.endpoint));
    const run = () =>
      cache.batch(() => {
        cache.clear();
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    users.respond([{ id: 'a' }]);
    expect([seen.errors, cache.get(allUsers)?.length]).toEqual([[], 1]);
  });

  it('during a notification discards responses that are pending behind it', () => {
    const users = new Served([User]);
    const seen = watch(cache.fetch(users.endpoint));
    cache.select(User, 'go').subscribe((go) => {
      if (go === undefined) return;
      cache.clear();
      users.respond([{ id: 'a' }]);
    });
    cache.set(User, { id: 'go' });
    const [error] = seen.errors as CacheError[];
    expect([error?.code, cache.get(allUsers)]).toEqual([undefined, undefined]);
    expect(cache.get(new schema.All(Todo))).toBeUndefined();
  });
});
