import {
  averageOf,
  type CacheService,
  countRows,
  distinctRows,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  minOf,
  orderBy,
  Query,
  schema,
  sumOf,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { allTodos, allUsers, feed, type Link, type Post, type Todo, User } from '../support/models';

declare const cache: CacheService;

describe('the types of a view', () => {
  it('flow from the schema through the steps', () => {
    const named = new Query(
      allUsers,
      view(
        where((user) => user.name !== ''),
        orderBy('name', 'desc', (user) => user.id),
        distinctRows('name'),
        limit(5),
      ),
    );
    const named$ = cache.select(named);
    type Result = Expect<Equal<typeof named$, Observable<User[] | undefined>>>;
    const names = new Query(
      allUsers,
      view(
        mapRows((user) => user.name),
        where((name) => name.length > 1),
      ),
    );
    type Names = Expect<Equal<ReturnType<typeof names.process>, string[]>>;
  });

  it('narrow with a type predicate', () => {
    const links = new Query(feed, view(where((item): item is Link => item.type === 'link')));
    type Result = Expect<Equal<ReturnType<typeof links.process>, Link[]>>;
    const all = new Query(feed, view(orderBy('id')));
    type All = Expect<Equal<ReturnType<typeof all.process>, (Link | Post)[]>>;
  });

  it('take the arguments of all steps together', () => {
    const page = new Query(
      allUsers,
      view(
        where((user, { name }: { name: string }) => user.name === name),
        limit(10, ({ from }: { from: number }) => from),
      ),
    );
    cache.select(page, { name: 'Ada', from: 0 });
    // @ts-expect-error the second step needs from
    cache.select(page, { name: 'Ada' });
    // @ts-expect-error the steps need arguments
    cache.select(page);
  });

  it('include groups and totals', () => {
    const groups = new Query(allUsers, view(groupRows((user) => user.name)));
    type Groups = Expect<Equal<ReturnType<typeof groups.process>, Map<string, User[]>>>;
    const counts = new Query(allUsers, view(groupRows('name'), countRows()));
    type Counts = Expect<Equal<ReturnType<typeof counts.process>, Map<string, number>>>;
    const total = new Query(allTodos, view(sumOf((todo) => todo.id)));
    type Total = Expect<Equal<ReturnType<typeof total.process>, number>>;
    const mean = new Query(allTodos, view(averageOf('id')));
    type Mean = Expect<Equal<ReturnType<typeof mean.process>, number | undefined>>;
    const first = new Query(allUsers, view(minOf((user) => user.name)));
    type First = Expect<Equal<ReturnType<typeof first.process>, string | undefined>>;
    const last = new Query(
      allUsers,
      view(
        groupRows('name'),
        maxOf((user) => user.id),
      ),
    );
    type Last = Expect<Equal<ReturnType<typeof last.process>, Map<string, string | undefined>>>;
  });

  it('apply to each group after groupRows', () => {
    const listed = new Query(
      allUsers,
      view(
        where((user) => user.name !== ''),
        groupRows((user) => user.name),
        orderBy('id', 'desc'),
        where((user) => user.isAdmin),
        limit(1),
        mapRows((user) => user.id),
      ),
    );
    type Listed = Expect<Equal<ReturnType<typeof listed.process>, Map<string, string[]>>>;
    const first = new Query(
      allUsers,
      view(
        groupRows('name'),
        where((user) => user.isAdmin),
        minOf('id'),
      ),
    );
    type First = Expect<Equal<ReturnType<typeof first.process>, Map<string, string | undefined>>>;
    const nested = new Query(allUsers, view(groupRows('name'), groupRows('isAdmin'), countRows()));
    type Nested = Expect<
      Equal<ReturnType<typeof nested.process>, Map<string, Map<boolean, number>>>
    >;
    const paged = new Query(
      allUsers,
      view(
        groupRows((user, { by }: { by: 'name' | 'id' }) => user[by]),
        limit(({ count }: { count: number }) => count),
      ),
    );
    cache.select(paged, { by: 'name', count: 1 });
    // @ts-expect-error the second step needs count
    cache.select(paged, { by: 'name' });
    // @ts-expect-error there is no such field
    new Query(allUsers, view(groupRows('name'), orderBy('nam')));
  });

  it('accept a Date field by its name', () => {
    class Issue extends Entity {
      readonly due: Date | null = null;
    }
    const next = new Query(new schema.All(Issue), view(minOf('due')));
    type Next = Expect<Equal<ReturnType<typeof next.process>, Date | undefined>>;
    const last = new Query(new schema.All(Issue), view(groupRows('due'), maxOf('due')));
    type Last = Expect<Equal<ReturnType<typeof last.process>, Map<Date | null, Date | undefined>>>;
    // @ts-expect-error there is no such field
    new Query(new schema.All(Issue), view(minOf('do')));
  });

  it('need a list', () => {
    // @ts-expect-error one entity is no list
    new Query(User, view(countRows()));
    // @ts-expect-error a join is no list
    new Query({ users: allUsers }, view(countRows()));
  });

  it('pair the joined entities', () => {
    const pairs = new Query(
      allTodos,
      view(
        join(allUsers, (todo) => todo.title),
        mapRows(([todo, user]) => [todo.id, user.name] as const),
      ),
    );
    type Pairs = Expect<Equal<ReturnType<typeof pairs.process>, (readonly [Todo['id'], string])[]>>;
  });

  it('exclude unknown fields', () => {
    // @ts-expect-error there is no such field
    new Query(allUsers, view(orderBy('nam')));
    // @ts-expect-error there is no such field
    new Query(allUsers, view(where((user) => user.nam)));
    // @ts-expect-error a name is no number
    new Query(allUsers, view(sumOf('name')));
    const all = where(() => true);
    // @ts-expect-error a number cannot be filtered
    new Query(allUsers, view(countRows(), all));
    view(whereEquals<User>({ name: 'Ada' }));
    // @ts-expect-error there is no such field
    view(whereEquals<User>({ nam: 'Ada' }));
    // @ts-expect-error a name is a string
    view(whereEquals<User>({ name: 5 }));
  });

  it('are those of a function of a list', () => {
    const names = view(
      orderBy((user: User) => user.name),
      mapRows((user) => user.name),
    );
    const result = names([User.fromJS({})]);
    type Result = Expect<Equal<typeof result, string[]>>;
  });
});
