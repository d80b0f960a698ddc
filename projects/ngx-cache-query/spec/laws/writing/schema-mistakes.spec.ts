import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Entity,
  type EntityClass,
  type SchemaLike,
  schema,
} from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { Link, Post, User } from '../../support/models';
import { listenToWarnings } from '../../support/warnings';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const missing = undefined as never as EntityClass;

/** Creates an Entity class named Book with the given schema. */
function bookWith(fields: Record<string, SchemaLike>): EntityClass {
  return class Book extends Entity {
    readonly id: number = 0;
    static override readonly schema = fields;
  };
}

describe('W3 an undefined schema', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const inEntities: [string, Record<string, SchemaLike>][] = [
    ['schema.author of Book', { author: undefined }],
    ['schema.authors[0] of Book', { authors: [undefined] }],
    ['schema.meta.author of Book', { meta: { author: missing } }],
  ];
  for (const [location, fields] of inEntities) {
    it(`is an error at the first use: ${location}`, () => {
      const uses = [
        () => cache.set(bookWith(fields), { id: 1 }),
        () => cache.get(bookWith(fields), 1),
        () => cache.get(new schema.All(bookWith(fields))),
      ];
      for (const use of uses) {
        const error = thrownBy(use);
        expect([error.code, error.source]).toEqual(['NCQ1009', 'Book']);
        expect(error.message).toContain(
          `${location} is undefined, most likely because of a circular import`,
        );
        expect(error.message).toContain('static override get schema()');
      }
    });
  }

  const definitions: Record<string, () => unknown> = {
    All: () => new schema.All(missing),
    Array: () => new schema.Array(undefined),
    Values: () => new schema.Values(undefined),
    Object: () => new schema.Object(undefined as never),
    Invalidate: () => new schema.Invalidate(missing),
    Union: () => new schema.Union(undefined as never, 'type'),
  };
  for (const [name, make] of Object.entries(definitions)) {
    it(`is an error where schema.${name} is created`, () => {
      const error = thrownBy(make);
      expect([error.code, error.message.includes(`schema.${name}`)]).toEqual(['NCQ1009', true]);
    });
  }

  it('is an error in a mapping, even if that is defined later', () => {
    const feed = new schema.All({ user: User }, 'type');
    for (const make of [
      () => new schema.Union({ user: User, team: missing }, 'type'),
      () => feed.define({ team: missing }),
    ]) {
      const error = thrownBy(make);
      expect([error.code, error.message.includes('"team"')]).toEqual(['NCQ1009', true]);
    }
  });

  it('is an error of the response if an endpoint contains it', () => {
    const shapes: [SchemaLike, unknown, string][] = [
      [[undefined], [{ id: 1 }], 'the schema of the items'],
      [{ users: [undefined] }, { users: [] }, 'at users: the schema of the items'],
      [{ users: undefined }, { total: 0 }, 'the schema of "users"'],
    ];
    for (const [shape, response, location] of shapes) {
      const served = new Served(shape);
      const seen = watch(cache.fetch(served.endpoint));
      served.respond(response);
      const error = seen.errors[0] as CacheError;
      expect([error.code, error.source]).toEqual(['NCQ1009', 'served']);
      expect(error.message).toContain(
        `${location} is undefined, most likely because of a circular import`,
      );
    }
  });

  it('is no mistake if a getter returns the schema at the first use', () => {
    const late: { Author?: typeof User } = {};
    class Book extends Entity {
      readonly id: number = 0;
      readonly author: User | undefined = undefined;
      static override get schema() {
        return { author: late.Author! };
      }
    }
    late.Author = User;
    cache.set(Book, { id: 1, author: { id: 'a', name: 'Ada' } });
    expect(cache.get(Book, 1)?.author?.name).toBe('Ada');
  });
});

