import { Entity, RestEndpoint, restEndpoints, typed } from 'ngx-cache-query';
import {
  type CacheTesting,
  entityFactory,
  failure,
  provideCacheTesting,
  respondTo,
} from 'ngx-cache-query/testing';
import { Todo, User } from '../support/models';
import type { Equal, Expect } from '../support/expect-type';

class Task extends Entity {
  readonly id: number = 0;
  readonly status: 'open' | 'closed' = 'open';
  readonly labels: string[] = [];
}

declare const testing: CacheTesting;

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const createUser = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });

const todos = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  searchParams: typed<{ done?: boolean }>(),
  body: typed<{ userId: string }>(),
});

describe('ngx-cache-query/testing', () => {
  it('knows the arguments of endpoints', () => {
    respondTo(getUser, ({ id }) => (id === 9 ? failure(404) : { id }));
    respondTo(createUser, ({ name }) => ({ id: 'a', name: name.trim() }));
    respondTo(getUser, { id: 'a' });
    respondTo(todos.getList.push, ({ userId }) => ({ id: 1, userId: userId.trim() }));
    respondTo(
      todos.getList.push,
      ({ done }: { done?: boolean }, { userId }: { userId: string }) => ({
        userId,
        done,
      }),
    );
    respondTo(todos.getList.push, { id: 1 });
    // @ts-expect-error the body has no such field
    respondTo(todos.getList.push, ({ done }) => ({ id: 1, done }));
    // @ts-expect-error the parameters have no such field
    respondTo(todos.getList.push, ({ team }: { team: string }, _body: object) => ({ team }));
    // @ts-expect-error a name is a string
    respondTo(createUser, ({ name }) => ({ id: 'a', name: name.toFixed() }));
    // @ts-expect-error the endpoint has no such arguments
    respondTo(createUser, (count: number) => ({ id: count }));
    testing.expectRequest(getUser);
    testing.expectRequest(getUser, { id: 5 });
    // @ts-expect-error the parameter is called id
    testing.expectRequest(getUser, { ids: 5 });
    const { name } = testing.expectRequest(createUser).args[0];
    type Name = Expect<Equal<typeof name, string>>;
    testing.isStale(getUser, { id: 5 });
    // @ts-expect-error one response is stale or not
    testing.isStale(getUser);
    type All = [Name];
  });

  it('knows the fields of entities', () => {
    provideCacheTesting({
      entities: [
        [User, [{ id: 'a', name: 'Ada' }]],
        [Todo, [{ id: 1, userId: 'a' }]],
      ],
    });
    // @ts-expect-error a name is a string
    provideCacheTesting({ entities: [[User, [{ id: 'a', name: 1 }]]] });
    const newUser = entityFactory(User, (n) => ({ id: `${n}`, name: '' }));
    const newTodo = entityFactory(Todo, (n) => ({ id: n, userId: newUser() }));
    const newTask = entityFactory(Task, (n) => ({ id: n, status: 'open', labels: ['a'] }));
    const { status } = newTask();
    type Statuses = Expect<Equal<typeof status, 'open' | 'closed'>>;
    newTask({ status: 'closed', labels: [] });
    // @ts-expect-error there is no such status
    entityFactory(Task, (n) => ({ id: n, status: 'opened' }));
    const user = newUser({ isAdmin: true });
    const name: string = user.name;
    newTodo({ userId: newUser({ name }) });
    newTodo.list(2, { userId: 'a' });
    // @ts-expect-error there is no such field
    newUser({ nmae: '' });
    // @ts-expect-error there is no such field
    entityFactory(User, (n) => ({ id: `${n}`, nmae: '' }));
    type All = [Statuses];
  });
});
