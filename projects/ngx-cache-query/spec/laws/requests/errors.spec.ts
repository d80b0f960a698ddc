import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { EMPTY, NEVER, of } from 'rxjs';
import {
  CacheError,
  CacheErrorCode,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  infinite,
  join,
  limit,
  optimistic,
  paginated,
  provideCache,
  Query,
  reportProgress,
  RestEndpoint,
  restEndpoints,
  Scalar,
  schema,
  serial,
  view,
} from 'ngx-cache-query';
import { type CacheHandle, restoreSnapshot, withExtension } from 'ngx-cache-query/extensions';
import { thrownBy } from '../../support/error-log';
import { allUsers, Link, Todo, User } from '../../support/models';
import { RenderedPage } from '../../support/rendered';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

/** Parts of the message that describe what happened, where it happened, and the likely cause or a fix. */
interface Helpful {
  readonly name: keyof typeof CacheErrorCode;
  readonly run: () => unknown;
  readonly parts: readonly string[];
  readonly source?: string;
  readonly path?: string;
}

let cache: CacheService;
/** Subscribes to a query, and throws its error. */
const failing = (stream: ReturnType<CacheService['select']>) => {
  const [error] = watch(stream).errors;
  if (error !== undefined) throw error;
};
const endpointOf = (response: unknown, shape: object) =>
  new Endpoint({ name: 'GET /users', load: () => of(response), schema: shape as typeof User });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

class Checked extends Entity {
  readonly id: string = '';
  static override validate(): string | undefined {
    return 'the age is negative';
  }
}
class Dated extends Entity {
  readonly id: string = '';
  readonly due: Date | null = null;
  static override readonly schema = {
    due: (text: string): Date => {
      throw new Error(`no date: ${text}`);
    },
  };
}
class Loop extends Entity {
  readonly id: string = '';
  readonly self: Loop = Loop.fromJS({});
}
class Chained extends Entity {
  readonly id: string = '';
  readonly next: Chained | null = null;
  static override readonly schema: Record<string, never> = {};
}
Object.assign(Chained.schema, { next: Chained });
class OneWay extends Entity {
  readonly id: string = '';
  readonly owner: User | null = null;
  static override readonly key: string = 'ErrorsDocument';
  static override readonly schema = { owner: User };
}
class OtherWay extends Entity {
  readonly id: string = '';
  readonly owner: Todo | null = null;
  static override readonly key: string = 'ErrorsDocument';
  static override readonly schema = { owner: Todo };
}

