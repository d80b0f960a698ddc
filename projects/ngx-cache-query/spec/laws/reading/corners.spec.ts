import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, Query, schema, view, where } from 'ngx-cache-query';
import { idList } from '../../support/models';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  get label(): string {
    return this.name.toUpperCase();
  }
}
class Team extends Entity {
  readonly id: number = 0;
  readonly users: readonly User[] = [];
  static override readonly schema = { users: [User] };
}
class Summary extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'CornerArticle';
}
class Article extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'CornerArticle';
}
const all = new schema.All(User);
const users = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1 }));

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R1 a subscriber that comes during a round', () => {
  beforeEach(setUp);

  it('is told if the value goes back in the same round', () => {
    const first = new Query(all, ([user]) => user.name);
    const late: unknown[] = [];
    let isDone = false;
    cache.set(User, { id: 1, name: 'a' });
    cache.select(User, 1).subscribe((user) => {
      if (user?.name !== 'b' || isDone) return;
      isDone = true;
      cache.set(User, { id: 1, name: 'c' });
      cache.select(first).subscribe((name) => late.push(name));
      cache.set(User, { id: 1, name: 'b' });
    });
    watch(cache.select(first));
    cache.set(User, { id: 1, name: 'b' });
    expect([cache.get(first), late]).toEqual(['b', ['c', 'b']]);
  });
});

describe('R2 an empty schema.Values', () => {
  beforeEach(setUp);

  it('makes the type known', () => {
    cache.set(new schema.Values(User), {});
    expect(cache.get(all)).toEqual([]);
  });
});

describe('R8 a long schema.All in a response', () => {
  beforeEach(setUp);

  it('keeps its reference if another field of the response changes', () => {
    let total = 40;
    const getUsers = new Endpoint({
      load: () => of({ results: users(40), total: total++ }),
      schema: { results: all, total: 0 },
    });
    const seen = watch(cache.select(getUsers));
    for (let i = 0; i < 2; i++) cache.fetch(getUsers).subscribe();
    const [, first, second] = seen.values;
    expect([first?.total, second?.total]).toEqual([40, 41]);
    expect(second!.results).toBe(first!.results);
  });
});

describe('R9 a long list of a relation', () => {
  beforeEach(setUp);

  it('contains an entity that arrived, left and arrived again', () => {
    cache.set([User], users(39)); // The last of 40 is missing.
    cache.set(Team, { id: 1, users: users(40).map(({ id }) => id) });
    const count = () => cache.get(Team, 1)?.users.length;
    expect(count()).toBe(39);
    cache.set(User, { id: 40 });
    cache.delete(User, 40);
    expect(count()).toBe(39);
    cache.set(User, { id: 40 });
    expect(count()).toBe(40);
  });
});

describe('R10 the order of the entities', () => {
  beforeEach(setUp);

  it('of the second class with a key is restored if a deletion is rolled back', () => {
    const ids = (type: typeof Summary | typeof Article) => idList(cache.get(new schema.All(type)));
    cache.set([Summary], users(3));
    expect(ids(Article)).toEqual([1, 2, 3]);
    const fail = () =>
      cache.batch(() => {
        cache.delete(Summary, 1);
        throw new Error('no');
      });
    expect(fail).toThrowError('no');
    expect([ids(Summary), ids(Article)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('of a mapping with two names for a class contains each of them once', () => {
    const both = new schema.All({ user: User, member: User }, 'type');
    cache.set(both, [
      { id: 1, type: 'user' },
      { id: 2, type: 'member' },
    ]);
    expect(idList(cache.get(both))).toEqual([1, 2]);
  });
});

describe('W8 an accessor and data with the same name', () => {
  beforeEach(setUp);

  it('has the value of the accessor in the first where of a view with subscribers', () => {
    const bobs = new Query(all, view(where((user: User) => user.label === 'BOB')));
    const seen = watch(cache.select(bobs));
    cache.set([User], [{ id: 1, name: 'bob', label: 'x' } as never]);
    expect(cache.get(User, 1)?.label).toBe('BOB');
    expect(idList(seen.last)).toEqual([1]);
  });
});
