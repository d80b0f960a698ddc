import type { Signal } from '@angular/core';
import {
  type CacheResource,
  type CacheService,
  Collection,
  Entity,
  type EntityClass,
  infinite,
  type InfiniteResource,
  type InfiniteSnapshot,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  Query,
  RestEndpoint,
  restEndpoints,
  typed,
  schema,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Link, Post, Todo, User } from '../support/models';

declare const cache: CacheService;

const Todos = restEndpoints({
  path: '/users/:userId/todos/:id',
  schema: Todo,
  searchParams: {} as { readonly done?: boolean },
  pages: paginated('page', pageNumber()),
});

describe('restEndpoints', () => {
  it('has the path of one entity, and that of the list', () => {
    const one$ = cache.fetch(Todos.get, { userId: 1, id: 2 });
    const list$ = cache.fetch(Todos.getList, { userId: 1, done: true });
    type Results = [
      Expect<Equal<typeof one$, Observable<Todo>>>,
      Expect<Equal<typeof list$, Observable<Todo[]>>>,
    ];
    // @ts-expect-error the id is missing
    cache.fetch(Todos.get, { userId: 1 });
    // @ts-expect-error there is no such search parameter
    cache.fetch(Todos.getList, { userId: 1, finished: true });
    // @ts-expect-error the user is missing
    cache.fetch(Todos.getList, { done: true });
  });

  it('writes the fields of the class', () => {
    const created$ = cache.fetch(Todos.getList.push, { userId: 1 }, { title: 'Tea' });
    const changed$ = cache.fetch(Todos.partialUpdate, { userId: 1, id: 2 }, { completed: true });
    const moved$ = cache.fetch(Todos.getList.move, { userId: 1, id: 2 }, { userId: 'b' });
    const gone$ = cache.fetch(Todos.delete, { userId: 1, id: 2 });
    type Results = [
      Expect<Equal<typeof created$, Observable<Todo>>>,
      Expect<Equal<typeof changed$, Observable<Todo>>>,
      Expect<Equal<typeof moved$, Observable<Todo>>>,
      Expect<Equal<typeof gone$, Observable<undefined>>>,
    ];
    // @ts-expect-error a title is a string
    cache.fetch(Todos.update, { userId: 1, id: 2 }, { title: 5 });
    // @ts-expect-error a body is missing
    cache.fetch(Todos.getList.unshift, { userId: 1 });
  });

  it('accepts another body', () => {
    const Users = restEndpoints({ path: '/users/:id', schema: User, body: {} as { mail: string } });
    cache.fetch(Users.getList.push, { mail: 'a@b.example' });
    cache.fetch(Users.partialUpdate, { id: 1 }, {});
    // @ts-expect-error the mail is missing
    cache.fetch(Users.update, { id: 1 }, {});
    // @ts-expect-error there are no pages
    void Users.getList.getPage;
    // @ts-expect-error there are no search parameters
    cache.fetch(Users.getList, { q: 'x' });
  });

  it('has pages if the options say so', () => {
    const page$ = cache.fetch(Todos.getList.getPage, { userId: 1, page: 2 });
    const list$ = infiniteState(Todos.getList.getPage, { userId: 1 });
    const list = infinite(Todos.getList.getPage, () => [{ userId: 1 }], { keepPrevious: true });
    const asResource: CacheResource<Todo[] | undefined> = list;
    type Results = [
      Expect<Equal<typeof page$, Observable<Todo[]>>>,
      Expect<Equal<typeof list$, Observable<InfiniteSnapshot<Todo[], Todo>>>>,
      Expect<Equal<typeof list, InfiniteResource<Todo[], Todo>>>,
      Expect<Equal<typeof list.items, Signal<Todo[] | undefined>>>,
    ];
    infiniteState(Todos.getList.getPage.extend({ headers: { accept: 'text/plain' } }), {
      userId: 1,
    });
    // @ts-expect-error the endpoint of the list has no pages
    infiniteState(Todos.getList, { userId: 1 });
  });

  it('is extended by more endpoints, and by options', () => {
    const More = Todos.extend({ count: new RestEndpoint({ path: '/count', schema: User }) })
      .extend(({ get }) => ({ first: get.extend({ path: '/first' }) }))
      .extend('get', { path: '/todos/:slug' })
      .extend('current', { path: '/current' });
    const count$ = cache.fetch(More.count);
    const first$ = cache.fetch(More.first);
    const bySlug$ = cache.fetch(More.get, { slug: 'x' });
    const current$ = cache.fetch(More.current);
    cache.fetch(More.delete, { userId: 1, id: 2 });
    type Results = [
      Expect<Equal<typeof count$, Observable<User>>>,
      Expect<Equal<typeof first$, Observable<Todo>>>,
      Expect<Equal<typeof bySlug$, Observable<Todo>>>,
    ];
    void current$;
    // @ts-expect-error the slug is missing
    cache.fetch(More.get, { id: 1 });
  });
});

