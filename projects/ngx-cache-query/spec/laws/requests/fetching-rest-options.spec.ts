import { HttpClient } from '@angular/common/http';
import type { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  type CacheService,
  Collection,
  paginated,
  RestEndpoint,
  type RestError,
  type RestTypes,
  retries,
  schema,
  snakeCase,
} from 'ngx-cache-query';
import { names, User } from '../../support/models';
import { getUsers, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let cache: CacheService;
let http: HttpTestingController;

describe('F2 a complete RestEndpoint', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('passes the status and the headers to process', () => {
    const page = new RestEndpoint({
      path: '/users',
      schema: { items: [User], total: 0 },
      process: (items: unknown[], { headers, status }) => ({
        items,
        total: Number(headers.get('x-total')),
        status,
      }),
    });
    const seen = watch(cache.fetch(page));
    http.expectOne('/users').flush([{ id: 'a' }], { headers: { 'x-total': '41' } });
    expect([seen.last?.items.length, seen.last?.total]).toEqual([1, 41]);
  });

  it('shares requests and responses by its key', () => {
    const getUser = new RestEndpoint({
      path: '/users/:id',
      searchParams: {} as { at?: number },
      schema: User,
      key: ({ id }) => `user ${id}`,
    });
    const seen = [1, 2].map((at) => watch(cache.fetch(getUser, { id: 'a', at })));
    http.expectOne('/users/a?at=1').flush({ id: 'a', name: 'Ada' });
    expect(seen.map(({ last }) => last?.name)).toEqual(['Ada', 'Ada']);
    expect(cache.get(getUser, { id: 'a' })?.name).toBe('Ada');
  });

  it('lets a subclass define process as a method', () => {
    class Enveloped extends RestEndpoint<{ path: '/users'; schema: (typeof User)[] }> {
      override process({ data }: { data: unknown[] }): unknown[] {
        return data;
      }
    }
    const enveloped = new Enveloped({ path: '/users', schema: [User] });
    const seen = [enveloped, enveloped.extend({ staleTime: 0 })].map((each) =>
      watch(cache.fetch(each)),
    );
    for (const request of http.match('/users')) request.flush({ data: [{ id: 'a' }] });
    expect(seen.map(({ last }) => last?.length)).toEqual([1, 1]);
  });

  it('writes search parameters as searchToString says, in the URL and in the key', () => {
    const search = new RestEndpoint({
      path: '/teams/:team/users',
      searchParams: {} as { filter?: { name: string } },
      searchToString: ({ filter }) => {
        const { name } = (filter ?? {}) as { name?: string };
        return name === undefined ? '' : `filter[name]=${encodeURIComponent(name)}`;
      },
      schema: [User],
    });
    const seen = watch(cache.fetch(search, { team: 'x', filter: { name: 'A&B' } }));
    http.expectOne('/teams/x/users?filter[name]=A%26B').flush([{ id: 'a' }]);
    expect(seen.last?.length).toBe(1);
    expect(cache.get(search, { team: 'x', filter: { name: 'A&B' } })?.length).toBe(1);
    expect(cache.get(search, { team: 'x' })).toBeUndefined();
    expect(search.url({ team: 'x' })).toBe('/teams/x/users');
  });

  it('returns its URL', () => {
    const prefixed = getUsers.extend({ urlPrefix: 'https://example.com' });
    expect(prefixed.url({ team: 'x', tags: ['a', 'b c'] })).toBe(
      'https://example.com/users?tags=a&tags=b%20c&team=x',
    );
    expect(() => new RestEndpoint({ path: '/users/:id' }).url({ id: '' })).toThrowError(/NCQ5001/);
  });

  it('reports a timeout, without a body', () => {
    const seen = watch(cache.fetch(new RestEndpoint({ path: '/slow', timeout: 10 })));
    const late = new DOMException('timed out', 'TimeoutError');
    http.expectOne('/slow').error(late as never);
    const error = seen.errors[0] as RestError;
    expect([error.status, error.isTimeout, error.body]).toEqual([0, true, undefined]);
  });

  it('parses the body of an error as JSON', () => {
    const seen = watch(cache.fetch(new RestEndpoint({ path: '/motd', responseType: 'text' })));
    const options = {
      status: 422,
      statusText: 'no',
      headers: { 'content-type': 'application/json' },
    };
    http.expectOne('/motd').flush('{"name":"is missing"}', options);
    expect((seen.errors[0] as RestError).body).toEqual({ name: 'is missing' });
  });

  it('reads text and blobs', () => {
    const text = new RestEndpoint({ path: '/motd', responseType: 'text' });
    const seen = watch(cache.fetch(text));
    const request = http.expectOne('/motd');
    expect(request.request.responseType).toBe('text');
    request.flush('hello');
    const value: string | undefined = seen.last;
    expect(value).toBe('hello');
    const blob = watch(cache.fetch(new RestEndpoint({ path: '/logo', responseType: 'blob' })));
    http.expectOne('/logo').flush(new Blob(['x']));
    expect(blob.last).toBeInstanceOf(Blob);
  });

  it('treats an empty response as null', () => {
    const ping = watch(cache.fetch(new RestEndpoint({ path: '/ping', method: 'PUT' })));
    http.expectOne('/ping').flush(null, { status: 204, statusText: 'No Content' });
    expect([ping.values, ping.completed]).toEqual([[null], true]);
  });

  it('lets a subclass create headers, and keeps the class when it is extended', () => {
    class Signed<T extends RestTypes> extends RestEndpoint<T> {
      override getHeaders() {
        return { 'x-by': TestBed.inject(HttpClient) instanceof HttpClient ? 'me' : 'nobody' };
      }
    }
    const signed = new Signed({ path: '/a' });
    cache.fetch(signed).subscribe();
    cache.fetch(signed.extend({ path: '/b' })).subscribe();
    for (const url of ['/a', '/b']) {
      expect(http.expectOne(url).request.headers.get('x-by')).toBe('me');
    }
    expect(signed.extend({})).toBeInstanceOf(Signed);
  });

  it('hands field errors of a 422 to a form', () => {
    const create = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });
    const seen = watch(cache.fetch(create, { name: '' }));
    const body = { fields: { name: 'is required' } };
    http.expectOne('/users').flush(body, { status: 422, statusText: 'no' });
    const error = seen.errors[0] as RestError<typeof body>;
    expect([error.status, error.body.fields.name]).toEqual([422, 'is required']);
  });

  it('accepts an All as its schema: its own items come first', () => {
    cache.set(User, { id: 'z', name: 'Zed' });
    const seen = watch(cache.fetch(getUsers.extend({ schema: new schema.All(User) })));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(names(seen.last)).toEqual(['Ada', 'Zed']);
  });
});

