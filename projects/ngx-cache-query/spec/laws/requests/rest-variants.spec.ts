import {
  CacheError,
  Query,
  type RawIn,
  RestEndpoint,
  restEndpoints,
  type RestTypes,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { optimisticResponse } from '../../../src/rest/request-entities';
import { RestPath } from '../../../src/rest/rest-path';
import { thrownBy } from '../../support/error-log';
import { allUsers, names, User } from '../../support/models';
import { getUser, getUsers, renameUser, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => void ({ cache, http, sent } = setUpRest());

describe('endpoints that share responses', () => {
  beforeEach(setUp);
  const screen = (name: string) => getUsers.extend({ headers: { 'x-screen': name } });

  it('send their own headers', () => {
    watch(cache.fetch(screen('list')));
    expect(sent('/users').request.headers.get('x-screen')).toBe('list');
    watch(cache.watch(screen('page'), { team: 'x' }).pipe(toValues()));
    expect(sent('/users?team=x').request.headers.get('x-screen')).toBe('page');
    const resource = screen('resource');
    watch(cache.ensure(resource, { team: 'y' }));
    expect(sent('/users?team=y').request.headers.get('x-screen')).toBe('resource');
  });

  it('decide for themselves how long a response is fresh', () => {
    watch(cache.fetch(getUsers));
    sent('/users').flush([{ id: 'a', name: 'Ada' }]);
    watch(cache.ensure(getUsers));
    http.expectNone('/users');
    const impatient = getUsers.extend({ staleTime: 0 });
    watch(cache.ensure(impatient));
    sent('/users').flush([]);
    watch(cache.watch(impatient, { team: 'x' }).pipe(toValues()));
    sent('/users?team=x').flush([]);
  });

  it('share what a Query derives from them', () => {
    let count = 0;
    const sorted = new Query(new schema.All(User), (users) => {
      count++;
      return names(users)!.sort();
    });
    const getNames = new RestEndpoint({ path: '/users', schema: sorted });
    watch(cache.fetch(getNames));
    sent('/users').flush([
      { id: 'b', name: 'Bob' },
      { id: 'a', name: 'Ada' },
    ]);
    count = 0;
    const other = getNames.extend({ timeout: 5 });
    expect(cache.get(other)).toEqual(['Ada', 'Bob']);
    expect(cache.get(other)).toBe(cache.get(getNames));
    expect(count).toBeLessThan(2);
  });
});

describe('a variant of a RestEndpoint', () => {
  beforeEach(setUp);

  it('sends the same request, and can be extended', () => {
    const polled = getUser.polled(5_000) as typeof getUser;
    expect(polled).toBeInstanceOf(RestEndpoint);
    expect(polled.key({ id: 5 })).toBe('GET /users/5');
    watch(cache.fetch(polled, { id: 5 }));
    sent('/users/5').flush({ id: '5', name: 'Ada' });
    expect(cache.get(getUser, { id: 5 })?.name).toBe('Ada');
    const slow = polled.extend({ timeout: 9 });
    expect(slow.options.pollInterval).toBe(5_000);
    expect(cache.get(slow, { id: 5 })?.name).toBe('Ada');
  });
});

describe('a class of endpoints', () => {
  beforeEach(setUp);
  class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
    override process(body: { data: RawIn<T> }): RawIn<T> {
      return body.data;
    }
  }

  it('unwraps the envelope of each response', () => {
    const list = new Enveloped({ path: '/users', schema: allUsers });
    const one = list.extend({ path: '/users/:id', schema: User });
    const seen = [watch(cache.fetch(list)), watch(cache.fetch(one, { id: 'a' }))];
    sent('/users').flush({ data: [{ id: 'a', name: 'Ada' }] });
    sent('/users/a').flush({ data: { id: 'a', name: 'Ada' } });
    expect(seen.map(({ last }) => last)).toEqual([[cache.get(User, 'a')!], cache.get(User, 'a')!]);
    expect(one).toBeInstanceOf(Enveloped);
  });

  it('may be that of all endpoints of restEndpoints', () => {
    const users = restEndpoints({ path: '/users/:id', schema: User, Endpoint: Enveloped });
    const seen = watch(cache.fetch(users.getList));
    sent('/users').flush({ data: [{ id: 'a', name: 'Ada' }] });
    watch(cache.fetch(users.partialUpdate, { id: 'a' }, {}));
    sent('/users/a').flush({ data: { id: 'a', name: 'Adele' } });
    expect([names(seen.last), names(cache.get(users.getList))]).toEqual([['Ada'], ['Adele']]);
  });
});

describe('the probable response to a mutation', () => {
  it('has the path parameters and the fields of the body', () => {
    expect(optimisticResponse(renameUser, [{ id: 1 }, { name: 'Ada' }])).toEqual({
      id: 1,
      name: 'Ada',
    });
    const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
    expect(optimisticResponse(remove, [{ id: 1, notify: true }])).toEqual({ id: 1 });
  });

  it('has the text fields of a form', () => {
    const upload = new RestEndpoint({ path: '/users/:id/photo', body: typed<FormData>() });
    const form = new FormData();
    form.append('tags', 'a');
    form.append('tags', 'b');
    form.append('file', new Blob(['x']));
    expect(optimisticResponse(upload, [{ id: 1 }, form])).toEqual({ id: 1, tags: ['a', 'b'] });
  });

  it('is any other body alone', () => {
    const save = new RestEndpoint({ path: '/lists/:id', body: typed<readonly string[]>() });
    expect(optimisticResponse(save, [{ id: 1 }, ['a']])).toEqual(['a']);
  });
});

describe('a path', () => {
  const fill = (template: string, params = {}) => new RestPath(template).fill(params);

  it('may have escaped and quoted characters', () => {
    expect(fill('/a\\:b/\\{c\\}\\\\')).toBe('/a:b/{c}\\');
    expect(fill('/:"a\\"b"', { 'a"b': 1 })).toBe('/1');
    expect(fill('/:"what?"', { 'what?': 1 })).toBe('/1');
  });

  it('may repeat a parameter, and one in an optional part', () => {
    expect(fill('/:a/:a{/:a}', { a: 1 })).toBe('/1/1/1');
    expect(thrownBy(() => fill('/:a{/:a}')).message).not.toContain('leave out the parameter');
  });

  it('leaves out an optional part if one of its parameters is missing', () => {
    expect(fill('/x{/:a/:b}', { a: 1 })).toBe('/x');
    expect(fill('/x{/:a{/:b}}', { b: 1 })).toBe('/x');
    expect(fill('/x{{/:a}/y/:b}', { b: 1 })).toBe('/x/y/1');
  });

  for (const path of [
    '/a}',
    '/:a}',
    '/a{/:b',
    '/a(b)',
    '/a[b]',
    '/a+',
    '/a!',
    '/a\\',
    '/:"a',
    '/*',
    '/{}',
  ]) {
    it(`is invalid: ${path}`, () => {
      const error = thrownBy(() => new RestPath(path, 'GET it'));
      expect(error).toBeInstanceOf(CacheError);
      expect([error.code, error.source]).toEqual(['NCQ5004', 'GET it']);
      expect(error.message).toMatch(/cannot be used: (Unexpected|Missing)/);
    });
  }
});