describe('a Collection', () => {
  const list = new Collection([Todo], {
    argsKey: ({ userId }: { userId: number }) => ({ userId }),
  });

  it('has the type of its list, and its own arguments', () => {
    const todos$ = cache.select(list, { userId: 1 });
    const count = cache.get(new Query(list, (todos) => todos.length), { userId: 1 });
    type Results = [
      Expect<Equal<typeof todos$, Observable<Todo[] | undefined>>>,
      Expect<Equal<typeof count, number | undefined>>,
    ];
    // @ts-expect-error the user is missing
    cache.select(list);
    // @ts-expect-error the user id is a number
    cache.select(list, { userId: 'a' });
  });

  it('may hold several classes, or be a map', () => {
    const feed = new Collection(new schema.Array({ link: Link, post: Post }, 'type'));
    const map = new Collection(new schema.Values(User));
    const items = cache.get(feed);
    const users = cache.get(map, { team: 'a' });
    type Results = [
      Expect<Equal<typeof items, (Link | Post)[] | undefined>>,
      Expect<Equal<typeof users, Record<string, User> | undefined>>,
    ];
  });

  it('contains entities', () => {
    new Collection([new schema.Union({ link: Link, post: Post }, 'type')]);
    // @ts-expect-error an object is no entity
    new Collection([{ todo: Todo, note: '' }]);
    // @ts-expect-error a list is no entity
    new Collection([[Todo]]);
    // @ts-expect-error a Collection needs a list
    new Collection(Todo);
    // @ts-expect-error an object is no list
    new Collection({ todo: Todo });
    // @ts-expect-error an object is no entity
    new Collection(new schema.Array({ todo: Todo, note: '' }));
    const listOf = <C extends EntityClass>(type: C) => new Collection([type]);
    const users = cache.get(listOf(User));
    type Result = Expect<Equal<typeof users, User[] | undefined>>;
  });

  it('passes the row of an entity to the filter', () => {
    new Collection([Todo], {
      filter: ({ title, userId }, { min }) => {
        type Args = [
          Expect<Equal<typeof title, string | undefined>>,
          Expect<Equal<typeof userId, string | number | undefined>>,
        ];
        return (title ?? '').length > Number(min);
      },
    });
  });

  it('is the schema of an endpoint, alone or in an object', () => {
    const getPage = new RestEndpoint({ path: '/todos', schema: { items: list, total: 0 } });
    const page$ = cache.fetch(getPage);
    const created$ = cache.fetch(getPage.push, { title: 'Tea' });
    const next$ = cache.fetch(paginated(getPage, 'cursor'), { cursor: 'x' });
    type Results = [
      Expect<Equal<typeof page$, Observable<{ items: Todo[]; total: number }>>>,
      Expect<Equal<typeof created$, Observable<Todo>>>,
      Expect<Equal<typeof next$, Observable<{ items: Todo[]; total: number }>>>,
    ];
  });
});

