import { TestBed } from '@angular/core/testing';
import {
  CacheError,
  CacheService,
  Endpoint,
  Entity,
  Query,
  schema,
  type SchemaLike,
} from 'ngx-cache-query';
import { of, throwError } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Member extends Entity {
  readonly org: string = '';
  readonly id: number = 0;
  override pk() {
    return `${this.org}:${this.id}`;
  }
}
class Strict extends Entity {
  readonly id: number = 0;
  static override validate = () => 'never';
}
class Trip extends Entity {
  readonly id: number = 0;
  readonly at: number = 0;
  static override readonly schema = {
    at: () => {
      throw new Error('no');
    },
  };
}
class Endless extends Entity {
  readonly id: number = 0;
  readonly next: Endless = Endless.fromJS({});
}
class Circular extends Entity {
  readonly id: number = 0;
  static override readonly schema = { user: undefined };
}
class Chain extends Entity {
  readonly id: number = 0;
  static override readonly key = 'Chain';
  static override get schema(): Record<string, SchemaLike> {
    return { next: Chain };
  }
}

describe('§5 in production', () => {
  const page = globalThis as { ngDevMode?: unknown };
  let before: unknown;
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    before = page.ngDevMode;
    page.ngDevMode = false;
  });
  afterEach(() => (page.ngDevMode = before));

  const fetchError = (shape: SchemaLike, response: unknown) => {
    const load = (_: object) =>
      response instanceof Error ? throwError(() => response) : of(response);
    const endpoint = new Endpoint({ name: 'getAll', load, schema: shape });
    const [error] = watch(cache.fetch(endpoint, {})).errors;
    throw error as CacheError;
  };

  it('an error is its code, and its source if it is known', () => {
    let [deep, chain]: object[] = [[], { id: 0 }];
    for (let i = 0; i < 2_000; i++) [deep, chain] = [[deep], { id: i, next: chain }];
    const errors: [message: string, () => unknown][] = [
      ['NCQ1001 getAll', () => fetchError([User], { data: [] })],
      ['NCQ1002 getAll', () => fetchError([User], '[]')],
      ['NCQ1003 getAll', () => fetchError([User], [true])],
      ['NCQ1004 getAll', () => fetchError([User], [{}])],
      ['NCQ1004 getAll', () => fetchError([Member], [{ id: 1 }])],
      ['NCQ1004 getAll', () => fetchError(new schema.Invalidate(User), {})],
      ['NCQ1005 set(Strict)', () => cache.set(Strict, { id: 1 })],
      ['NCQ1006 set(schema)', () => cache.set([User, Member], [])],
      ['NCQ1006 new schema.Array(…)', () => new schema.Array({ user: User })],
      ['NCQ1006', () => new schema.All({ user: User }, undefined as never)],
      ['NCQ1006', () => new schema.Union({ user: User }, undefined as never)],
      ['NCQ1007', () => cache.set([Endless], [{ id: 1 }, { id: 1, next: null }])],
      ['NCQ1008 set(schema)', () => cache.set({ deep: 0 }, { deep })],
      ['NCQ1008 set(Chain)', () => cache.set(Chain, chain)],
      ['NCQ1009 Circular', () => cache.set(Circular, { id: 1 })],
      ['NCQ1009 new schema.All(…)', () => new schema.All(undefined as never as typeof User)],
      ['NCQ1009 set(schema)', () => cache.set([undefined], [])],
      ['NCQ1012 set(Trip)', () => cache.set(Trip, { id: 1, at: 5 as never })],
      ['NCQ2002', () => cache.batch(() => Promise.resolve())],
      ['NCQ3004 new Query', () => new Query(new schema.All(User), {} as never)],
      ['NCQ4003 delete(User)', () => cache.delete(User, '')],
      ['NCQ5003 getAll', () => fetchError([User], new Error('down'))],
    ];
    for (const [message, run] of errors) expect(thrownBy(run).message).toBe(message);
    expect(new CacheError('NCQ1006', 'a short text').message).toBe('NCQ1006 a short text');
    expect(new CacheError('NCQ1006', false).message).toBe('NCQ1006');
    expect(cache.get(new schema.All(User))).toBeUndefined();
  });

  it('there are no warnings', () => {
    const warn = listenToWarnings();
    class Book extends Entity {
      readonly id: number = 0;
      static override readonly schema = { auhtor: User };
      get title() {
        return 'x';
      }
    }
    cache.set([Book], [{ id: 2 ** 60, title: 'y' }] as never);
    cache.get(new schema.All(Book));
    cache.set([new schema.Union({ user: User }, 'type')], [{ id: 1, type: 'song' }]);
    cache.set(User, { id: 1 });
    const links = Array.from({ length: 1_500 }, (_, id) => ({ id, next: id > 0 ? id - 1 : null }));
    cache.set([Chain], links);
    const seen = watch(cache.select(new schema.All(Chain)));
    cache.set(Chain, { id: 0, next: null, more: 1 } as never);
    expect(seen.values.length).toBe(2);
    expect(warn).not.toHaveBeenCalled();
  });

  it('nothing is frozen', () => {
    cache.set(User, { id: 1 });
    const users = cache.get(new schema.All(User))!;
    expect([users, users[0]].map((each) => Object.isFrozen(each))).toEqual([false, false]);
  });
});
