import { type ListPath, restEndpoints } from 'ngx-cache-query';
import type { Equal, Expect } from '../../support/expect-type';
import { User } from '../../support/models';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

/** The path of a list for each path of an entity. */
const paths = {
  '/todos/:id': '/todos',
  '/users/:userId/todos/:id': '/users/:userId/todos',
  '/todos': '/todos',
  '/todos/:id/edit': '/todos/:id/edit',
  '/:id': '',
  // the convention of Django
  '/todos/:id/': '/todos/',
  '/users/:userId/todos/:id/': '/users/:userId/todos/',
  '/todos/': '/todos/',
  '/repos/:owner/*path': '/repos/:owner',
  '/files/*path/': '/files/',
  '/users{/:id}': '/users',
  '/users{/:id}/': '/users/',
  '/files{/*path}': '/files',
  '/users{/:id{/:part}}': '/users{/:id}',
  '/users{/:id{/:part}}/': '/users{/:id}/',
  '/a{/:b{/:c{/*d}}}': '/a{/:b{/:c}}',
  '/users{/:org/:id}': '/users',
  '/users{/by-name/:name}': '/users',
  '/users{/:org}{/:id}': '/users{/:org}',
  '{/:org}/todos/:id': '{/:org}/todos',
  '{/:org}/users{/:id}': '{/:org}/users',
  '/todos{/:id/edit}': '/todos{/:id/edit}',
  '/todos/:id{.:format}': '/todos/:id{.:format}',
  '/a{/:b{/:c}/d}': '/a{/:b{/:c}/d}',
  // a suffix
  '/items/:id.json': '/items.json',
  '/items/:id.tar.gz': '/items.tar.gz',
  '/users/:userId/items/:id.json': '/users/:userId/items.json',
  '/files/*path.json': '/files.json',
  '/items/:id.:format': '/items',
  '/items/:id-:slug': '/items',
  // a key in parentheses, as in OData, or in the search parameters, as in PostgREST
  '/Items\\(:id\\)': '/Items',
  "/Users\\(':userId'\\)/Items\\(:id\\)": "/Users\\(':userId'\\)/Items",
  '/items\\?id=eq.:id': '/items',
  '/users/:userId/items\\?id=:id': '/users/:userId/items',
} as const;
type Paths = typeof paths;

describe('F6 the path of a list', () => {
  for (const [path, list] of Object.entries(paths)) {
    it(`for ${path} is ${list || 'empty'}`, () => {
      expect(restEndpoints({ path, schema: User }).getList.name).toBe(`GET ${list}`);
    });
  }

  it('has a type that agrees with its value', () => {
    type Agrees = { [P in keyof Paths]: Equal<ListPath<P>, Paths[P]> }[keyof Paths];
    const agrees: Expect<Equal<Agrees, true>> = true;
    expect(agrees).toBeTrue();
  });

  it('takes the remaining parameters, and no others', () => {
    const { cache, sent } = setUpRest();
    const files = restEndpoints({ path: '/repos/:owner/*path', schema: User }).getList;
    watch(cache.fetch(files, { owner: 'ada' }));
    sent('/repos/ada').flush([]);
    const django = restEndpoints({ path: '/todos/:id/', schema: User });
    watch(cache.fetch(django.getList));
    sent('/todos/').flush([]);
    watch(cache.fetch(django.getList.push, { name: 'Ada' }));
    expect(sent('/todos/').request.method).toBe('POST');
    watch(cache.fetch(django.get, { id: 5 }));
    sent('/todos/5/').flush({ id: 5 });
    // @ts-expect-error the owner is missing
    void cache.fetch(files, {});
    // @ts-expect-error the list has no id
    void cache.fetch(django.getList, { id: 5 });
  });
});
