import {
  type CacheService,
  Collection,
  filterParams,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  type RestDefaults,
  RestEndpoint,
  restEndpoints,
  schema,
  type SchemaLike,
  snakeCase,
  withRest,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Link, Post, Todo, User } from '../support/models';

declare const cache: CacheService;

const searchParams = {} as { readonly page: number; readonly _expand: string };
const defaultSearchParams = { _expand: 'userId' };
const schemaOfList = new Collection([Todo]);

describe('default search parameters', () => {
  it('are optional in a call', () => {
    const getTodos = new RestEndpoint({
      path: '/todos',
      searchParams,
      defaultSearchParams,
      schema: schemaOfList,
    });
    const todos$ = cache.fetch(getTodos, { page: 1 });
    cache.fetch(getTodos, { page: 1, _expand: 'tags' });
    cache.fetch(getTodos, { page: 1, _expand: null });
    // @ts-expect-error the page is missing
    cache.fetch(getTodos);
    // @ts-expect-error the page has no default, so it is not null
    cache.fetch(getTodos, { page: null });
    // @ts-expect-error it is a string
    cache.fetch(getTodos, { page: 1, _expand: 5 });
    type Result = Expect<Equal<typeof todos$, Observable<Todo[]>>>;
  });

  it('are allowed in a call even if they are not declared', () => {
    const getUser = new RestEndpoint({ path: '/users/:id', defaultSearchParams, schema: User });
    const getUsers = new RestEndpoint({ path: '/users', defaultSearchParams, schema: [User] });
    cache.fetch(getUser, { id: 1 });
    cache.fetch(getUser, { id: 1, _expand: 'team' });
    cache.fetch(getUsers);
    cache.fetch(getUsers, { _expand: 'team' });
    // @ts-expect-error the id is missing
    cache.fetch(getUser, { _expand: 'team' });
    // @ts-expect-error there is no such parameter
    cache.fetch(getUsers, { _embed: 'team' });
  });

  it('have the type of the parameter', () => {
    const path = '/todos';
    // @ts-expect-error a page is a number
    new RestEndpoint({ path, searchParams, defaultSearchParams: { page: 'first' } });
  });

  it('may be left out before a body', () => {
    const create = new RestEndpoint({
      path: '/users',
      body: {} as { readonly name: string },
      defaultSearchParams: { notify: true },
      schema: User,
    });
    cache.fetch(create, { name: 'Ada' });
    cache.fetch(create, { notify: false }, { name: 'Ada' });
    // @ts-expect-error the body is missing
    cache.fetch(create, { notify: false });
  });

  it('are merged by extend', () => {
    const getUsers = new RestEndpoint({ path: '/users', defaultSearchParams, schema: [User] });
    const more = getUsers.extend({
      defaultSearchParams: { limit: 5 },
      process: (users: unknown[], _response, params) => {
        type Limit = Expect<Equal<NonNullable<typeof params>['limit'], number | null | undefined>>;
        return users;
      },
    });
    cache.fetch(more);
    cache.fetch(more, { limit: 10, _expand: 'team' });
    cache.fetch(more.extend({ staleTime: 5 }), { limit: 10 });
    // @ts-expect-error there is no such parameter
    cache.fetch(more, { offset: 5 });
  });

  it('belong to all endpoints of a class, and to their pages', () => {
    const todos = restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      searchParams: {} as { readonly userId?: string; readonly _expand: string },
      defaultSearchParams,
      pages: paginated('page', pageNumber()),
    });
    cache.fetch(todos.get, { id: 1, _expand: 'tags' });
    cache.fetch(todos.getList);
    cache.fetch(todos.getList, { userId: 'a', _expand: 'tags' });
    cache.fetch(todos.getList.getPage, { page: 2 });
    cache.fetch(todos.getList.push, { title: 'Tea' });
    cache.fetch(todos.partialUpdate, { id: 1, _expand: 'tags' }, { title: 'Tea' });
    const more = todos.extend('getList', { defaultSearchParams: { limit: 5 } });
    cache.fetch(more.getList, { limit: 10, _expand: 'tags' });
    // @ts-expect-error there is no such parameter
    cache.fetch(todos.getList, { limit: 10 });
  });
});

