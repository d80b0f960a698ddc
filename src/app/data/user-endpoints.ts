import { schema } from 'ngx-cache-query';
import { RestEndpoint, typed } from 'ngx-cache-query/rest';
import { User } from './user';

/** What a client may write of a user. */
export type UserFields = Pick<User, 'name' | 'email' | 'isAdmin' | 'hue'>;

export const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: typed<UserFields>(),
  schema: User,
  optimistic: true,
});

/** What a change may bring; only its type is used. */
const userChange: Partial<UserFields> = {};

export const updateUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: userChange,
  schema: User,
  // A name of blanks is refused: it is not shown before.
  getOptimisticResponse: (_cache, { id }, change) =>
    change.name?.trim() === '' ? undefined : { id, ...change },
});

export const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
  optimistic: true,
});