const errors: readonly Helpful[] = [
  {
    name: 'WrongShape',
    run: () => failing(cache.fetch(endpointOf({ results: { id: 'a' } }, { results: [User] }))),
    parts: ['GET /users', 'at results', 'expected an array', 'an object with id', 'schema'],
    source: 'GET /users',
    path: 'results',
  },
  {
    name: 'UnparsedJson',
    run: () => failing(cache.fetch(endpointOf('[{"id":"a"}]', [User]))),
    parts: ['GET /users', 'expected an array', 'contains JSON', 'does not parse', 'encodes'],
    source: 'GET /users',
    path: '',
  },
  {
    name: 'NotAnEntity',
    run: () => cache.set([User], [{ id: 'a' }, 'b']),
    parts: ['set(', 'at [1]', 'User', 'the string "b"'],
    path: '[1]',
  },
  {
    name: 'MissingPk',
    run: () => failing(cache.fetch(endpointOf({ a: [{ uuid: 1, name: 'x' }] }, { a: [User] }))),
    parts: ['GET /users', 'at a[0]', 'User', 'uuid, name', 'pk()', 'undefined'],
    source: 'GET /users',
    path: 'a[0]',
  },
  {
    name: 'Invalid',
    run: () => cache.set(Checked, { id: '7' }),
    parts: ['set(Checked)', 'Checked 7', 'the age is negative'],
    source: 'set(Checked)',
    path: '',
  },
  {
    name: 'MissingAttribute',
    run: () => new (schema.All as new (mapping: never) => unknown)({ link: Link } as never),
    parts: ['schema.All', 'second argument', 'attribute'],
  },
  {
    name: 'SelfDefault',
    run: () => Loop.fromJS({}),
    parts: ['Loop', 'default', 'undefined or null'],
  },
  {
    name: 'TooDeep',
    run: () => {
      let row: object = { id: 'last' };
      for (let i = 0; i < 3_000; i++) row = { id: `${i}`, next: row };
      cache.set([Chained], [row]);
    },
    parts: ['set(', 'at [0].next', 'deep', 'flat list'],
  },
  {
    name: 'UndefinedSchema',
    run: () => cache.set([undefined], []),
    parts: ['set(', 'schema', 'undefined', 'circular import'],
  },
  {
    name: 'MissingNestKey',
    run: () => {
      class Board extends Entity {
        readonly id: string = '';
        readonly users: User[] = [];
        static override readonly schema = { users: new Collection([User]) };
      }
      cache.set(Board, { id: 'b', users: [] });
    },
    parts: ['set(Board)', 'at users', 'nestKey', 'parent.id'],
    source: 'set(Board)',
    path: 'users',
  },
  {
    name: 'MisplacedSchema',
    run: () => new Collection([{ user: User, note: '' }] as never as [typeof User]),
    parts: ['new Collection', 'a list of entities', '[Todo]', 'schema.Values'],
    source: 'new Collection(…)',
  },
  {
    name: 'Undeserializable',
    run: () => cache.set(Dated, { id: 'a', due: 'soon' }),
    parts: ['set(Dated)', 'Dated.due', 'Dated a', 'the string "soon"', 'no date', 'static process'],
    source: 'set(Dated)',
  },
  {
    name: 'MissingLens',
    run: () => {
      const lens = ({ locale }: { locale: string }) => locale;
      cache.set([new Scalar(User, { lens, fields: ['name'] })], [{ id: 'a', name: 'Ada' }]);
    },
    parts: ['set(schema)', 'at [0]', 'Scalar(User', 'no lens', 'scalar.at({ … })'],
    source: 'set(schema)',
    path: '[0]',
  },
  {
    name: 'EndlessCommits',
    run: () => {
      const write = (n: number) => cache.set(Todo, { id: 1, title: `${n}` });
      cache.select(Todo, 1).subscribe((todo) => todo && write(Number(todo.title) + 1));
      write(1);
    },
    parts: ['100 consecutive commits', 'subscriber', 'Query'],
  },
  {
    name: 'AsyncBatch',
    run: () => cache.batch(() => Promise.resolve()),
    parts: ['batch()', 'asynchronous', 'Nothing was written'],
  },
  {
    name: 'KeyConflict',
    run: () => (cache.set(OneWay, { id: 'a' }), cache.set(OtherWay, { id: 'a' })),
    parts: ['"ErrorsDocument"', '"owner"', 'OneWay', 'OtherWay', 'another key'],
  },
  {
    name: 'PkChanged',
    run: () => (cache.set(User, { id: 'a' }), cache.set(User, 'a', () => ({ id: 'b' }))),
    parts: ['set(User)', 'the key a', 'the key b', 'Delete'],
    source: 'set(User)',
  },
  {
    name: 'WriteInProcess',
    run: () => {
      cache.set([User], []);
      cache.get(new Query(allUsers, () => cache.set(User, { id: 'a' })));
    },
    parts: ['set(User)', 'inside process', 'subscriber'],
    source: 'set(User)',
  },
  {
    name: 'NotQueryable',
    run: () => cache.get(new schema.Array(User) as never as typeof allUsers),
    parts: ['Array', 'cannot be read', 'Query', 'Entity class'],
  },
  {
    name: 'OutsideOfCache',
    run: () => view(join<User, typeof User>(allUsers, 'id'))([]),
    parts: ['join()', 'outside of a cache', 'in a Query'],
  },
  {
    name: 'MisplacedView',
    run: () => new Query(allUsers, limit(1) as never),
    parts: ['new Query', 'expected a function', 'view(where(…))'],
    source: 'new Query',
  },
  {
    name: 'BeforeReset',
    run: () => {
      const users = new Served([User], { name: 'GET /users' });
      const seen = watch(cache.ensure(users.endpoint));
      cache.clear();
      users.respond([]);
      throw seen.errors[0];
    },
    parts: ['GET /users', 'reset()', 'not stored'],
    source: 'GET /users',
  },
  {
    name: 'Destroyed',
    run: () => {
      const parent = TestBed.inject(EnvironmentInjector);
      const injector = createEnvironmentInjector([provideCache()], parent);
      const ended = injector.get(CacheService);
      injector.destroy();
      ended.set(User, { id: 'a' });
    },
    parts: ['set(User)', 'destroyed', 'injector', 'outlive'],
    source: 'set(User)',
  },
  {
    name: 'NotWritable',
    run: () => cache.set('User' as never, { id: 'a' } as never),
    parts: ['set(', 'expected an Entity class'],
  },
  {
    name: 'NeverCreated',
    run: () => {
      const create = new Endpoint({
        name: 'create',
        load: () => NEVER,
        sideEffect: true,
        schema: User,
        optimistic: () => optimistic({ name: 'Ada' }),
      });
      const rename = new Endpoint({ load: (id: string) => of({ id }), sideEffect: true });
      const creating = cache.fetch(create).subscribe();
      const [{ id }] = cache.get(allUsers)!;
      const failed = cache.fetch(rename, id);
      let error: unknown;
      failed.subscribe({ error: (thrown: unknown) => (error = thrown) });
      creating.unsubscribe();
      throw error;
    },
    parts: ['temporary id', 'was not created', 'offer a retry'],
  },
  {
    name: 'Deleted',
    run: () => {
      const getOne = new Endpoint({ name: 'getOne', load: () => of({ id: 'a' }), schema: User });
      const remove = new Endpoint({
        load: () => of({ id: 'a' }),
        schema: new schema.Invalidate(User),
        sideEffect: true,
      });
      let error: unknown;
      cache.watch(getOne).subscribe((state) => (error = state.error));
      cache.fetch(remove).subscribe();
      throw error;
    },
    parts: ['was deleted'],
    source: 'getOne',
  },
  {
    name: 'NotSnapshot',
    run: () => {
      const handles: CacheHandle[] = [];
      createEnvironmentInjector(
        [provideCache(withExtension(() => ({ onInit: (handle) => void handles.push(handle) })))],
        TestBed.inject(EnvironmentInjector),
      ).get(CacheService);
      restoreSnapshot(handles[0]!, { version: 0 } as never);
    },
    parts: ['restoreSnapshot', 'version 3', 'Nothing was restored', 'Discard'],
  },
  {
    name: 'DeletedBefore',
    run: () => {
      const users = restEndpoints({ path: '/users/:id', schema: User, serial });
      const http = TestBed.inject(HttpTestingController);
      watch(cache.fetch(users.partialUpdate, { id: 'a' }, { name: 'Ada' }));
      const second = watch(cache.fetch(users.partialUpdate, { id: 'a' }, { name: 'Bea' }));
      watch(cache.fetch(users.delete, { id: 'a' }));
      http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
      http.expectOne('/users/a').flush(null);
      throw second.errors[0];
    },
    parts: ['PATCH /users/:id', 'was deleted before', 'not sent'],
    source: 'PATCH /users/:id',
  },
  {
    name: 'MissingParameter',
    run: () => failing(cache.fetch(getUser, {} as never)),
    parts: ['GET /users/:id', '"id"', 'missing', 'first argument'],
    source: 'GET /users/:id',
    path: 'id',
  },
  {
    name: 'UnsafeParameter',
    run: () => failing(cache.fetch(getUser, { id: '..' })),
    parts: ['GET /users/:id', '"id"', '".."', 'change the path'],
    source: 'GET /users/:id',
    path: 'id',
  },
  {
    name: 'RequestFailed',
    run: () => {
      const seen = watch(cache.fetch(getUser, { id: 5 }));
      const request = TestBed.inject(HttpTestingController).expectOne('/users/5');
      request.flush('gone', { status: 410, statusText: 'Gone' });
      throw seen.errors[0];
    },
    parts: ['GET /users/:id', 'status 410', '/users/5', 'cache is unchanged'],
    source: 'GET /users/:id',
  },
  {
    name: 'InvalidPath',
    run: () => new RestEndpoint({ path: 'https://api.example.com/users/:id' }),
    parts: ['GET https://api.example.com/users/:id', '"https://api.example.com"', 'urlPrefix'],
    source: 'GET https://api.example.com/users/:id',
  },
  {
    name: 'UnsendableParameter',
    run: () => {
      const findUsers = new RestEndpoint({ path: '/users', searchParams: {} as { since: Date } });
      failing(cache.fetch(findUsers, { since: new Date(NaN) }));
    },
    parts: ['GET /users', '"since"', 'an invalid Date', 'Pass a string'],
    source: 'GET /users',
    path: 'since',
  },
  {
    name: 'NoCollection',
    run: () => new RestEndpoint({ path: '/users', schema: [User] }).push,
    parts: ['GET /users', 'no Collection', 'new Collection([Todo])'],
    source: 'GET /users',
  },
  {
    name: 'NotPages',
    run: () => TestBed.runInInjectionContext(() => infinite(getUser as never)),
    parts: ['infinite(GET /users/:id)', 'pages', 'getList.getPage', 'paginated'],
    source: 'GET /users/:id',
  },
  {
    name: 'NoUploadProgress',
    run: () => {
      const upload = new RestEndpoint({
        path: '/photos',
        body: {} as FormData,
        progress: () => reportProgress({ onUpload: () => undefined }),
      });
      const { errors } = watch(cache.fetch(upload, new FormData()));
      const refused = Object.assign(new Error('no progress'), { code: 2824 });
      TestBed.inject(HttpTestingController)
        .expectOne('/photos')
        .error(refused as never);
      throw errors[0];
    },
    parts: ['POST /photos', 'onUpload in the progress option', 'provideHttpClient(withXhr())'],
    source: 'POST /photos',
  },
  {
    name: 'ServerTimeout',
    run: () => {
      const page = new RenderedPage();
      let error: unknown;
      page.render((rendered) => {
        rendered.fetch(getUser, { id: 1 }).subscribe({ error: (thrown) => (error = thrown) });
        page.clock.pass(10_000);
      });
      throw error;
    },
    parts: ['GET /users/:id', '10000 ms', 'The browser sends the request again'],
    source: 'GET /users/:id',
  },
  {
    name: 'UnknownNextPage',
    run: () => {
      const getList = new RestEndpoint({ path: '/users', schema: new Collection([User]) });
      const pages = paginated(getList, 'page');
      TestBed.runInInjectionContext(() => infinite(pages as never));
    },
    parts: ['infinite(GET /users)', 'after the parameter page: pageNumber()', 'the option next'],
    source: 'GET /users',
  },
  {
    name: 'NoResponse',
    run: () => {
      const getNothing = new Endpoint({ name: 'getNothing', load: () => EMPTY, schema: User });
      failing(cache.fetch(getNothing));
    },
    parts: ['getNothing', 'without a response', 'an interceptor or load returns EMPTY'],
    source: 'getNothing',
  },
];