describe('the habits of an API', () => {
  const api: RestDefaults = {
    urlPrefix: '/api',
    headers: ({ endpoint, method, params, body }) => {
      type Call = Expect<
        Equal<
          [typeof endpoint, typeof method, typeof params, typeof body],
          [string, string, Readonly<Record<string, unknown>>, unknown]
        >
      >;
      return { 'If-Match': undefined, Accept: ['a', 'b'] };
    },
    names: snakeCase,
    unwrap: { list: 'results', one: (body: { row: unknown }, { status }) => [body.row, status] },
    wrap: (data: object, { params }) => ({ data, params }),
    pageArgumentKeys: ['page'],
    nonFilterArgumentKeys: /^expand/,
    searchToString: filterParams((name, value) => [name, value.trim()], /^page/),
    withCredentials: true,
    timeout: 5,
  };

  it('are accepted by withRest, restEndpoints and RestEndpoint, and change no types', () => {
    withRest(api);
    const todos = restEndpoints({ ...api, path: '/todos/:id.json', schema: Todo });
    const { pageArgumentKeys, nonFilterArgumentKeys, ...own } = api;
    const getTodo = new RestEndpoint({ ...own, path: '/todos/:id', schema: Todo });
    const list$ = cache.fetch(todos.getList);
    const one$ = cache.fetch(todos.get, { id: 1 });
    cache.fetch(getTodo.extend({ unwrap: 'data', names: snakeCase }), { id: 1 });
    todos.extend('getList', { unwrap: 'data', headers: () => ({}) });
    new Collection([Todo], { pageArgumentKeys, nonFilterArgumentKeys });
    const { path } = todos.getList.types!;
    type Results = [
      Expect<Equal<typeof list$, Observable<Todo[]>>>,
      Expect<Equal<typeof one$, Observable<Todo>>>,
      Expect<Equal<typeof path, '/todos.json'>>,
    ];
  });

  it('have values of some types', () => {
    // @ts-expect-error a name is a value to import
    withRest({ names: 'snake_case' });
    // @ts-expect-error there are only lists and single entities
    withRest({ unwrap: { lists: 'results' } });
    // @ts-expect-error a header is a text
    withRest({ headers: () => ({ 'If-Match': 5 }) });
    // @ts-expect-error the path of an endpoint is no habit
    withRest({ path: '/users' });
    // @ts-expect-error the value of a filter is a text
    filterParams((name) => [name, 5], /^page/);
  });

  it('can have a key in parentheses or in the search parameters', () => {
    const odata = restEndpoints({ path: '/Todos\\(:id\\)', schema: Todo });
    const rows = restEndpoints({ path: '/todos\\?id=eq.:id', schema: Todo });
    cache.fetch(odata.get, { id: 1 });
    cache.fetch(rows.get, { id: 1 });
    cache.fetch(odata.getList);
    cache.fetch(rows.getList);
    // @ts-expect-error the id is missing
    cache.fetch(odata.get);
    // @ts-expect-error the id is missing
    cache.fetch(rows.get);
  });
});

