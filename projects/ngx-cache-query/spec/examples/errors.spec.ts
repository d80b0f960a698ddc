// The examples in docs/errors.md: what to write instead of what causes the error.
import { type HttpInterceptorFn, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheError,
  CacheErrorCode,
  CacheService,
  Collection,
  Entity,
  provideCache,
  RestEndpoint,
  schema,
} from 'ngx-cache-query';
import { EMPTY, throwError } from 'rxjs';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
class Link extends Entity {
  readonly id: number = 0;
  readonly url: string = '';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
}
class Author extends User {}

describe('the example of error', () => {
  let cache: CacheService;
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });

  it('NCQ1001 describes the envelope', () => {
    // #region NCQ1001
    // { "users": [{ "id": 1, "name": "Ada" }] }
    const getUsers = new RestEndpoint({ path: '/users', schema: { users: [User] } });
    // #endregion
    cache.fetch(getUsers).subscribe(({ users }) => expect(users.length).toBe(1));
    http.expectOne('/users').flush({ users: [{ id: 1, name: 'Ada' }] });
    expect(cache.get(User, 1)?.name).toBe('Ada');
  });

  it('NCQ1004 names the key', () => {
    // #region NCQ1004
    class Country extends Entity {
      readonly code: string = '';
      readonly name: string = '';
      override pk() {
        return this.code;
      }
    }
    // #endregion
    cache.set(Country, { code: 'tr', name: 'Türkiye' });
    expect(cache.get(Country, 'tr')?.name).toBe('Türkiye');
  });

  it('NCQ1006 names the attribute', () => {
    // #region NCQ1006
    const all = new schema.All({ link: Link, post: Post }, 'type');
    const items = new schema.Array({ link: Link, post: Post }, 'type');
    // #endregion
    expect(() => cache.set([Link, Post], [{ id: 1 }])).toThrowError(/which item has which type/);
    cache.set(items, [{ id: 1, type: 'link' }]);
    expect(cache.get(all)).toEqual([cache.get(Link, 1)!]);
  });

  it('NCQ1009 declares the schema in a getter', () => {
    // #region NCQ1009
    class Book extends Entity {
      readonly id: number = 0;
      readonly author: Author | undefined = undefined;
      static override get schema() {
        return { author: Author };
      }
    }
    // #endregion
    cache.set(Book, { id: 1, author: { id: 5, name: 'Ada' } });
    expect(cache.get(Book, 1)?.author?.name).toBe('Ada');
  });

  it('NCQ1011 makes an entity of an object that contains one', () => {
    // #region NCQ1011
    // [{ "note": "first", "todo": { "id": 1, "title": "Tea" } }]
    class Pin extends Entity {
      readonly id: number = 0;
      readonly note: string = '';
      readonly todo: Todo | undefined = undefined;
      static override readonly schema = { todo: Todo };
      static override process(pin: { readonly todo: { readonly id: number } }) {
        return { ...pin, id: pin.todo.id };
      }
    }
    const pins = new Collection([Pin]);
    // #endregion
    cache.set({ pins }, { pins: [{ note: 'first', todo: { id: 1, title: 'Tea' } }] });
    expect(cache.get(Pin, 1)?.todo?.title).toBe('Tea');
  });

  it('NCQ5011 throws an error instead of completing', () => {
    const isSignedIn = () => false;
    // #region NCQ5011
    const onlySignedIn: HttpInterceptorFn = (request, next) =>
      isSignedIn() ? next(request) : throwError(() => new Error('Sign in first.'));
    // #endregion
    const codes: string[] = [];
    for (const interceptor of [() => EMPTY, onlySignedIn]) {
      const providers = [provideHttpClient(withInterceptors([interceptor])), provideCache()];
      const injector = createEnvironmentInjector(providers, TestBed.inject(EnvironmentInjector));
      const error = ({ code }: CacheError) => codes.push(code);
      injector
        .get(CacheService)
        .fetch(new RestEndpoint({ path: '/' }))
        .subscribe({ error });
    }
    expect(codes).toEqual([CacheErrorCode.NoResponse, CacheErrorCode.RequestFailed]);
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
