import { HttpClient, HttpContext, type HttpErrorResponse } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import { tap } from 'rxjs';
import { CacheError, type CacheFeature, RestEndpoint, RestError } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import {
  createUser,
  deleteUser,
  getUser,
  getUsers,
  renameUser,
  setUpRest,
  TOKEN,
  tokens,
} from '../../support/rest-users';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUpWith = (...features: CacheFeature[]) => {
  ({ cache, http, sent } = setUpRest(...features));
};
const setUp = () => setUpWith();

describe('F1 fetch over HTTP', () => {
  beforeEach(setUp);
  afterEach(() => http.verify());

  it('sends synchronously, shares reads, and cancels the request with its last subscriber', () => {
    const seen = [1, 2].map(() => watch(cache.fetch(getUser, { id: 5 })));
    const { request, cancelled } = sent('/users/5');
    expect([request.method, request.body, cancelled]).toEqual(['GET', null, false]);
    seen.forEach(({ subscription }) => subscription.unsubscribe());
    watch(cache.fetch(getUser, { id: 5 }));
    const [again, ...more] = http.match('/users/5').filter((each) => !each.cancelled);
    expect(more.length).toBe(0);
    again.flush({ id: '5' });
    expect(cache.get(getUser, { id: '5' })).toBe(cache.get(User, '5'));
  });

  it('distinguishes requests by method, path and search, and not by their order', () => {
    watch(cache.fetch(getUsers, { team: 'a', tags: ['x', 'y'] }));
    watch(cache.fetch(getUsers, { tags: ['x', 'y'], team: 'a' }));
    watch(cache.fetch(getUsers, { team: 'a', tags: ['y', 'x'] }));
    watch(cache.fetch(getUsers));
    watch(cache.fetch(getUsers, { team: undefined }));
    expect(http.match(() => true).map(({ request }) => request.urlWithParams)).toEqual([
      '/users?tags=x&tags=y&team=a',
      '/users?tags=y&tags=x&team=a',
      '/users',
    ]);
  });

  it('distinguishes reads that differ in their body', () => {
    const search = new RestEndpoint({
      path: '/search',
      method: 'POST',
      body: {} as { readonly q: string },
      sideEffect: false,
      schema: [User],
    });
    const seen = [watch(cache.fetch(search, { q: 'a' })), watch(cache.fetch(search, { q: 'b' }))];
    watch(cache.fetch(search, { q: 'a' }));
    const requests = http.match('/search');
    expect(requests.map(({ request }) => request.body as unknown)).toEqual([
      { q: 'a' },
      { q: 'b' },
    ]);
    requests.forEach((each, i) => each.flush([{ id: `${i}` }]));
    expect(seen.map(({ last }) => last?.[0].id)).toEqual(['0', '1']);
    expect(cache.get(search, { q: 'a' })?.[0].id).toBe('0');
  });

  it('knows a read with a body by its method, too', () => {
    const search = new RestEndpoint({
      path: '/search',
      method: 'GET',
      body: {} as { readonly q: string },
      schema: [User],
    });
    expect(search.key({ q: 'a' })).not.toBe(search.key({ q: 'b' }));
    const create = search.extend({ method: 'POST' });
    expect(create.key({ q: 'a' })).toBe(create.key({ q: 'b' }));
  });

  it('creates, renames and deletes, and updates every list', () => {
    const seen = watch(cache.select(allUsers));
    const names = () => seen.last?.map(({ name }) => name);
    watch(cache.fetch(getUsers));
    sent('/users').flush([{ id: '1', name: 'Ada' }]);
    watch(cache.fetch(createUser, { name: 'Bob' }));
    const post = sent('/users');
    expect([post.request.method, post.request.body as unknown]).toEqual(['POST', { name: 'Bob' }]);
    post.flush({ id: '2', name: 'Bob' });
    expect(names()).toEqual(['Ada', 'Bob']);
    watch(cache.fetch(renameUser, { id: 1 }, { name: 'Adele' }));
    const patch = sent('/users/1');
    expect([patch.request.method, patch.request.body as unknown]).toEqual([
      'PATCH',
      { name: 'Adele' },
    ]);
    patch.flush({ id: '1', name: 'Adele' });
    expect(names()).toEqual(['Adele', 'Bob']);
    watch(cache.fetch(deleteUser, { id: '1' }));
    const gone = sent('/users/1');
    expect(gone.request.method).toBe('DELETE');
    gone.flush(null, { status: 204, statusText: 'No Content' });
    expect(names()).toEqual(['Bob']);
    expect(seen.values.length).toBe(5);
  });

  it('stores what process returns for the response and the arguments', () => {
    const calls: unknown[][] = [];
    const wrapped = new RestEndpoint({
      path: '/teams/:team/users',
      searchParams: {} as { page: number },
      schema: { users: [User], page: 0 },
      process: (response: { data: object[] }, { status }, ...args) => {
        calls.push([status, ...args]);
        return { users: response.data, page: args[0].page };
      },
    });
    const seen = watch(cache.fetch(wrapped, { team: 'x', page: 2 }));
    sent('/teams/x/users?page=2').flush({ data: [{ id: 'a' }] });
    expect(seen.last).toEqual({ users: [cache.get(User, 'a')!], page: 2 });
    expect(calls).toEqual([[200, { team: 'x', page: 2 }]]);
  });
});