describe('the endpoints that change a list', () => {
  const getTodos = new RestEndpoint({
    path: '/todos',
    searchParams: {} as { readonly userId: string; readonly notify?: boolean },
    schema: schemaOfList,
  });

  it('take search parameters before the body', () => {
    const created$ = cache.fetch(getTodos.push, { userId: 'a', notify: true }, { title: 'Tea' });
    const removed$ = cache.fetch(getTodos.remove, { userId: 'a' }, { id: 1 });
    cache.fetch(getTodos.push, { notify: true }, { title: 'Tea' });
    cache.fetch(getTodos.push, { userId: 'a', title: 'Tea' });
    cache.fetch(getTodos.unshift, { userId: 'a' }, { title: 'Tea' });
    // @ts-expect-error there is no such parameter
    cache.fetch(getTodos.push, { team: 'a' }, { title: 'Tea' });
    // @ts-expect-error there is no such field
    cache.fetch(getTodos.push, { userId: 'a' }, { ttile: 'Tea' });
    // @ts-expect-error a parameter is no field
    cache.fetch(getTodos.push, { notify: true });
    type Results = [
      Expect<Equal<typeof created$, Observable<Todo>>>,
      Expect<Equal<typeof removed$, Observable<Todo>>>,
    ];
  });

  it('take them together with those of the path', () => {
    const ofTeam = getTodos.extend({ path: '/teams/:team/todos' });
    cache.fetch(ofTeam.push, { team: 1, notify: true }, { title: 'Tea' });
    cache.fetch(ofTeam.remove, { team: 1 }, { id: 5 });
    // @ts-expect-error the team is missing
    cache.fetch(ofTeam.push, { notify: true }, { title: 'Tea' });
    // @ts-expect-error the team is missing
    cache.fetch(ofTeam.remove, { id: 5 });
  });

  it('take others if they are extended', () => {
    const create = getTodos.push.extend({ searchParams: {} as { readonly dryRun: boolean } });
    cache.fetch(create, { dryRun: true }, { title: 'Tea' });
    // @ts-expect-error the parameter is missing
    cache.fetch(create, { title: 'Tea' });
  });

  it('pass the fields of the body to callbacks', () => {
    getTodos.push.extend({
      optimistic: (_cache, { title }) => {
        type Title = Expect<Equal<typeof title, string | undefined>>;
        return optimistic({ title });
      },
    });
  });

  it('by key, too', () => {
    const byName = new RestEndpoint({
      path: '/users',
      searchParams: {} as { readonly team?: string },
      schema: new Collection(new schema.Values(User)),
    });
    cache.fetch(byName.assign, { team: 'x' }, { ada: { name: 'Ada' } });
    cache.fetch(byName.assign, { ada: { name: 'Ada' } });
  });
});

describe('an extended list endpoint of restEndpoints', () => {
  const todos = restEndpoints({
    path: '/todos/:id',
    schema: Todo,
    searchParams: {} as { readonly userId?: string },
    pages: paginated('page', pageNumber()),
    movePath: '/todos/:id/owner',
  });

  it('keeps what changes the list and what loads its pages', () => {
    const byExtend = todos.getList.extend({ staleTime: 5 }).extend({ name: 'todos' });
    const byName = todos.extend('getList', { staleTime: 5 }).getList;
    for (const { list } of [{ list: byExtend }, { list: byName }, { list: todos.getList }]) {
      const page$ = cache.fetch(list.getPage, { userId: 'a', page: 2 });
      const moved$ = cache.fetch(list.move, { id: 1 }, { userId: 'b' });
      cache.fetch(list.push, { title: 'Tea' });
      cache.fetch(list.remove, { userId: 'a' }, { id: 1 });
      infiniteState(list.getPage, { userId: 'a' });
      infiniteState(list.getPreviousPage, { userId: 'a' });
      // @ts-expect-error the path of move needs an id
      cache.fetch(list.move, {}, { userId: 'b' });
      // @ts-expect-error there is no such field
      cache.fetch(list.push, { ttile: 'Tea' });
      type Results = [
        Expect<Equal<typeof page$, Observable<Todo[]>>>,
        Expect<Equal<typeof moved$, Observable<Todo>>>,
      ];
    }
  });

  it('has the changed path, parameters and schema there, too', () => {
    const ofTeam = todos.getList.extend({
      path: '/teams/:team/todos',
      searchParams: {} as { readonly done?: boolean },
    });
    cache.fetch(ofTeam.getPage, { team: 1, done: true, page: 2 });
    cache.fetch(ofTeam.push, { team: 1 }, { title: 'Tea' });
    // @ts-expect-error the team is missing
    cache.fetch(ofTeam.getPage, { page: 2 });
    const users = todos.extend('getList', { schema: new Collection([User]) }).getList;
    const user$ = cache.fetch(users.move, { id: 1 }, { name: 'Ada' });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
  });

  it('has no pages if there were none', () => {
    const { getList } = restEndpoints({ path: '/todos/:id', schema: Todo });
    // @ts-expect-error there are no pages
    void getList.extend({ name: 'todos' }).getPage;
  });
});