describe('W2 a list of several types without an attribute', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));
  const both = [Link, Post];

  it('is an error that names the path, and nothing is stored', () => {
    class Board extends Entity {
      readonly id: number = 0;
      readonly items: readonly (Link | Post)[] = [];
      static override readonly schema = { items: both };
    }
    const items = [
      { id: 1, type: 'link' },
      { id: 2, type: 'post' },
    ];
    const writes: [SchemaLike, unknown, string][] = [
      [both, items, ''],
      [{ data: { items: both } }, { data: { items } }, 'data.items'],
      [new schema.Values(both), { a: items }, 'a'],
      [[both], [items], '[0]'],
      [Board, { id: 1, items }, 'items'],
    ];
    for (const [shape, input, path] of writes) {
      const served = new Served(shape);
      const seen = watch(cache.fetch(served.endpoint));
      served.respond(input);
      const error = seen.errors[0] as CacheError;
      expect([error.code, error.source, error.path]).toEqual(['NCQ1006', 'served', path]);
      expect(error.message).toContain('new schema.Array({ link: Link, post: Post }, ');
    }
    expect(cache.get(Link, 1)).toBeUndefined();
  });
});

describe('W3 a mapping of types without an attribute', () => {
  it('is an error where it is created', () => {
    const mapping = { link: Link, post: Post };
    const wrong = [
      ['Array', () => new schema.Array(mapping)],
      ['Values', () => new schema.Values(mapping)],
    ] as const;
    for (const [name, run] of wrong) {
      const error = thrownBy(run);
      expect(error.code).toBe('NCQ1006');
      expect(error.message).toContain(`new schema.${name}(new schema.Object({ … }))`);
    }
  });

  it('describes objects inside schema.Object, or if it has other fields', () => {
    const cache = TestBed.inject(CacheService);
    const pair = { link: { id: 1, type: 'link' }, post: { id: 2, type: 'post' } };
    const fields = new schema.Object({ link: Link, post: Post });
    cache.set(new schema.Array(fields), [pair]);
    cache.set(new schema.Values({ link: Link, note: '' }), { a: { link: { id: 3 } } });
    expect([cache.get(Post, 2)?.id, cache.get(Link, 3)?.id]).toEqual([2, 3]);
  });
});

describe('W9 a key of static schema without a field', () => {
  let cache: CacheService;
  let warn: jasmine.Spy;
  const warnings = () => warn.calls.allArgs().map(([text]) => text as string);
  beforeEach(() => {
    warn = listenToWarnings();
    cache = TestBed.inject(CacheService);
  });

  it('is a single warning, which suggests a similar field', () => {
    class Match extends Entity {
      readonly id: number = 0;
      readonly team: User | undefined = undefined;
      static override readonly schema = { taem: User };
    }
    cache.set([Match], [{ id: 1, team: 'a' }]);
    cache.set([Match], [{ id: 2, team: 'a' }]);
    expect(warnings().length).toBe(1);
    expect(warnings()[0]).toContain('static schema of Match contains the field taem');
    expect(warnings()[0]).toContain('Did you mean team?');
  });

  it('is a warning without a suggestion if no field is similar', () => {
    class Match extends Entity {
      readonly id: number = 0;
      static override readonly schema = { referee: User };
    }
    cache.set([Match], [{ id: 1 }]);
    expect(warnings().length).toBe(1);
    expect(warnings()[0]).not.toContain('Did you mean');
  });

  it('is no mistake if the class, an accessor or the first row has it', () => {
    class Match extends Entity {
      readonly id: number = 0;
      readonly home: User | undefined = undefined;
      declare readonly away: User | undefined;
      static override readonly schema = { home: User, away: User, when: Date };
      get when(): string {
        return '';
      }
    }
    cache.set([Match], [{ id: 1, away: 'a' }]);
    expect(warnings()).toEqual([]);
  });
});

describe('W9 Date as the schema of a field', () => {
  it('creates a Date from the raw value, in an entity and in a response', () => {
    class Visit extends Entity {
      readonly id: number = 0;
      readonly at: Date = new Date(0);
      static override readonly schema = { at: Date };
    }
    const cache = TestBed.inject(CacheService);
    cache.set([Visit], [{ id: 1, at: '2026-01-31T00:00:00Z' }]);
    expect(cache.get(Visit, 1)?.at).toEqual(new Date('2026-01-31T00:00:00Z'));
    const served = new Served({ at: Date, visits: [Visit] });
    const seen = watch(cache.fetch(served.endpoint));
    served.respond({ at: '2026-02-01T00:00:00Z', visits: [] });
    expect(seen.last?.at).toEqual(new Date('2026-02-01T00:00:00Z'));
  });
});
