import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Endpoint,
  Entity,
  type EntityClass,
  Query,
  schema,
  type SchemaFields,
  type SchemaLike,
  snakeCase,
  structuralKey,
} from 'ngx-cache-query';
import { of } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

/** Returns the error of a request. */
function errorOf(shape: SchemaLike, response: unknown, sideEffect = false): CacheError {
  const load = () => of(response);
  const endpoint = new Endpoint({ name: 'save', load, schema: shape, sideEffect });
  return watch(TestBed.inject(CacheService).fetch(endpoint)).errors[0] as CacheError;
}

describe('W5 the message of an error', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('shows what was found, and only the beginning of a long text', () => {
    const found = (value: unknown) =>
      /found (.*?)\. /.exec(errorOf([User], value).message)?.[1] ?? 'nothing';
    expect(found(undefined)).toBe('undefined');
    expect(found(null)).toBe('null');
    expect(found(5)).toBe('the number 5');
    expect(found(new Date(0))).toBe('an object with no fields');
    expect(found({ a: 1, b: 2 })).toBe('an object with a, b');
    expect(found(`<html>${'x'.repeat(10_000)}`)).toBe(`the string "<html>${'x'.repeat(34)}"`);
    expect(errorOf(User, Array(3)).message).toContain('found an array of length 3');
    const named = thrownBy(() => cache.set(User, function login() {} as never));
    expect(named.message).toContain('found the function login');
  });

  it('says what to do if the response to a mutation is empty, and only then', () => {
    const isEmpty = (...args: Parameters<typeof errorOf>) =>
      errorOf(...args).message.includes('The response is empty. Remove the schema');
    for (const response of [null, undefined, {}]) {
      expect(isEmpty(User, response, true)).toBeTrue();
      expect(isEmpty(User, response)).toBeFalse();
    }
    expect(isEmpty([User], null, true)).toBeTrue();
    expect(isEmpty(User, { name: 'Ada' }, true)).toBeFalse();
    expect(isEmpty([User], 5, true)).toBeFalse();
    expect(isEmpty({ user: User }, { user: {} }, true)).toBeFalse();
  });

  it('has the code, the source, the path and the page that explains it', () => {
    const { message } = thrownBy(() => cache.set({ users: [User] }, { users: [{ id: 1 }, 5] }));
    expect(message).toContain('NCQ1003: set(schema): at users[1]: expected an object with');
    expect(message).toContain('(node_modules/ngx-cache-query/docs/errors.md#ncq1003)');
  });

  it('says why a key is no entity', () => {
    const union = new schema.Union({ user: User }, 'type');
    const several = 'A key alone does not determine the type';
    const one = 'A key can stand for an entity only in a field of another entity';
    for (const [shape, value, advice] of [
      [union, 5, several],
      [union, true, one],
      [User, 5, one],
      [User, true, one],
    ] as const) {
      const { code, message } = errorOf(shape, value);
      expect(code).toBe('NCQ1003');
      expect(message).toContain(advice);
    }
  });

  it('of entities that are nested too deeply says what to send instead', () => {
    class Link extends Entity {
      readonly id: number = 0;
      static override get schema(): SchemaFields {
        return { next: Link };
      }
    }
    let chain: object = { id: 0 };
    for (let id = 1; id < 3_000; id++) chain = { id, next: chain };
    const error = errorOf([Link], [chain]);
    expect([error.code, error.path]).toEqual(['NCQ1008', '[0].next.next.next.next.next']);
    expect(error.message).toContain('Send them as a flat list');
  });

  it('of a row without a key names its fields', () => {
    const textOf = (row: object) => thrownBy(() => cache.set([User], [row])).message;
    expect(textOf({ name: 'Ada', age: 5 })).toContain('for a row with the fields name, age.');
    expect(textOf({})).toContain('for a row with the fields (none).');
  });

  it('of a misplaced Query says where it belongs', () => {
    const inside = thrownBy(() => cache.set({ users: anyOf } as never, { users: [] }));
    expect([inside.code, inside.path]).toEqual(['NCQ1011', 'users']);
    expect(inside.message).toContain('read the Query itself with select');
    const steps = thrownBy(() => new Query(new schema.All(User), {} as never));
    expect(steps.message).toContain('Put the steps into a view');
  });

  it('of an asynchronous batch says what to do, and nothing is written', () => {
    const error = thrownBy(() => cache.batch(() => Promise.resolve(cache.set(User, { id: 1 }))));
    expect(error.code).toBe('NCQ2002');
    expect(error.message).toContain('Wait for the data first, then call batch().');
    expect(cache.get(User, 1)).toBeUndefined();
  });

  it('of arguments that are nested too deeply says so', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 1_000; i++) deep = { deep };
    for (const read of [() => structuralKey(deep), () => cache.get(anyOf, deep)]) {
      const error = thrownBy(read);
      expect(error.code).toBe('NCQ1008');
      expect(error.message).toContain('is nested more than 500 levels deep');
    }
  });
});