describe('the list of restEndpoints', () => {
  it('is identified by argsKey, which receives the parameters of the list', () => {
    restEndpoints({
      path: '/users/:userId/todos/:id',
      schema: Todo,
      searchParams: {} as { readonly done?: boolean },
      argsKey: ({ userId, done }) => {
        type Done = Expect<Equal<typeof done, boolean | undefined>>;
        return { userId, done };
      },
      nestKey: (user: { readonly id: string }) => ({ userId: user.id }),
    });
  });

  it('may have another class', () => {
    class Feed<C extends SchemaLike> extends Collection<C> {
      readonly label: string = 'feed';
    }
    const { getList } = restEndpoints({ path: '/todos/:id', schema: Todo, Collection: Feed });
    const todos$ = cache.fetch(getList);
    const { label } = getList.schema;
    cache.fetch(getList.push, { title: 'Tea' });
    type Results = [
      Expect<Equal<typeof todos$, Observable<Todo[]>>>,
      Expect<Equal<typeof label, string>>,
    ];
  });

  it('may have entities of several classes', () => {
    const item = new schema.Union({ link: Link, post: Post }, 'type');
    const items = restEndpoints({ path: '/items/:id', schema: item });
    const one$ = cache.fetch(items.get, { id: 1 });
    const list$ = cache.fetch(items.getList);
    const created$ = cache.fetch(items.getList.push, { type: 'post', content: 'x' });
    const changed$ = cache.fetch(items.partialUpdate, { id: 1 }, { content: 'x' });
    const gone$ = cache.fetch(items.delete, { id: 1 });
    // @ts-expect-error neither class has such a field
    cache.fetch(items.getList.push, { contnet: 'x' });
    type Item = Link | Post;
    type Results = [
      Expect<Equal<typeof one$, Observable<Item>>>,
      Expect<Equal<typeof list$, Observable<Item[]>>>,
      Expect<Equal<typeof created$, Observable<Item>>>,
      Expect<Equal<typeof changed$, Observable<Item>>>,
      Expect<Equal<typeof gone$, Observable<undefined>>>,
    ];
  });
});

describe('a schema of a Union', () => {
  const item = new schema.Union({ link: Link, post: Post }, 'type');

  it('needs no attribute', () => {
    const all = cache.get(new schema.All(item));
    cache.set(new schema.Invalidate(item), { id: 1, type: 'link' });
    // @ts-expect-error the Union has an attribute
    new schema.All(item, 'type');
    // @ts-expect-error the Union has an attribute
    new schema.Invalidate(item, 'type');
    type Result = Expect<Equal<typeof all, (Link | Post)[] | undefined>>;
  });
});

describe('a form as the body', () => {
  it('is declared, and replaces the fields of the class', () => {
    const getTodos = new RestEndpoint({ path: '/todos', schema: schemaOfList });
    const upload = getTodos.push.extend({ body: {} as FormData });
    cache.fetch(upload, new FormData());
    // @ts-expect-error the body is a form
    cache.fetch(upload, { title: 'Tea' });
    // @ts-expect-error the body has fields
    cache.fetch(getTodos.push, new FormData());
  });
});
