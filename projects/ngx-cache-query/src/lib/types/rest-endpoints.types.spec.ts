import { type CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { infinite, type InfiniteList, restEndpoints, RestEndpoint } from 'ngx-cache-query/rest';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../testing-support/expect-type';
import { Link, Post, Todo, User } from '../testing-support/models';

declare const cache: CacheService;

const Todos = restEndpoints({
  path: '/users/:userId/todos/:id',
  schema: Todo,
  searchParams: {} as { readonly done?: boolean },
  paginationField: 'page',
});

describe('restEndpoints', () => {
  it('has the path of one entity, and of the list', () => {
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

  it('takes another body', () => {
    const Users = restEndpoints({ path: '/users/:id', schema: User, body: {} as { mail: string } });
    cache.fetch(Users.getList.push, { mail: 'a@b.example' });
    cache.fetch(Users.partialUpdate, { id: 1 }, {});
    // @ts-expect-error it lacks the mail
    cache.fetch(Users.update, { id: 1 }, {});
    // @ts-expect-error there are no pages
    void Users.getList.getPage;
    // @ts-expect-error there is no search
    cache.fetch(Users.getList, { q: 'x' });
  });

  it('has pages where it says so', () => {
    const page$ = cache.fetch(Todos.getList.getPage, { userId: 1, page: 2 });
    const list$ = infinite(Todos.getList.getPage, { userId: 1 });
    type Results = [
      Expect<Equal<typeof page$, Observable<Todo[]>>>,
      Expect<Equal<typeof list$, Observable<InfiniteList<Todo[], Todo>>>>,
    ];
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
  const list = new schema.Collection([Todo], {
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
    // @ts-expect-error it is a number
    cache.select(list, { userId: 'a' });
  });

  it('may hold several classes, or be a map', () => {
    const feed = new schema.Collection(new schema.Array({ link: Link, post: Post }, 'type'));
    const map = new schema.Collection(new schema.Values(User));
    const items = cache.get(feed);
    const users = cache.get(map, { team: 'a' });
    type Results = [
      Expect<Equal<typeof items, (Link | Post)[] | undefined>>,
      Expect<Equal<typeof users, Record<string, User> | undefined>>,
    ];
  });

  it('gives the filter the row of an entity', () => {
    new schema.Collection([Todo], {
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
    const next$ = cache.fetch(getPage.paginated('cursor'), { cursor: 'x' });
    type Results = [
      Expect<Equal<typeof page$, Observable<{ items: Todo[]; total: number }>>>,
      Expect<Equal<typeof created$, Observable<Todo>>>,
      Expect<Equal<typeof next$, Observable<{ items: Todo[]; total: number }>>>,
    ];
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

  it('is read with the keys that the field holds', () => {
    const staff$ = cache.select(Department.schema.staff, [1, 'b']);
    type Result = Expect<Equal<typeof staff$, Observable<Employee[] | undefined>>>;
    // @ts-expect-error these are no keys
    cache.select(Department.schema.staff, [{}]);
  });
});
