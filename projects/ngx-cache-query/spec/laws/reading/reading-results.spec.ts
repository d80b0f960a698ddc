import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, Query } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R3 without process', () => {
  beforeEach(setUp);

  it("is the schema's denormalized result itself", () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    expect(cache.get(new Query(allUsers))).toBe(cache.get(allUsers));
    expect(cache.get(new Query(User), 'a')).toBe(cache.get(User, 'a'));
  });

  it('a subclass may define process and key as methods', () => {
    class Named extends Query<typeof allUsers, [name: string], User[]> {
      calls = 0;
      override process(users: User[], name: string): User[] {
        this.calls++;
        return users.filter((user) => user.name.toLowerCase() === name.toLowerCase());
      }
      override key(name: string): string {
        return name.toLowerCase();
      }
    }
    const named = new Named(allUsers);
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const seen = watch(cache.select(named, 'ADA'));
    expect(seen.last).toEqual([cache.get(User, 'a')!]);
    expect(cache.get(named, 'ada')).toBe(seen.last);
    expect(named.calls).toBe(1);
  });
});

describe('R4 arguments', () => {
  beforeEach(setUp);

  it('are passed to process after the entries, in order', () => {
    const process = jasmine.createSpy('process');
    cache.set([User], []);
    const query = new Query(allUsers, process as (users: User[], a: number, b?: string) => number);
    cache.get(query, 1, 'two');
    expect(process).toHaveBeenCalledOnceWith([], 1, 'two');
  });

  it('fall back to the defaults of process', () => {
    const query = new Query(allUsers, (_, { asc }: { asc: string } = { asc: 'default' }) => asc);
    cache.set([User], []);
    expect(cache.get(query)).toBe('default');
    expect(cache.get(query, { asc: 'given' })).toBe('given');
  });

  it('are the same for every member of a join and every inner Query', () => {
    const named = new Query(allUsers, (users, { id }: { id: string }) =>
      users.filter((user) => user.id === id),
    );
    const outer = new Query({ named, user: User }, ({ named, user }, { id }: { id: string }) => [
      named?.[0],
      user,
      id,
    ]);
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const b = cache.get(User, 'b');
    expect(cache.get(outer, { id: 'b' })).toEqual([b, b, 'b']);
    expect(cache.get(new Query(named, (users) => users.length), { id: 'b' } as never)).toBe(1);
  });
});

describe('R5 results of any type', () => {
  beforeEach(setUp);

  it('may be a number, a string, a Map or null', () => {
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const byName = new Query(allUsers, (users) => new Map(users.map((u) => [u.name, u])));
    expect(cache.get(new Query(allUsers, (users) => users.length))).toBe(1);
    expect(cache.get(new Query(allUsers, (users) => users[0].name))).toBe('Ada');
    expect(cache.get(byName)?.get('Ada')).toBe(cache.get(User, 'a'));
    expect(cache.get(new Query(allUsers, () => null))).toBeNull();
  });

  it('may be undefined, false, 0 or an empty string, and process does not run again for it', () => {
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    for (const result of [undefined, false, 0, '']) {
      const process = jasmine.createSpy('process').and.returnValue(result);
      const query = new Query(allUsers, process);
      const seen = watch(cache.select(query));
      expect([seen.values, cache.get(query), process.calls.count()]).toEqual([[result], result, 1]);
    }
  });
});

describe('R7 a sole null', () => {
  beforeEach(setUp);

  it('disables the query: undefined, and nothing is computed', () => {
    const process = jasmine.createSpy('process');
    const key = jasmine.createSpy('key').and.returnValue('key');
    const query = new Query(allUsers, process as (users: User[], id: string) => number);
    query.key = key;
    cache.set([User], []);
    const seen = watch(cache.select(query, null));
    cache.set(User, { id: 'a' });
    expect(seen.values).toEqual([undefined]);
    expect(cache.get(query, null)).toBeUndefined();
    expect(cache.get(User, null)).toBeUndefined();
    expect(process).not.toHaveBeenCalled();
    expect(key).not.toHaveBeenCalled();
  });

  it('disables and enables a read', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const args$ = new Subject<[string] | [null]>();
    const seen = watch(cache.select(User, args$));
    args$.next(['a']);
    args$.next([null]);
    args$.next([null]);
    cache.set(User, { id: 'a', name: 'unseen' });
    args$.next(['b']);
    expect(seen.values).toEqual([jasmine.any(User), undefined, cache.get(User, 'b')]);
  });

  it('beside other arguments is an argument like any other', () => {
    const query = new Query(allUsers, (users, a: null, b: number) => [users.length, a, b]);
    cache.set([User], []);
    expect(cache.get(query, null, 5)).toEqual([0, null, 5]);
  });
});