describe('L2 the body that creates', () => {
  const searchParams = {} as { readonly q?: string };
  const todos = new Collection([Todo]);
  const getTodos = new RestEndpoint({ path: '/todos', searchParams, schema: todos });

  it('has the fields of the class of the members', () => {
    const created$ = cache.fetch(getTodos.push, { title: 'Tea', userId: 'a' });
    cache.fetch(getTodos.unshift, { title: 'Tea', userId: { name: 'Ada' } });
    cache.fetch(getTodos.push, {});
    type Result = Expect<Equal<typeof created$, Observable<Todo>>>;
    // @ts-expect-error there is no such field
    cache.fetch(getTodos.push, { ttile: 'Tea' });
    // @ts-expect-error there is no such field
    cache.fetch(getTodos.unshift, { ttile: 'Tea' });
    // @ts-expect-error a title is a string
    cache.fetch(getTodos.push, { title: 5 });
    // @ts-expect-error the body is missing
    cache.fetch(getTodos.push);
  });

  it('has them wherever the list is nested, and in any kind of array', () => {
    const nested = new RestEndpoint({
      path: '/todos',
      schema: { data: { items: todos }, total: 0 },
    });
    const byArray = new RestEndpoint({
      path: '/todos',
      schema: new Collection(new schema.Array(Todo)),
    });
    for (const { push } of [nested.push, byArray.push].map((push) => ({ push }))) {
      cache.fetch(push, { title: 'Tea' });
      // @ts-expect-error there is no such field
      cache.fetch(push, { ttile: 'Tea' });
    }
    const ofUser = new RestEndpoint({ path: '/users/:userId/todos', schema: todos });
    cache.fetch(ofUser.push, { userId: 5 }, { title: 'Tea' });
    // @ts-expect-error there is no such field
    cache.fetch(ofUser.push, { userId: 5 }, { ttile: 'Tea' });
  });

  it('has those of any of several classes', () => {
    const lists = [
      new Collection(new schema.Array({ link: Link, post: Post }, 'type')),
      new Collection([new schema.Union({ link: Link, post: Post }, 'type')]),
    ] as const;
    const getFeed = new RestEndpoint({ path: '/feed', schema: lists[0] });
    const getUnion = new RestEndpoint({ path: '/feed', schema: lists[1] });
    cache.fetch(getFeed.push, { type: 'link', url: '/' });
    cache.fetch(getFeed.push, { type: 'post', content: 'x' });
    cache.fetch(getUnion.unshift, { type: 'post', content: 'x' });
    // @ts-expect-error neither class has such a field
    cache.fetch(getFeed.push, { type: 'post', contnet: 'x' });
    // @ts-expect-error neither class has such a field
    cache.fetch(getUnion.push, { uri: '/' });
  });

  it('has them by key for assign', () => {
    const byName = new Collection(new schema.Values(User));
    const getUsers = new RestEndpoint({ path: '/users', schema: byName });
    const users$ = cache.fetch(getUsers.assign, { ada: { name: 'Ada' } });
    type Result = Expect<Equal<typeof users$, Observable<Record<string, User>>>>;
    // @ts-expect-error there is no such field
    cache.fetch(getUsers.assign, { ada: { nmae: 'Ada' } });
  });

  it('is that of the endpoint, and stays that when other options change', () => {
    const body = {} as { readonly text: string };
    const search = new RestEndpoint({ path: '/todos', method: 'GET', body, schema: todos });
    cache.fetch(search.push, { text: 'Tea' });
    // @ts-expect-error the body has a text
    cache.fetch(search.push, { title: 'Tea' });
    const extended = getTodos.extend({ body });
    cache.fetch(extended.unshift, { text: 'Tea' });
    // @ts-expect-error the body has a text
    cache.fetch(extended.unshift, { title: 'Tea' });
    cache.fetch(getTodos.push.extend({ body }), { text: 'Tea' });
    cache.fetch(getTodos.extend({ staleTime: 5 }).push, { title: 'Tea' });
    // @ts-expect-error there is no such field
    cache.fetch(getTodos.extend({ staleTime: 5 }).push, { ttile: 'Tea' });
    cache.fetch(getTodos.extend({ schema: new Collection([User]) }).push, { name: 'Ada' });
    // @ts-expect-error a user has no title
    cache.fetch(getTodos.extend({ schema: new Collection([User]) }).push, { title: 'Tea' });
    cache.fetch(paginated(getTodos, 'page').push, { title: 'Tea' });
    // @ts-expect-error there is no such field
    cache.fetch(paginated(getTodos, 'page').push, { ttile: 'Tea' });
  });

  it('is that of restEndpoints, even if one is extended or has pages', () => {
    const Users = restEndpoints({
      path: '/users/:id',
      schema: User,
      body: {} as { readonly mail: string },
      pages: paginated('page', pageNumber()),
    }).extend('getList', { staleTime: 5 });
    const { getList } = restEndpoints({
      path: '/users/:id',
      schema: User,
      body: {} as { readonly mail: string },
      pages: paginated('page', pageNumber()),
    });
    cache.fetch(Users.getList.push, { mail: 'a@b.example' });
    // @ts-expect-error the body has a mail
    cache.fetch(Users.getList.push, { name: 'Ada' });
    cache.fetch(getList.getPage.push, { mail: 'a@b.example' });
    // @ts-expect-error the body has a mail
    cache.fetch(getList.getPage.push, { name: 'Ada' });
    cache.fetch(getList.extend({ name: 'users' }).push, { mail: 'a@b.example' });
    // @ts-expect-error the body has a mail
    cache.fetch(getList.extend({ name: 'users' }).push, { name: 'Ada' });
  });
});

describe('extend of a group, with a function for optimistic', () => {
  const orders = restEndpoints({ path: '/orders/:id', schema: Todo, optimistic });

  it('knows the body of an endpoint that is there', () => {
    orders.extend('partialUpdate', {
      optimistic: (_, { id }, body) => optimistic({ id, title: body.title }),
    });
    orders.extend('partialUpdate', {
      // @ts-expect-error the class has no such field
      optimistic: (_, { id }, body) => optimistic({ id, title: body.name }),
    });
  });

  it('accepts parameters and a body for a new one', () => {
    const more = orders
      .extend('finish', {
        path: '/orders/:id/finish',
        method: 'POST',
        optimistic: (_, { id }) => optimistic({ id, completed: true }),
      })
      .extend('rename', {
        path: '/orders/:id/rename',
        method: 'POST',
        body: typed<{ title: string }>(),
        optimistic: (_, { id }) => optimistic({ id, title: '…' }),
      });
    cache.fetch(more.finish, { id: 1 });
    cache.fetch(more.rename, { id: 1 }, { title: 'Tea' });
    // @ts-expect-error the body has a title
    cache.fetch(more.rename, { id: 1 }, { name: 'Tea' });
  });
});

describe('schema.Lazy', () => {
  class Department extends Entity {
    readonly staff: readonly (string | number)[] = [];
    static override readonly schema = { staff: new schema.Lazy(() => [Employee]) };
  }
  class Employee extends Entity {
    readonly department: Department | undefined = undefined;
    static override readonly schema = { department: Department };
  }

  it('is read with the keys in its field', () => {
    const staff$ = cache.select(Department.schema.staff, [1, 'b']);
    type Result = Expect<Equal<typeof staff$, Observable<Employee[] | undefined>>>;
    // @ts-expect-error these are no keys
    cache.select(Department.schema.staff, [{}]);
  });
});