describe('§5 every error', () => {
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideCache()],
    });
    cache = TestBed.inject(CacheService);
  });

  for (const { name, run, parts, source, path } of errors) {
    const code = CacheErrorCode[name];
    it(`${code} ${name} says what happened, where, and what to do`, () => {
      const error = thrownBy(run);
      expect(error.code).toBe(code);
      for (const part of parts) expect(error.message).toContain(part);
      expect(error.message).toContain(`${code}: `);
      expect(error.message).toContain(`docs/errors.md#${code.toLowerCase()})`);
      if (source !== undefined) expect(error.source).toBe(source);
      if (path !== undefined) expect(error.path).toBe(path);
      expect(error).toBeInstanceOf(Error);
      expect(['CacheError', 'RestError']).toContain(error.name);
    });
  }

  it('has a spec here', () => {
    expect(errors.map(({ name }) => CacheErrorCode[name])).toEqual(Object.values(CacheErrorCode));
  });

  it('has a number of its own, in the range of its layer', () => {
    const codes = Object.values(CacheErrorCode);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^NCQ[1-5]0\d\d$/);
  });

  it('keeps what was thrown underneath, and its code without a message', () => {
    const cause = new Error('underneath');
    const error = new CacheError('NCQ1004', false, { cause, source: 'GET /x', path: 'a[0]' });
    expect([error.message, error.cause, error.source, error.path]).toEqual([
      'NCQ1004 GET /x',
      cause,
      'GET /x',
      'a[0]',
    ]);
    expect('cause' in new CacheError('NCQ1004', 'x')).toBeFalse();
  });

  it('about an invalid write names the method', () => {
    const wrong: [string, () => void][] = [
      ['delete', () => cache.delete(User, undefined as never)],
      ['delete', () => cache.delete('User' as never, 'a' as never)],
      ['reset', () => cache.reset('User' as never)],
      ['set(User)', () => cache.set(User, '' as never, () => ({}))],
    ];
    for (const [method, run] of wrong) {
      const error = thrownBy(run);
      expect([error.code, error.message.includes(method)])
        .withContext(method)
        .toEqual(['NCQ4003', true]);
    }
  });

  it('about a value that is no schema is NCQ4003', () => {
    for (const wrong of [undefined, 5, 'User', new Query(allUsers), new Date()]) {
      expect(thrownBy(() => cache.set(wrong as never, {} as never)).code).toBe('NCQ4003');
    }
  });

  it('about an invalid read has the same code for select, get and signals', () => {
    for (const wrong of [undefined, null, 5, 'User', [User], new schema.Values(User), () => 1]) {
      const read = () => cache.get(wrong as never as typeof allUsers);
      expect(thrownBy(read).code)
        .withContext(typeof wrong)
        .toBe('NCQ3002');
      const [error] = watch(cache.select(wrong as never as typeof allUsers)).errors;
      expect((error as CacheError).code)
        .withContext(typeof wrong)
        .toBe('NCQ3002');
      const signal = TestBed.runInInjectionContext(() =>
        cache.selectSignal(wrong as never as typeof allUsers),
      );
      expect(thrownBy(signal).code)
        .withContext(typeof wrong)
        .toBe('NCQ3002');
    }
  });
});