const anyOf = new Query(new schema.All(User), (users, _: unknown) => users.length);

describe('W5 an error of a static method', () => {
  it('is not taken for data that is nested too deeply, although it is an overflow', () => {
    const endless = (value: unknown): object => endless({ value });
    const Endless: EntityClass = class extends Entity {
      readonly id: number = 0;
      static override process(input: unknown) {
        return { ...endless(input) };
      }
    };
    const write = () => TestBed.inject(CacheService).set([Endless], [{ id: 1 }]);
    expect(write).toThrowError(RangeError);
  });
});

describe('R9 a field of static schema that neither the class nor the row has', () => {
  let warn: jasmine.Spy;
  beforeEach(() => (warn = listenToWarnings()));

  const warningsFor = (names: readonly string[], field: string): string[] => {
    warn.calls.reset();
    const Book: EntityClass = class Book extends Entity {
      readonly id: number = 0;
      static override readonly schema = { [field]: User };
    };
    const row = { id: 1, ...Object.fromEntries(names.map((name) => [name, 5])) };
    TestBed.inject(CacheService).set(Book, row as never);
    return warn.calls.allArgs().map(([text]) => text as string);
  };

  it('is a warning with the name that was probably meant', () => {
    for (const [field, meant] of [
      ['auhtor', 'author'],
      ['URL', 'url'],
      ['writers', 'writer'],
    ]) {
      const [text, ...more] = warningsFor([meant, 'published'], field);
      expect(text).withContext(field).toContain(`Did you mean ${meant}?`);
      expect(more).toEqual([]);
    }
  });

  it('is a warning without such a name if none is near', () => {
    const [text] = warningsFor(['published', 'by'], 'author');
    expect(text).toContain('Give the field a default value in the class.');
  });
});

describe('R9 data with the names of the server', () => {
  class Task extends Entity {
    readonly id: number = 0;
    readonly openSince: string = '';
    readonly html_url: string = '';
  }

  it('causes a warning, once, if the field of the class would keep its default value', () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    const rows = [1, 2].map((id) => ({ id, open_since: 'monday', html_url: '/', other_id: 5 }));
    cache.set([Task], rows);
    const [text, ...more] = warn.calls.allArgs().map(([first]) => first as string);
    expect(text).toContain(
      'the data of Task contains open_since, and the class has the field openSince',
    );
    expect(text).toContain('snakeCase.received(data)');
    expect(more).toEqual([]);
  });

  it('causes no warning if they are translated, or if the data has both', () => {
    class Other extends Task {
      static override readonly key: string = 'TranslatedTask';
    }
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    cache.set([Other], [snakeCase.received({ id: 1, open_since: 'monday' })]);
    cache.set([Other], [{ id: 2, openSince: 'monday', open_since: 'monday' }]);
    expect(cache.get(Other, 1)!.openSince).toBe('monday');
    expect(warn).not.toHaveBeenCalled();
  });

  it('causes the warning also if there is only one entity', () => {
    class Single extends Task {
      static override readonly key: string = 'SingleTask';
    }
    const warn = listenToWarnings();
    TestBed.inject(CacheService).set([Single], [{ id: 1, open_since: 'monday' }]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('W2 the warning of an unknown type', () => {
  it('names the attribute, the type and the known types, once per type', () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    const items = [{ kind: 'song', id: 1 }];
    for (let i = 0; i < 2; i++) {
      cache.set(new schema.Array({ user: User, admin: User }, 'kind'), items);
      cache.set(new schema.Array({ user: User }, () => 'film'), items);
    }
    const [byName, byFunction, ...more] = warn.calls.allArgs().map(([text]) => text as string);
    expect(byName).toContain(`the schema's attribute "kind", an item has the unknown type "song"`);
    expect(byName).toContain('The known types are user, admin.');
    expect(byFunction).toContain(`attribute function, an item has the unknown type "film"`);
    expect(more).toEqual([]);
  });
});