describe('F1 responses of an extended endpoint', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('are those of the original when key, schema and process stay', () => {
    const same = [
      getUsers.extend({ withCredentials: true }),
      getUsers.extend({ staleTime: 10, pollInterval: 5_000, name: 'users' }),
      getUsers.extend({ retry: retries({ count: 2 }) }).extend({ timeout: 1_000 }),
    ];
    watch(cache.fetch(same[0]));
    http.expectOne('/users').flush([{ id: 'a' }]);
    expect(cache.get(getUsers)?.length).toBe(1);
    for (const each of same) expect(cache.get(each)).toBe(cache.get(getUsers));
    cache.reset(getUsers);
    for (const each of same) expect(cache.get(each)).toBeUndefined();
  });

  it('are its own when one of them changes', () => {
    const others = [
      getUsers.extend({ path: '/people' }),
      getUsers.extend({ urlPrefix: '/v2' }),
      getUsers.extend({ key: () => 'GET /users' }),
      getUsers.extend({ schema: { items: [User] } }),
      getUsers.extend({ process: (items: unknown[]) => items }),
      getUsers.extend({ sideEffect: true }),
      getUsers.extend({ headers: { 'accept-language': 'de' } }),
      getUsers.extend({ unwrap: 'data' }),
      getUsers.extend({ names: snakeCase }),
    ];
    watch(cache.fetch(getUsers));
    http.expectOne('/users').flush([{ id: 'a' }]);
    for (const each of others) expect(cache.get(each)).toBeUndefined();
  });

  it('belong to the whole list when they are pages', () => {
    const lists = new RestEndpoint({ path: '/users', schema: new Collection([User]) });
    const pages = paginated(lists, 'page').extend({ headers: { 'x-screen': 'list' } });
    watch(cache.fetch(pages, { page: 1 }));
    http.expectOne('/users?page=1').flush([{ id: 'a' }]);
    expect(cache.get(lists)?.length).toBe(1);
    expect(pages.pagesOf?.list).toBe(lists as never);
  });
});
