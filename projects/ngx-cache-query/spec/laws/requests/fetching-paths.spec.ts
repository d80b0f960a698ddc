import { type CacheError, type CacheFeature, RestEndpoint, withRest } from 'ngx-cache-query';
import { User } from '../../support/models';
import { createUser, deleteUser, getUser, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUpWith = (...features: CacheFeature[]) => {
  ({ cache, http, sent } = setUpRest(...features));
};
const setUp = () => setUpWith();

describe('F6 path parameters', () => {
  beforeEach(setUp);
  const failure = (run: () => ReturnType<typeof watch>) => run().errors[0] as CacheError;

  it('are encoded', () => {
    for (const [id, url] of [
      ['a b', '/users/a%20b'],
      ['a/b', '/users/a%2Fb'],
      ['../admin', '/users/..%2Fadmin'],
      ['?q=1#x', '/users/%3Fq%3D1%23x'],
      ['%2e%2e', '/users/%252e%252e'],
      ['é', '/users/%C3%A9'],
      [0, '/users/0'],
      [12n, '/users/12'],
      [true, '/users/true'],
    ] as const) {
      watch(cache.fetch(getUser, { id }));
      sent(url);
    }
    expect(http.match(() => true).length).toBe(0);
  });

  it('that are missing cause an error that names them, and nothing is sent', () => {
    for (const params of [undefined, {}, { id: undefined }, { id: null }, { id: '' }]) {
      const error = failure(() => watch(cache.fetch(getUser, params as never)));
      expect([error.code, error.source]).toEqual(['NCQ5001', 'GET /users/:id']);
      expect(error.message).toContain('"id"');
    }
    expect(failure(() => watch(cache.select(getUser, {} as never))).code).toBe('NCQ5001');
    expect(http.match(() => true).length).toBe(0);
  });

  it('that are empty are refused in optional groups too, and nothing is sent', () => {
    const remove = new RestEndpoint({ path: '/users{/:id}', method: 'DELETE' });
    const error = failure(() => watch(cache.fetch(remove, { id: '' })));
    expect([error.code, error.source, error.path]).toEqual([
      'NCQ5001',
      'DELETE /users{/:id}',
      'id',
    ]);
    expect(error.message).toContain('the path parameter "id" is empty');
    expect(error.message).toContain('leave out the parameter');
    const files = new RestEndpoint({ path: '/files{/*path}' });
    expect(failure(() => watch(cache.fetch(files, { path: [] }))).code).toBe('NCQ5001');
    expect(http.match(() => true).length).toBe(0);
  });

  it('that a URL cannot represent are refused, and nothing is sent', () => {
    const hostile: [value: unknown, description: string][] = [
      ['\ud800', 'a string with half of a surrogate pair'],
      ['a\udc00b', 'a string with half of a surrogate pair'],
      [Symbol('id'), 'a symbol'],
      [() => 1, 'a function'],
      [{ id: 1 }, 'an object'],
      [new Map(), 'a Map'],
      [new Date(NaN), 'an invalid Date'],
    ];
    const optional = new RestEndpoint({ path: '/users{/:id}' });
    for (const [id, description] of hostile) {
      for (const endpoint of [getUser, optional]) {
        const error = failure(() => watch(cache.fetch(endpoint, { id } as never)));
        expect([error.code, error.path]).withContext(description).toEqual(['NCQ5005', 'id']);
        expect(error.message).toContain(
          `the path parameter "id" is ${description}, which cannot be sent`,
        );
      }
    }
    expect(failure(() => watch(cache.select(getUser, { id: '\udfff' }))).code).toBe('NCQ5005');
    const files = new RestEndpoint({ path: '/files/*path' });
    expect(failure(() => watch(cache.fetch(files, { path: ['a', '\ud800'] }))).code).toBe(
      'NCQ5005',
    );
    expect(http.match(() => true).length).toBe(0);
    watch(cache.fetch(getUser, { id: '\ud83d\ude00' }));
    sent('/users/%F0%9F%98%80');
  });

  it('of "." and ".." are refused, and nothing is sent', () => {
    for (const id of ['.', '..']) {
      const error = failure(() => watch(cache.fetch(getUser, { id })));
      expect([error.code, error.message.includes('"id"')]).toEqual(['NCQ5002', true]);
      expect(failure(() => watch(cache.fetch(deleteUser, { id }))).code).toBe('NCQ5002');
    }
    const files = new RestEndpoint({ path: '/files/*path' });
    expect(failure(() => watch(cache.fetch(files, { path: ['a', '..', 'b'] }))).code).toBe(
      'NCQ5002',
    );
    expect(http.match(() => true).length).toBe(0);
  });

  it('may be optional, or a wildcard', () => {
    const optional = new RestEndpoint({ path: '/users{/:id}' });
    const files = new RestEndpoint({ path: '/files/*path/raw' });
    watch(cache.fetch(optional));
    watch(cache.fetch(optional, { id: 5 }));
    watch(cache.fetch(files, { path: ['a', 'b c'] }));
    for (const url of ['/users', '/users/5', '/files/a/b%20c/raw']) sent(url);
  });

  it('take their names from the path, and all others become search parameters', () => {
    const endpoint = new RestEndpoint({
      path: '/teams/:team/users',
      searchParams: {} as { q?: string; limit?: number; on?: boolean },
    });
    watch(cache.fetch(endpoint, { team: 'x', q: 'a b&c+d', limit: 0, on: false }));
    const { request } = http.expectOne(({ url }) => url === '/teams/x/users');
    expect(request.params.keys()).toEqual(['limit', 'on', 'q']);
    expect([request.params.get('q'), request.params.get('limit')]).toEqual(['a b&c+d', '0']);
    const { search } = new URL(request.urlWithParams, 'http://x');
    expect(new URLSearchParams(search).get('q')).toBe('a b&c+d');
  });

  it('come before the body, which is the only argument if there are none', () => {
    const both = new RestEndpoint({
      path: '/users/:id/notes',
      searchParams: {} as { notify?: boolean },
      body: {} as { readonly text: string },
    });
    watch(cache.fetch(both, { id: 1, notify: true }, { text: 'hi' }));
    const { request } = sent('/users/1/notes?notify=true');
    expect([request.method, request.body as unknown]).toEqual(['POST', { text: 'hi' }]);
  });
});

describe('F6 search parameters', () => {
  beforeEach(setUp);

  it('that a URL cannot represent are refused, and nothing is sent', () => {
    const search = new RestEndpoint({
      path: '/users',
      searchParams: {} as Record<string, unknown>,
    });
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const hostile: [value: unknown, description: string][] = [
      ['\ud800', 'a string with half of a surrogate pair'],
      [Symbol('q'), 'a symbol'],
      [cyclic, 'an object that JSON does not support'],
      [{ count: 1n }, 'an object that JSON does not support'],
    ];
    for (const [q, description] of hostile) {
      for (const value of [q, ['x', q]]) {
        const [error] = watch(cache.fetch(search, { q: value })).errors as [CacheError];
        expect([error.code, error.path]).withContext(description).toEqual(['NCQ5005', 'q']);
        expect(error.message).toContain(
          `the search parameter "q" is ${description}, which cannot be sent`,
        );
      }
    }
    const [named] = watch(cache.fetch(search, { '\ud800': 1 })).errors as [CacheError];
    expect([named.code, named.path]).toEqual(['NCQ5005', '\ud800']);
    expect(http.match(() => true).length).toBe(0);
  });
});

describe('F6 urlPrefix', () => {
  it('comes from withRest, unless the endpoint has its own', () => {
    setUpWith(withRest({ urlPrefix: 'https://api.example/v1' }));
    watch(cache.fetch(getUser, { id: 1 }));
    watch(cache.fetch(getUser.extend({ urlPrefix: '/own' }), { id: 1 }));
    watch(cache.fetch(getUser.extend({ urlPrefix: '' }), { id: 1 }));
    for (const url of ['https://api.example/v1/users/1', '/own/users/1', '/users/1']) sent(url);
  });

  it('of an endpoint is part of its key', () => {
    setUp();
    const [one, two] = [getUser.extend({ urlPrefix: '/a' }), getUser.extend({ urlPrefix: '/b' })];
    watch(cache.fetch(one, { id: 1 }));
    watch(cache.fetch(two, { id: 1 }));
    sent('/a/users/1').flush({ id: 'a' });
    sent('/b/users/1').flush({ id: 'b' });
    expect(cache.get(one, { id: 1 })?.id).toBe('a');
    expect(cache.get(two, { id: 1 })?.id).toBe('b');
  });
});

describe('F6 extend', () => {
  beforeEach(setUp);

  it('creates another endpoint with some options changed', () => {
    const list = getUser.extend({ path: '/users', schema: [User] });
    const named = getUser.extend({ name: 'one user' });
    const sure = createUser.extend({ method: 'PUT' });
    expect([list.name, named.name, sure.name]).toEqual(['GET /users', 'one user', 'PUT /users']);
    expect([list.sideEffect, sure.sideEffect]).toEqual([false, true]);
    expect(getUser.name).toBe('GET /users/:id');
    const seen = watch(cache.fetch(list));
    sent('/users').flush([{ id: 'a' }]);
    expect(seen.last).toEqual([cache.get(User, 'a')!]);
    watch(cache.fetch(sure, { name: 'x' }));
    expect(sent('/users').request.method).toBe('PUT');
  });

  it('keeps what it does not change', () => {
    const strict = getUser.extend({
      headers: { a: '1' },
      process: (user: object) => ({ ...user, name: 'P' }),
    });
    const again = strict.extend({ urlPrefix: '/v2' });
    const seen = watch(cache.fetch(again, { id: 1 }));
    const request = sent('/v2/users/1');
    expect(request.request.headers.get('a')).toBe('1');
    request.flush({ id: '1' });
    expect(seen.last?.name).toBe('P');
  });
});