describe('F2 features of HttpClient', () => {
  beforeEach(setUp);

  it('runs interceptors with the context', () => {
    const context = new HttpContext().set(TOKEN, 'given');
    const endpoint = getUser.extend({ context });
    watch(cache.fetch(endpoint, { id: 1 }));
    const { request } = sent('/users/1');
    expect([request.headers.get('x-intercepted'), tokens]).toEqual(['yes', ['given']]);
  });

  it('passes headers, credentials and timeout on', () => {
    const endpoint = getUser.extend({
      headers: { 'x-api': ['1', '2'] },
      withCredentials: true,
      timeout: 500,
    });
    watch(cache.fetch(endpoint, { id: 1 }));
    const { request } = sent('/users/1');
    expect(request.headers.getAll('x-api')).toEqual(['1', '2']);
    expect([request.withCredentials, request.timeout]).toEqual([true, 500]);
  });

  it('allows an interceptor to respond by itself', () => {
    const client = TestBed.inject(HttpClient);
    const direct = watch(client.get('/users/1').pipe(tap(() => cache.set(User, { id: 'tap' }))));
    sent('/users/1').flush({});
    expect([direct.completed, cache.get(User, 'tap')?.id]).toEqual([true, 'tap']);
  });
});

describe('F3 a failed request', () => {
  beforeEach(setUp);

  it('leaves the cache unchanged, keeps the data on screen, and emits a typed error', () => {
    watch(cache.fetch(getUser, { id: 5 }));
    sent('/users/5').flush({ id: '5', name: 'Ada' });
    const seen = [watch(cache.select(getUser, { id: 5 })), watch(cache.select(allUsers))];
    const failed = watch(cache.fetch(getUser, { id: 5 }));
    sent('/users/5').flush({ why: 'maintenance' }, { status: 503, statusText: 'Unavailable' });
    const error = failed.errors[0] as RestError<{ why: string }>;
    expect(error).toBeInstanceOf(RestError);
    expect(error).toBeInstanceOf(CacheError);
    expect([error.code, error.status, error.body.why]).toEqual(['NCQ5003', 503, 'maintenance']);
    expect([error.endpoint, error.url, error.name]).toEqual([
      'GET /users/:id',
      '/users/5',
      'RestError',
    ]);
    for (const part of ['GET /users/:id', '503', '/users/5']) expect(error.message).toContain(part);
    expect((error.cause as HttpErrorResponse).status).toBe(503);
    expect(seen.map((each) => each.values.length)).toEqual([1, 1]);
    expect(seen[0].errors.length + seen[1].errors.length).toBe(0);
  });

  it('without a response has status 0', () => {
    const failed = watch(cache.fetch(getUsers, { team: 'x' }));
    sent('/users?team=x').error(new ProgressEvent('error'));
    const error = failed.errors[0] as RestError;
    expect([error.status, error.message.includes('no response')]).toEqual([0, true]);
    expect(error.url).toContain('/users?team=x');
  });

  it('has a body of another type than JSON as text', () => {
    const failed = watch(cache.fetch(getUser, { id: 5 }));
    sent('/users/5').flush('42', { status: 500, statusText: 'no' });
    expect((failed.errors[0] as RestError).body).toBe('42');
  });

  it('of a mutation changes nothing either', () => {
    const seen = watch(cache.select(allUsers));
    const failed = watch(cache.fetch(createUser, { name: '' }));
    sent('/users').flush({ name: 'empty' }, { status: 422, statusText: 'Unprocessable' });
    expect((failed.errors[0] as RestError).body).toEqual({ name: 'empty' });
    expect(seen.values).toEqual([undefined]);
  });

  it('with a malformed body reports the path of the error, and nothing is stored', () => {
    const failed = watch(cache.fetch(getUsers));
    sent('/users').flush([{ id: 'a' }, { name: 'no id' }]);
    const error = failed.errors[0] as CacheError;
    expect([error.code, error.path, error.source]).toEqual(['NCQ1004', '[1]', 'GET /users']);
    expect(cache.get(allUsers)).toBeUndefined();
  });

  it('can be repeated', () => {
    const first = cache.fetch(getUser, { id: 1 });
    watch(first);
    sent('/users/1').flush(null, { status: 500, statusText: 'x' });
    const again = watch(first);
    sent('/users/1').flush({ id: '1' });
    expect(again.last?.id).toBe('1');
  });

  it('with status 401, for which an interceptor clears the cache, aborts all reads, including itself', () => {
    const list = watch(cache.fetch(getUsers));
    const one = watch(cache.fetch(getUser, { id: 1 }));
    sent('/users/1').flush(null, { status: 401, statusText: 'Unauthorized' });
    expect(sent('/users').cancelled).toBeTrue();
    const codes = [one, list].map(({ errors }) => (errors as CacheError[])[0]?.code);
    expect(codes).toEqual([undefined, undefined] as never);
    expect(cache.get(allUsers)).toBeUndefined();
  });
});
