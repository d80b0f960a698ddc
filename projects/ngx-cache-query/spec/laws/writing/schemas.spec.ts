import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Endpoint,
  Entity,
  schema,
  type SchemaFields,
  type SchemaLike,
} from 'ngx-cache-query';
import { of } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Place extends Entity {
  readonly id: number = 0;
  readonly city: string = '';
}

describe('W10 two classes with one key whose relations contain themselves', () => {
  /** Returns a class with a tree of replies. */
  const threadOf = (key: string, author: SchemaLike) => {
    const reply = new schema.Object({ author });
    reply.define({ replies: [reply] });
    return class Thread extends Entity {
      readonly id: number = 0;
      readonly first: { readonly replies?: readonly { readonly author: User }[] } = {};
      static override readonly key = key;
      static override readonly schema = { first: reply };
    };
  };

  it('share a table if the relations are alike', () => {
    const cache = TestBed.inject(CacheService);
    const [One, Other] = [threadOf('tree', User), threadOf('tree', User)];
    cache.set(One, { id: 1, first: { replies: [{ author: { id: 5, name: 'Ada' } }] } } as never);
    expect(cache.get(One, 1)?.first.replies?.[0].author.name).toBe('Ada');
    expect(cache.get(Other, 1)?.first.replies?.[0].author).toBe(cache.get(User, 5)!);
  });

  it('are an error if the relations differ', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(threadOf('other tree', User), { id: 1 });
    const error = thrownBy(() => cache.set(threadOf('other tree', Place), { id: 1 }));
    expect(error.code).toBe('NCQ2003');
    expect(error.message).toContain('different schemas for "first"');
  });
});

describe('W10 two classes with one key whose relations differ in a field', () => {
  it('are an error, whichever class has the field', () => {
    const cache = TestBed.inject(CacheService);
    const classWith = (key: string, fields: SchemaFields) =>
      class extends Entity {
        readonly id: number = 0;
        static override readonly key = key;
        static override readonly schema = { place: fields };
      };
    const row = { id: 1, place: {} };
    const [few, more] = [{ user: User }, { user: User, at: (raw: number) => raw }];
    for (const [i, [one, other]] of [
      [few, more],
      [more, few],
    ].entries()) {
      cache.set(classWith(`fields ${i}`, one), row);
      const error = thrownBy(() => cache.set(classWith(`fields ${i}`, other), row));
      expect(error.code).toBe('NCQ2003');
    }
  });
});

describe('W5 one object that occurs twice in an input', () => {
  it('is an entity of two classes, if the schema says so', () => {
    const cache = TestBed.inject(CacheService);
    const both = { id: 1, name: 'Ada', city: 'London' };
    cache.set({ user: User, place: Place }, { user: both, place: both });
    expect([cache.get(User, 1)?.name, cache.get(Place, 1)?.city]).toEqual(['Ada', 'London']);
  });

  it('is an entity of two classes, even far inside other entities', () => {
    class Node extends Entity {
      readonly id: number = 0;
      readonly next: Node | null = null;
      readonly user: User | null = null;
      readonly place: Place | null = null;
      static override get schema(): SchemaFields {
        return { next: Node, user: User, place: Place };
      }
    }
    const cache = TestBed.inject(CacheService);
    const both = { id: 1, name: 'Ada', city: 'London' };
    let chain: object = { id: 0, user: both, place: both };
    for (let id = 1; id < 100; id++) chain = { id, next: chain };
    cache.set(Node, chain);
    const { user, place } = cache.get(Node, 0)!;
    expect([user?.name, place?.city]).toEqual(['Ada', 'London']);
  });
});

describe('W5 an item that is an instance of a class', () => {
  class Message {
    readonly #bytes = ['m7', 'hello'];
    get code() {
      return this.#bytes[0];
    }
    readonly text = this.#bytes[1];
  }
  class Mail extends Entity {
    readonly text: string = '';
    readonly code: string = '';
    override pk() {
      return this.code;
    }
  }

  it('has the key that pk reads through its accessors', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([Mail], [new Message()]);
    expect(cache.get(Mail, 'm7')?.text).toBe('hello');
  });
});

describe('W7 an object that was passed to the cache', () => {
  it('is a row of its own: later changes of it do not change the cache', () => {
    const cache = TestBed.inject(CacheService);
    const [one, other] = [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bob' },
    ];
    cache.set(User, one);
    cache.set([User], [other]);
    one.name = 'changed before the first read';
    other.name = 'changed before the first read';
    expect(cache.get(new schema.All(User))?.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    const more = { id: 1, name: 'Eva' };
    cache.set(User, more);
    more.name = 'changed again';
    expect(cache.get(User, 1)?.name).toBe('Eva');
    cache.set(User, { id: 1, name: 'Eva' });
    expect(cache.get(User, 1)?.name).toBe('Eva');
  });
});

describe('W9 an entity from the cache that is written again', () => {
  class Event extends Entity {
    readonly id: number = 0;
    readonly title: string = 'untitled';
    readonly at: Date = new Date(0);
    readonly host: User | null = null;
    static override readonly schema = { at: (seconds: number) => new Date(seconds), host: User };
  }

  it('is unchanged, and its fields are not converted twice', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Event, { id: 1, at: 500, host: { id: 5, name: 'Ada' } });
    const event = cache.get(Event, 1)!;
    cache.set([Event], [event]);
    expect(cache.get(Event, 1)).toBe(event);
    const copy = TestBed.resetTestingModule().inject(CacheService);
    copy.set(Event, event as never);
    expect(+copy.get(Event, 1)!.at).toBe(500);
    expect(copy.get(Event, 1)!.host).toBeNull();
    copy.set(User, { id: 5, name: 'Bob' });
    expect(copy.get(Event, 1)!.host?.name).toBe('Bob');
  });
});

describe('W5 a part of a response that should name a deleted entity', () => {
  it('does not take the key from the arguments of the endpoint: only the whole response does', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    const remove = (shape: SchemaLike, response: unknown) => {
      const load = (_: object) => of(response);
      const endpoint = new Endpoint({ name: 'remove', load, schema: shape, sideEffect: true });
      return watch(cache.fetch(endpoint, { id: 1 })).errors as CacheError[];
    };
    const gone = new schema.Invalidate(User);
    for (const [shape, response, path] of [
      [{ gone }, { gone: { ok: true } }, 'gone'],
      [[gone], [{ ok: true }], '[0]'],
      [new schema.Values(gone), { a: { ok: true } }, 'a'],
    ] as const) {
      const [error] = remove(shape, response);
      expect([error.code, error.path]).toEqual(['NCQ1004', path]);
    }
    expect(cache.get(new schema.All(User))?.length).toBe(2);
    expect(remove(gone, { ok: true })).toEqual([]);
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual([2]);
  });
});

describe('W5 a schema of items without fields', () => {
  it('stores the items unchanged', () => {
    const cache = TestBed.inject(CacheService);
    const load = () => of([{ a: 1 }]);
    const endpoint = new Endpoint({ name: 'load', load, schema: new schema.Array({}) });
    expect(watch(cache.fetch(endpoint)).last).toEqual([{ a: 1 }]);
  });
});

describe('W3 a schema of literals', () => {
  it('describes no response, so a response without its fields is accepted', () => {
    const cache = TestBed.inject(CacheService);
    const load = () => of({ data: { a: 1 } });
    const endpoint = new Endpoint({ name: 'load', load, schema: { total: 5 } });
    expect(watch(cache.fetch(endpoint)).last).toEqual({ data: { a: 1 }, total: 5 } as never);
  });
});
