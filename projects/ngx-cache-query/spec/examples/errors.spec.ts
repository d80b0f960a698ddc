// The examples in docs/errors. Each error page shows the regions for its code, and the message that they cause.
import {
  type HttpInterceptorFn,
  provideHttpClient,
  withInterceptors,
  withXhr,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { createEnvironmentInjector, EnvironmentInjector, ErrorHandler } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheError,
  CacheErrorCode,
  CacheService,
  Collection,
  countRows,
  cursorIn,
  Entity,
  infinite,
  join,
  optimistic,
  pageNumber,
  paginated,
  provideCache,
  Query,
  reportProgress,
  RestEndpoint,
  restEndpoints,
  RestError,
  Scalar,
  schema,
  serial,
  typed,
  view,
} from 'ngx-cache-query';
import {
  type CacheExtension,
  isSnapshot,
  restoreSnapshot,
  type StoreSnapshot,
  withExtension,
} from 'ngx-cache-query/extensions';
import { EMPTY, map, Subject, throwError } from 'rxjs';
import { RenderedPage } from '../support/rendered';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly owner: User = User.fromJS({});
  static override readonly schema = { owner: User };
}
class Link extends Entity {
  readonly id: number = 0;
  readonly url: string = '';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
}

describe('the example of error', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  let reported: unknown[];
  const report = (error: unknown): void => void reported.push(error);

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    reported = [];
  });

  /** Runs code that throws an error, and reports the error. */
  const attempt = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      report(error);
    }
  };
  const expectMessage = (message: string) =>
    expect(reported.map((error) => (error as Error).message)).toEqual([message]);

  it('NCQ1001', () => {
    // #region NCQ1001
    // The server sends { "users": [{ "id": 1, "name": "Ada" }] }.
    const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
    cache.fetch(getUsers).subscribe({ error: report });

    // Instead, describe the response:
    const getUserPage = new RestEndpoint({ path: '/users', schema: { users: [User] } });
    cache.fetch(getUserPage).subscribe(({ users }) => console.log(users.length));
    // #endregion
    const log = spyOn(console, 'log');
    for (const request of http.match('/users')) request.flush({ users: [{ id: 1, name: 'Ada' }] });
    expectMessage(
      'NCQ1001: GET /users: expected an array, found an object with users. Check that the schema describes the response as the server sends it. (node_modules/ngx-cache-query/docs/errors/NCQ1001.md)',
    );
    expect(log.calls.allArgs()).toEqual([[1]]);
  });

  it('NCQ1002', () => {
    const messages$ = new Subject<string>();
    // #region NCQ1002
    // Each message is a string: '{ "id": 1, "title": "Buy milk" }'.
    cache.connect(messages$, Todo, { onError: report });

    // Instead, parse it first:
    cache.connect(messages$.pipe(map((text): unknown => JSON.parse(text))), Todo);
    // #endregion
    messages$.next('{ "id": 1, "title": "Buy milk" }');
    expectMessage(
      'NCQ1002: connect(Todo): expected an object with the fields of Todo, found a string that contains JSON. The cache does not parse strings. Parse the string before you pass it to the cache, or fix the server if it encodes the data twice. (node_modules/ngx-cache-query/docs/errors/NCQ1002.md)',
    );
    expect(cache.get(Todo, 1)?.title).toBe('Buy milk');
  });

  it('NCQ1003', () => {
    attempt(() => {
      // #region NCQ1003
      // The server sends { "members": [1, 2] }: keys, where the schema describes entities.
      cache.set({ members: [User] }, { members: [1, 2] });
      // #endregion
    });
    // #region NCQ1003-instead
    // In a field of an entity, a key is enough:
    class Team extends Entity {
      readonly id: string = '';
      readonly members: readonly User[] = [];
      static override readonly schema = { members: [User] };
    }
    cache.set(Team, { id: 'blue', members: [1, 2] });
    // #endregion
    expectMessage(
      'NCQ1003: set(schema): at members[0]: expected an object with the fields of User, found the number 1. A key can stand for an entity only in a field of another entity. Send the entity itself, or describe the value without an Entity class. (node_modules/ngx-cache-query/docs/errors/NCQ1003.md)',
    );
    cache.set(User, { id: 2, name: 'Ada' });
    expect(cache.get(Team, 'blue')?.members.map((user) => user.name)).toEqual(['Ada']);
  });

  it('NCQ1004', () => {
    // #region NCQ1004
    class Country extends Entity {
      readonly code: string = '';
      readonly name: string = '';
    }
    const getCountries = new RestEndpoint({ path: '/countries', schema: [Country] });
    cache.fetch(getCountries).subscribe({ error: report });

    // Instead, define which field is the key:
    class CountryByCode extends Entity {
      readonly code: string = '';
      readonly name: string = '';
      override pk() {
        return this.code;
      }
    }
    // #endregion
    http.expectOne('/countries').flush([{ code: 'tr', name: 'Türkiye' }]);
    expectMessage(
      'NCQ1004: GET /countries: at [0]: Country has no primary key: pk() returned undefined for a row with the fields code, name. If the key has another name, override pk() in Country, or add the key in static process. (node_modules/ngx-cache-query/docs/errors/NCQ1004.md)',
    );
    cache.set(CountryByCode, { code: 'tr' });
    expect(cache.get(CountryByCode, 'tr')?.code).toBe('tr');
  });

  it('NCQ1005', () => {
    attempt(() => {
      // #region NCQ1005
      class Price extends Entity {
        readonly id: number = 0;
        readonly cents: number = 0;
        static override validate({ cents }: { readonly cents?: unknown }) {
          return typeof cents === 'number' ? undefined : 'cents is not a number';
        }
      }
      cache.set([Price], [{ id: 5, cents: '12.50' }]);
      // #endregion
    });
    expectMessage(
      'NCQ1005: set(schema): at [0]: nothing was stored, because static validate rejected Price 5: cents is not a number (node_modules/ngx-cache-query/docs/errors/NCQ1005.md)',
    );
  });

  it('NCQ1006', () => {
    attempt(() => {
      // #region NCQ1006
      // @ts-expect-error does not compile either
      const feed = new schema.All({ link: Link, post: Post });
      // #endregion
      expect(feed).toBeUndefined();
    });
    // #region NCQ1006-instead
    const feed = new schema.All({ link: Link, post: Post }, 'type');
    // #endregion
    expectMessage(
      'NCQ1006: new schema.All({ … }) maps several types and needs a second argument: the name of the attribute that distinguishes them, or a function that returns a key of the mapping. (node_modules/ngx-cache-query/docs/errors/NCQ1006.md)',
    );
    expect(feed.types).toEqual([Link, Post]);
    reported = [];
    attempt(() => {
      // #region NCQ1006-array
      const getItems = new RestEndpoint({ path: '/items', schema: [Link, Post] }); // Which item is a Link, and which is a Post?
      cache.fetch(getItems).subscribe({ error: report });
      // #endregion
    });
    // #region NCQ1006-array-instead
    const items = new schema.Array({ link: Link, post: Post }, 'type');
    // #endregion
    http.expectOne('/items').flush([{ id: 1, type: 'link' }]);
    expectMessage(
      "NCQ1006: GET /items: an array of 2 schemas does not define which item has which type. Name the attribute of the items that defines their type: new schema.Array({ link: Link, post: Post }, 'type'). (node_modules/ngx-cache-query/docs/errors/NCQ1006.md)",
    );
    cache.set(items, [{ id: 1, type: 'link' }]);
    expect(cache.get(Link, 1)?.id).toBe(1);
  });

  it('NCQ1007', () => {
    attempt(() => {
      // #region NCQ1007
      class Person extends Entity {
        readonly id: number = 0;
        readonly friend: Person = Person.fromJS({}); // its friend is a Person, whose friend is a Person, and so on
        static override readonly schema = { friend: Person };
      }
      cache.set(Person, { id: 1 });
      cache.get(Person, 1);
      // #endregion
    });
    attempt(() => {
      // #region NCQ1007-instead
      class Person extends Entity {
        readonly id: number = 0;
        readonly friend: Person | undefined = undefined;
        static override readonly schema = { friend: Person };
      }
      // #endregion
      cache.set(Person, { id: 1, friend: 1 });
      expect(cache.get(Person, 1)?.friend?.id).toBe(1);
    });
    expectMessage(
      'NCQ1007: the default instance of Person contains a default Person, which contains another one, and so on. Use undefined or null as the default value of the field that references Person. (node_modules/ngx-cache-query/docs/errors/NCQ1007.md)',
    );
  });

  it('NCQ1008', () => {
    // #region NCQ1008
    class Step extends Entity {
      readonly id: number = 0;
      readonly next: Step | undefined = undefined;
      static override readonly schema = { next: Step };
    }
    let first = {};
    for (let id = 2_000; id > 0; id--) first = { id, next: first };
    // #endregion
    attempt(() => {
      // #region NCQ1008-write
      cache.set(Step, first);
      // #endregion
    });
    // #region NCQ1008-instead
    const steps = Array.from({ length: 2_000 }, (_, id) => ({ id, next: id + 1 }));
    cache.set([Step], steps);
    // #endregion
    expectMessage(
      'NCQ1008: set(Step): at next.next.next.next.next.next: entities are nested more than a thousand levels deep. Send them as a flat list, in which they reference each other by key. (node_modules/ngx-cache-query/docs/errors/NCQ1008.md)',
    );
    expect(cache.get(Step, 0)?.next?.next?.id).toBe(2);
  });

  it('NCQ1008 of data without a schema', () => {
    // #region NCQ1008-data
    interface Folder {
      readonly name: string;
      readonly parent?: Folder;
      readonly folders: Folder[];
    }
    class Drive extends Entity {
      readonly id: number = 0;
      readonly root: Folder = { name: '/', folders: [] };
    }
    const root: Folder = { name: '/', folders: [] };
    root.folders.push({ name: 'home', parent: root, folders: [] }); // references the object that contains it
    // #endregion
    attempt(() => {
      // #region NCQ1008-data-write
      cache.set(Drive, { id: 1, root });
      // #endregion
    });
    expectMessage(
      'NCQ1008: set(Drive): at root: this data is nested more than 500 levels deep, or contains itself. Keep the data flat, and store the key of a parent object instead of a reference to it. (node_modules/ngx-cache-query/docs/errors/NCQ1008.md)',
    );
    expect(cache.get(Drive, 1)).toBeUndefined();
  });

  it('NCQ1009', () => {
    const Missing = undefined as never as typeof User; // a class from a module that imports this module
    attempt(() => {
      const Author = Missing;
      // #region NCQ1009
      // book.ts imports author.ts, which imports book.ts: Author is not defined yet.
      class Book extends Entity {
        readonly id: number = 0;
        readonly author: User | undefined = undefined;
        static override readonly schema = { author: Author };
      }
      cache.set(Book, { id: 1 });
      // #endregion
    });
    attempt(() => {
      const Author = User;
      // #region NCQ1009-instead
      class Book extends Entity {
        readonly id: number = 0;
        readonly author: User | undefined = undefined;
        static override get schema() {
          return { author: Author }; // read when the class is used for the first time
        }
      }
      // #endregion
      cache.set(Book, { id: 1, author: { id: 5, name: 'Ada' } });
      expect(cache.get(Book, 1)?.author?.name).toBe('Ada');
    });
    expectMessage(
      'NCQ1009: schema.author of Book is undefined, most likely because of a circular import. Use `static override get schema()`, which is read when the class is first used. (node_modules/ngx-cache-query/docs/errors/NCQ1009.md)',
    );
  });

  it('NCQ1010', () => {
    attempt(() => {
      // #region NCQ1010
      class Team extends Entity {
        readonly id: number = 0;
        readonly members: User[] = [];
        static override readonly schema = { members: new Collection([User]) };
      }
      cache.set(Team, { id: 1, members: [{ id: 5 }] });
      // #endregion
    });
    // #region NCQ1010-instead
    const members = new Collection([User], {
      nestKey: (team: { id: number }) => ({ team: team.id }), // the list of this team
    });
    // #endregion
    expect(members.push).toBeDefined();
    expectMessage(
      'NCQ1010: set(Team): at members: a Collection that is nested in an entity, in an array or in schema.Values needs the nestKey option. nestKey is a function that returns the arguments that identify the list: nestKey: (parent, key) => ({ userId: parent.id }). (node_modules/ngx-cache-query/docs/errors/NCQ1010.md)',
    );
  });

  it('NCQ1011', () => {
    attempt(() => {
      // #region NCQ1011
      // The server sends [{ "note": "first", "todo": { "id": 1, … } }].
      // @ts-expect-error does not compile either
      const pins = new Collection([{ note: '', todo: Todo }]);
      // #endregion
      expect(pins).toBeUndefined();
    });
    // #region NCQ1011-instead
    // An object with a note is an entity of its own, which references the todo:
    class Pin extends Entity {
      readonly id: number = 0;
      readonly note: string = '';
      readonly todo: Todo | undefined = undefined;
      static override readonly schema = { todo: Todo };
      static override process(pin: Readonly<Record<string, unknown>>) {
        return { ...pin, id: (pin['todo'] as Todo).id };
      }
    }
    const pinList = new Collection([Pin]);
    // #endregion
    expectMessage(
      'NCQ1011: new Collection(…) needs a list of entities: [Todo], new schema.Array(Todo) or new schema.Values(Todo), with one or several classes. The cache adds and removes items by their keys, which only entities have. (node_modules/ngx-cache-query/docs/errors/NCQ1011.md)',
    );
    cache.set({ pins: pinList }, { pins: [{ note: 'first', todo: { id: 1, title: 'Tea' } }] });
    expect(cache.get(Pin, 1)?.todo?.title).toBe('Tea');
  });

  it('NCQ1012', () => {
    const isoDate = (text: string): Date => {
      const date = new Date(text);
      if (Number.isNaN(date.getTime())) throw new Error(`no date: ${text}`);
      return date;
    };
    // #region NCQ1012
    class Issue extends Entity {
      readonly id: number = 0;
      readonly due: Date | null = null;
      static override readonly schema = { due: isoDate }; // throws for an invalid date
    }
    const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });
    cache.fetch(getIssues).subscribe({ error: report });
    // #endregion
    http.expectOne('/issues').flush([
      { id: 1, due: '2026-01-01' },
      { id: 2, due: 'soon' },
    ]);
    expect((reported[0] as CacheError).cause).toEqual(new Error('no date: soon'));
    expectMessage(
      'NCQ1012: GET /issues: the deserializer of Issue.due threw an error for Issue 2 when it received the string "soon": Error: no date: soon. Nothing was stored. Correct the value on the server or in static process, or change the deserializer so that it accepts the value. (node_modules/ngx-cache-query/docs/errors/NCQ1012.md)',
    );
    // #region NCQ1012-instead
    const dateOrNull = (text: string): Date | null => {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? null : date;
    };
    // #endregion
    expect(dateOrNull('soon')).toBeNull();
  });

  it('NCQ1013', () => {
    // #region NCQ1013
    const userIn = new Scalar(User, {
      lens: ({ locale }: { locale: string }) => locale,
      fields: ['name'],
    });
    // #endregion
    attempt(() => {
      // #region NCQ1013-write
      cache.set([userIn.columns], [{ id: 5, name: 'Ada' }]); // For which locale?
      // #endregion
    });
    // #region NCQ1013-instead
    cache.set([userIn.at({ locale: 'en' }).columns], [{ id: 5, name: 'Ada' }]);
    // #endregion
    expectMessage(
      'NCQ1013: set(schema): at [0]: the values of Scalar(User, …) have no lens: the lens function returned undefined for an object with no fields. When you request the values, pass the argument that the lens function reads. For set and connect, name the lens in the schema: scalar.at({ … }). (node_modules/ngx-cache-query/docs/errors/NCQ1013.md)',
    );
  });

  it('NCQ2001', () => {
    const user$ = cache.select(User, 1);
    attempt(() => {
      // #region NCQ2001
      user$.subscribe((user) => {
        if (user) cache.set(User, { id: 1, name: `${user.name}!` }); // This emits, which writes again, and so on.
      });
      cache.set(User, { id: 1, name: 'Ada' });
      // #endregion
    });
    expectMessage(
      'NCQ2001: 100 consecutive commits each caused another write. To prevent an endless loop, the cache did not notify subscribers of the last one. The likely cause is a subscriber that writes to the data it subscribes to. Write only if the value differs from the stored value, or compute the value with a Query. (node_modules/ngx-cache-query/docs/errors/NCQ2001.md)',
    );
  });

  it('NCQ2002', () => {
    const load = () => Promise.resolve({ id: 1, name: 'Ada' });
    attempt(() => {
      // #region NCQ2002
      cache.batch(async () => {
        cache.set(User, await load());
      });
      // #endregion
    });
    // #region NCQ2002-instead
    const update = async () => {
      const user = await load();
      cache.batch(() => {
        cache.set(User, user);
        cache.set(Todo, { id: 1, owner: user.id });
      });
    };
    // #endregion
    expectMessage(
      'NCQ2002: batch() received an asynchronous function. Writes after the first await would not be part of the batch. Nothing was written. Wait for the data first, then call batch(). (node_modules/ngx-cache-query/docs/errors/NCQ2002.md)',
    );
    return update().then(() => expect(cache.get(Todo, 1)?.owner.name).toBe('Ada'));
  });

  it('NCQ2003', () => {
    attempt(() => {
      // #region NCQ2003
      class Summary extends Entity {
        readonly id: number = 0;
        readonly author: User | undefined = undefined;
        static override readonly key: string = 'Article';
        static override readonly schema = { author: User };
      }
      class Detail extends Entity {
        readonly id: number = 0;
        readonly author: Post | undefined = undefined;
        static override readonly key: string = 'Article';
        static override readonly schema = { author: Post }; // a User in the summary
      }
      cache.set(Summary, { id: 1, author: 5 });
      cache.set(Detail, { id: 1, author: 5 });
      // #endregion
    });
    expectMessage(
      'NCQ2003: the entity classes Summary and Detail share the key "Article", but have different schemas for "author". Classes that share a key must use equal schemas for the same relation. Use the same schema in both classes, or give one class another key. (node_modules/ngx-cache-query/docs/errors/NCQ2003.md)',
    );
  });

  it('NCQ2004', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    attempt(() => {
      // #region NCQ2004
      cache.set(User, 1, (user) => ({ ...user, id: 2 }));
      // #endregion
    });
    // #region NCQ2004-instead
    const user = cache.get(User, 1);
    cache.batch(() => {
      cache.delete(User, 1);
      cache.set(User, { ...user, id: 2 });
    });
    // #endregion
    expectMessage(
      'NCQ2004: set(User): the updater for the key 1 returned fields with the key 2. The key of an entity cannot change. Delete the old entity, and write the new one. (node_modules/ngx-cache-query/docs/errors/NCQ2004.md)',
    );
    expect(cache.get(new schema.All(User))?.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '2 Ada',
    ]);
  });

  it('NCQ3001', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    // #region NCQ3001
    const firstUser = new Query(new schema.All(User), (users) => {
      cache.set(Link, { id: 1, url: '/users' }); // a write
      return users.at(0);
    });
    cache.select(firstUser).subscribe({ error: report });
    // #endregion
    expectMessage(
      'NCQ3001: set(Link) was called inside process, or inside an updater or a static method such as merge. These functions may only compute a value. Write to the cache where the data arrives, or in a subscriber. To combine several writes in one commit, use batch(). (node_modules/ngx-cache-query/docs/errors/NCQ3001.md)',
    );
  });

  it('NCQ3001 in an updater', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    attempt(() => {
      // #region NCQ3001-updater
      cache.set(User, 1, (user) => {
        cache.set(Link, { id: 1, url: `/users/${user.id}` }); // a write inside a write
        return { name: `${user.name}!` };
      });
      // #endregion
    });
    // #region NCQ3001-instead
    cache.batch(() => {
      cache.set(Link, { id: 1, url: '/users/1' });
      cache.set(User, 1, (user) => ({ name: `${user.name}!` }));
    });
    // #endregion
    expectMessage(
      'NCQ3001: set(Link) was called inside process, or inside an updater or a static method such as merge. These functions may only compute a value. Write to the cache where the data arrives, or in a subscriber. To combine several writes in one commit, use batch(). (node_modules/ngx-cache-query/docs/errors/NCQ3001.md)',
    );
    expect(cache.get(User, 1)?.name).toBe('Ada!');
  });

  it('NCQ3002', () => {
    // #region NCQ3002
    // @ts-expect-error does not compile either: [User] describes a response
    cache.select([User]).subscribe({ error: report });

    // Instead, select all users in the cache:
    cache.select(new schema.All(User)).subscribe();
    // #endregion
    expectMessage(
      'NCQ3002: an array cannot be read. Expected a Query, schema.All, schema.Union, schema.Lazy, a Collection, a Scalar, an Entity class, an endpoint, or an object that contains these. (node_modules/ngx-cache-query/docs/errors/NCQ3002.md)',
    );
  });

  it('NCQ3003', () => {
    // #region NCQ3003
    const withUser = view(join<User, typeof User>(new schema.All(User), 'id'));
    try {
      withUser([]);
    } catch (error) {
      report(error);
    }

    // Instead, use the view in a Query:
    cache.select(new Query(new schema.All(User), withUser)).subscribe();
    // #endregion
    expectMessage(
      'NCQ3003: a view with join() was called outside of a cache, so it has no data to join. Use the view in a Query, and read the Query with select or get. (node_modules/ngx-cache-query/docs/errors/NCQ3003.md)',
    );
  });

  it('NCQ3004', () => {
    attempt(() => {
      // #region NCQ3004
      // @ts-expect-error one user is not a list
      const count = new Query(User, view(countRows()));
      cache.set(User, { id: 1 });
      cache.get(count, 1);
      // #endregion
    });
    expectMessage(
      'NCQ3004: a view received something other than a list. Use the view in a Query that reads a list: schema.All, a Collection, or an endpoint that returns a list. (node_modules/ngx-cache-query/docs/errors/NCQ3004.md)',
    );
    // #region NCQ3004-instead
    const count = new Query(new schema.All(User), view(countRows()));
    // #endregion
    expect(cache.get(count)).toBe(1);
  });

  it('NCQ4001', () => {
    // #region NCQ4001
    const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
    cache.ensure(getUsers).subscribe({ error: report });
    cache.clear(); // the user signs out before the response arrives
    // #endregion
    expect(http.expectOne('/users').cancelled).toBeTrue();
    expectMessage(
      'NCQ4001: GET /users: reset() or clear() was called before the response arrived, so the response was not stored. If you still need the data, fetch it again. (node_modules/ngx-cache-query/docs/errors/NCQ4001.md)',
    );
    expect(cache.get(new schema.All(User))).toBeUndefined();
  });

  it('NCQ4002', () => {
    const routeInjector = createEnvironmentInjector(
      [provideCache()],
      TestBed.inject(EnvironmentInjector),
    );
    const routeCache = routeInjector.get(CacheService);
    attempt(() => {
      // #region NCQ4002
      // routeCache is the cache of a route, whose providers contain provideCache().
      routeInjector.destroy(); // the user leaves the route
      routeCache.set(User, { id: 1, name: 'Ada' });
      // #endregion
    });
    expectMessage(
      'NCQ4002: set(User): the cache was destroyed with its injector. The caller must not outlive the route or the test that the cache belongs to. Stop the caller, for example with takeUntilDestroyed(), or use the cache of the application. (node_modules/ngx-cache-query/docs/errors/NCQ4002.md)',
    );
  });

  it('NCQ4003', () => {
    const form = { id: '' };
    attempt(() => {
      // #region NCQ4003
      cache.delete(User, form.id); // '' is not a key
      // #endregion
    });
    expectMessage(
      'NCQ4003: delete(User): expected a key, or a function that tests entities, found the string "". Skip the call until the key is known. (node_modules/ngx-cache-query/docs/errors/NCQ4003.md)',
    );
    reported = [];
    attempt(() => {
      // #region NCQ4003-option
      // @ts-expect-error does not compile either
      const vote = new RestEndpoint({ path: '/votes', method: 'POST', optimistic: true });
      // #endregion
      expect(vote).toBeUndefined();
    });
    // #region NCQ4003-option-instead
    const vote = new RestEndpoint({ path: '/votes', method: 'POST', optimistic });
    // #endregion
    expectMessage(
      'NCQ4003: POST /votes: optimistic: expected optimistic, or a function that returns optimistic(…), of ngx-cache-query, found the boolean true. (node_modules/ngx-cache-query/docs/errors/NCQ4003.md)',
    );
    expect(vote.name).toBe('POST /votes');
  });

  it('NCQ4004', () => {
    const tryAgain = () => undefined;
    // #region NCQ4004
    const createUser = new RestEndpoint({
      path: '/users',
      body: typed<{ name: string }>(),
      schema: User,
      optimistic,
    });
    const renameUser = new RestEndpoint({
      path: '/users/:id',
      method: 'PATCH',
      body: typed<{ name: string }>(),
      schema: User,
    });
    cache.fetch(createUser, { name: 'Ada' }).subscribe({ error: tryAgain });
    const user = cache.get(new schema.All(User))!.at(-1)!; // is shown with a temporary id
    cache.fetch(renameUser, { id: user.id }, { name: 'Bea' }).subscribe({ error: report }); // waits
    // #endregion
    http.expectOne('/users').flush('no', { status: 500, statusText: 'Broken' });
    expectMessage(
      'NCQ4004: the entity with this temporary id was not created, because the request to create it failed or was aborted. Other requests for this entity cannot be sent. Tell the user that the entity was not created, and offer a retry. (node_modules/ngx-cache-query/docs/errors/NCQ4004.md)',
    );
  });

  it('NCQ4005', () => {
    // #region NCQ4005
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const deleteUser = new RestEndpoint({
      path: '/users/:id',
      method: 'DELETE',
      schema: new schema.Invalidate(User),
    });
    cache.watch(getUser, { id: 5 }).subscribe(({ error }) => {
      if (error?.status === 404) report(error); // there is no such user, or the user was deleted
    });
    // #endregion
    http.expectOne('/users/5').flush({ id: 5 });
    cache.fetch(deleteUser, { id: 5 }).subscribe();
    http.expectOne('/users/5').flush(null);
    expectMessage(
      'NCQ4005: GET /users/:id: the entity in the response was deleted. (node_modules/ngx-cache-query/docs/errors/NCQ4005.md)',
    );
  });

  it('NCQ4007', () => {
    cache.set(User, { id: 5 });
    // #region NCQ4007
    const users = restEndpoints({ path: '/users/:id', schema: User, serial });
    cache.fetch(users.partialUpdate, { id: 5 }, { name: 'Ada' }).subscribe(); // is sent
    cache.fetch(users.partialUpdate, { id: 5 }, { name: 'Bea' }).subscribe({ error: report }); // waits
    cache.fetch(users.delete, { id: 5 }).subscribe(); // is sent before the second change
    // #endregion
    http.expectOne('/users/5').flush({ id: 5, name: 'Ada' });
    http.expectOne('/users/5').flush(null);
    expectMessage(
      'NCQ4007: PATCH /users/:id: the entity was deleted before this change was sent, so it was not sent. (node_modules/ngx-cache-query/docs/errors/NCQ4007.md)',
    );
  });

  it('NCQ5001', () => {
    const selected: { id?: number } = {};
    // #region NCQ5001
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    cache.fetch(getUser, { id: selected.id! }).subscribe({ error: report }); // "!" hides that the id may be undefined

    // Instead, fetch when the id is known:
    if (selected.id !== undefined) cache.fetch(getUser, { id: selected.id }).subscribe();
    // #endregion
    expectMessage(
      'NCQ5001: GET /users/:id: the path parameter "id" is missing. Pass it in the first argument: fetch(endpoint, { id: … }). While the value is not known, write watch(endpoint, null). In the function that you pass to resource, return undefined. (node_modules/ngx-cache-query/docs/errors/NCQ5001.md)',
    );
  });

  it('NCQ5002', () => {
    // #region NCQ5002
    const getFile = new RestEndpoint({ path: '/files/:name' });
    cache.fetch(getFile, { name: '..' }).subscribe({ error: report }); // would request "/"
    // #endregion
    expectMessage(
      'NCQ5002: GET /files/:name: the path parameter "name" is "." or "..". Such a value would change the path, even in encoded form. Check where the value comes from. (node_modules/ngx-cache-query/docs/errors/NCQ5002.md)',
    );
  });

  it('NCQ5003', () => {
    const fieldErrors: unknown[] = [];
    const show = (errors: unknown): void => void fieldErrors.push(errors);
    // #region NCQ5003
    const createUser = new RestEndpoint({
      path: '/users',
      method: 'POST',
      body: typed<{ name: string }>(),
      schema: User,
    });
    cache.fetch(createUser, { name: '' }).subscribe({
      error: (error: unknown) => {
        if (error instanceof RestError && error.status === 422) show(error.body);
        report(error);
      },
    });
    // #endregion
    http
      .expectOne('/users')
      .flush({ name: 'is empty' }, { status: 422, statusText: 'Unprocessable Content' });
    expectMessage(
      'NCQ5003: POST /users: status 422 from /users. The cache is unchanged. (node_modules/ngx-cache-query/docs/errors/NCQ5003.md)',
    );
    expect(fieldErrors).toEqual([{ name: 'is empty' }]);
  });

  it('NCQ5004', () => {
    attempt(() => {
      // #region NCQ5004
      const getUser = new RestEndpoint({ path: 'https://api.example.com/users/:id', schema: User });
      // #endregion
      expect(getUser).toBeUndefined();
    });
    // #region NCQ5004-instead
    const getUser = new RestEndpoint({
      urlPrefix: 'https://api.example.com',
      path: '/users/:id',
      schema: User,
    });
    const findUsers = new RestEndpoint({
      path: '/users', // not '/users?active=true'
      searchParams: typed<{ active?: boolean }>(),
      schema: [User],
    });
    cache.fetch(findUsers, { active: true }).subscribe(); // GET /users?active=true
    // #endregion
    cache.fetch(getUser, { id: 5 }).subscribe();
    http.expectOne('https://api.example.com/users/5').flush({ id: 5 });
    http.expectOne('/users?active=true').flush([]);
    expectMessage(
      'NCQ5004: GET https://api.example.com/users/:id: this path cannot be used: "https://api.example.com" belongs in urlPrefix. Set this option on the endpoint, or use withRest to set it for all endpoints. (node_modules/ngx-cache-query/docs/errors/NCQ5004.md)',
    );
  });
  it('NCQ5005', () => {
    // #region NCQ5005
    const usersSince = new RestEndpoint({
      path: '/users',
      searchParams: typed<{ since?: Date }>(),
      schema: [User],
    });
    cache.fetch(usersSince, { since: new Date('yesterday') }).subscribe({ error: report });
    // #endregion
    expectMessage(
      'NCQ5005: GET /users: the search parameter "since" is an invalid Date, which cannot be sent. Pass a string, a number, a boolean, a valid Date, plain data, or an array of these. (node_modules/ngx-cache-query/docs/errors/NCQ5005.md)',
    );
  });

  it('NCQ5006', () => {
    attempt(() => {
      // #region NCQ5006
      const getUsers = new RestEndpoint({ path: '/users', schema: [User] }); // an array, and not a Collection
      cache.fetch(getUsers.push, { name: 'Ada' }).subscribe();
      // #endregion
    });
    // #region NCQ5006-instead
    const getUsers = new RestEndpoint({ path: '/users', schema: new Collection([User]) });
    // #endregion
    expect(getUsers.push.name).toBe('POST /users');
    expectMessage(
      'NCQ5006: GET /users: the schema contains no Collection, so there is no list to add entities to. Use schema: new Collection([Todo]), or an object with a Collection in a field. (node_modules/ngx-cache-query/docs/errors/NCQ5006.md)',
    );
  });

  it('NCQ5007', () => {
    const injector = TestBed.inject(EnvironmentInjector);
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: new Collection([Post]),
    });
    attempt(() => {
      // #region NCQ5007
      // @ts-expect-error the endpoint of a list has no pages
      infinite(getActivity, () => [], { injector });
      // #endregion
    });
    // #region NCQ5007-instead
    const activity = infinite(paginated(getActivity, 'page', pageNumber()), () => [], { injector });
    // #endregion
    expect(activity.items()).toBeUndefined();
    TestBed.tick();
    http.expectOne('/activity').flush([]);
    expectMessage(
      'NCQ5007: infinite(GET /activity): expected an endpoint that loads the pages of a list, found an endpoint without pages. Pass getList.getPage, or paginated(endpoint, …). (node_modules/ngx-cache-query/docs/errors/NCQ5007.md)',
    );
  });

  it('NCQ5008', async () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const injector = createEnvironmentInjector([provideHttpClient(), provideCache()], parent);
    const cache = injector.get(CacheService);
    const form = new FormData();
    await new Promise<void>((resolve) => {
      const reportThis = (error: unknown) => {
        report(error);
        resolve();
      };
      const show = (share: number): void => void share;
      {
        const report = reportThis;
        // #region NCQ5008
        const upload = new RestEndpoint({
          path: '/photos',
          body: typed<FormData>(),
          progress: () =>
            reportProgress({ onUpload: ({ loaded, total = loaded }) => show(loaded / total) }),
        });
        cache.fetch(upload, form).subscribe({ error: report }); // with provideHttpClient()
        // #endregion
      }
    });
    // #region NCQ5008-instead
    const providers = [provideHttpClient(withXhr())];
    // #endregion
    expect(providers.length).toBe(1);
    injector.destroy();
    expectMessage(
      'NCQ5008: POST /photos: onUpload in the progress option needs the XHR backend of HttpClient, because fetch does not report the progress of an upload. The request was not sent. Use provideHttpClient(withXhr()). (node_modules/ngx-cache-query/docs/errors/NCQ5008.md)',
    );
  });

  it('NCQ4006', () => {
    const restored: string[] = [];
    const text = '{"version":0}';
    const read = () => JSON.parse(text) as StoreSnapshot;
    // #region NCQ4006
    const persistence: CacheExtension = {
      onInit: (handle) => {
        restoreSnapshot(handle, read()); // stored by another version of the application
      },
    };
    // #endregion
    // #region NCQ4006-instead
    const careful: CacheExtension = {
      onInit: (handle) => {
        const data = read();
        if (isSnapshot(data)) restoreSnapshot(handle, data);
        else restored.push('nothing');
      },
    };
    // #endregion
    const parent = TestBed.inject(EnvironmentInjector);
    const handler = { handleError: report };
    for (const extension of [persistence, careful]) {
      createEnvironmentInjector(
        [
          { provide: ErrorHandler, useValue: handler },
          provideCache(withExtension(() => extension)),
        ],
        parent,
      ).get(CacheService);
    }
    expect(restored).toEqual(['nothing']);
    expectMessage(
      'NCQ4006: restoreSnapshot: expected a snapshot of version 3. Nothing was restored. Discard data that another version of the application stored. (node_modules/ngx-cache-query/docs/errors/NCQ4006.md)',
    );
  });

  it('NCQ5009', () => {
    const page = new RenderedPage();
    page.render((cache) => {
      const getSlow = new RestEndpoint({ path: '/slow', schema: [User] });
      // #region NCQ5009
      cache.fetch(getSlow).subscribe({ error: report }); // on a server
      // #endregion
      page.clock.pass(10_000);
    });
    expectMessage(
      'NCQ5009: GET /slow: the server received no response within 10000 ms, so it sends the page without the data. The browser sends the request again. (node_modules/ngx-cache-query/docs/errors/NCQ5009.md)',
    );
  });

  it('NCQ5010', () => {
    const injector = TestBed.inject(EnvironmentInjector);
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: { items: new Collection([Post]) },
    });
    attempt(() => {
      // #region NCQ5010
      const pages = paginated(getActivity, 'cursor');
      // @ts-expect-error it is not declared where the cursor of the next page is
      const activity = infinite(pages, () => [], { injector });
      // #endregion
      return void activity;
    });
    // #region NCQ5010-instead
    const getActivityPage = paginated(getActivity, 'cursor', cursorIn('meta.nextCursor'));
    const activity = infinite(getActivityPage, () => [], { injector });
    // #endregion
    expect(activity.items()).toBeUndefined();
    TestBed.tick();
    http.expectOne('/activity').flush({ items: [{ id: 1 }], meta: { nextCursor: 'x' } });
    expect(activity.hasMore()).toBeTrue();
    expectMessage(
      'NCQ5010: infinite(GET /activity): it is not declared how to find the next page. Pass it to paginated, after the parameter cursor: pageNumber(), offset(), cursorIn(…), lastItem(…), linkIn(…), linkHeaderIn(…) or a function. Or pass it to infinite as the option next. (node_modules/ngx-cache-query/docs/errors/NCQ5010.md)',
    );
  });

  it('NCQ5011', () => {
    const isSignedIn = () => false;
    // #region NCQ5011
    const onlySignedIn: HttpInterceptorFn = (request, next) =>
      isSignedIn() ? next(request) : EMPTY;
    // #endregion
    // #region NCQ5011-instead
    const rejecting: HttpInterceptorFn = (request, next) =>
      isSignedIn() ? next(request) : throwError(() => new Error('Sign in first.'));
    // #endregion
    const parent = TestBed.inject(EnvironmentInjector);
    const fetchWith = (interceptor: HttpInterceptorFn, error: (thrown: unknown) => void) => {
      const providers = [provideHttpClient(withInterceptors([interceptor])), provideCache()];
      const injector = createEnvironmentInjector(providers, parent);
      const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
      injector.get(CacheService).fetch(getUsers).subscribe({ error });
    };
    fetchWith(onlySignedIn, report);
    expectMessage(
      'NCQ5011: GET /users: the request completed without a response, so the cache is unchanged. Most likely an interceptor or load returns EMPTY, or filters the only value. Throw an error instead. (node_modules/ngx-cache-query/docs/errors/NCQ5011.md)',
    );
    fetchWith(rejecting, (thrown) => expect((thrown as CacheError).code).toBe('NCQ5003'));
  });

  it('is identified by its code', () => {
    const seen: string[] = [];
    const show = (text: string): void => void seen.push(text);
    // #region codes
    cache.fetch(new RestEndpoint({ path: '/users', schema: [User] })).subscribe({
      error: (error: unknown) => {
        if (error instanceof CacheError && error.code === CacheErrorCode.MissingPk) {
          show(`${error.source} sent a user without an id: ${error.path}`);
        }
      },
    });
    // #endregion
    http.expectOne('/users').flush([{ id: 1 }, { name: 'Ada' }]);
    expect(seen).toEqual(['GET /users sent a user without an id: [1]']);
  });
});
