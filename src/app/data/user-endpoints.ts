import { optimistic, RestEndpoint, schema, typed } from 'ngx-cache-query';
import { User } from './user';

/** The fields of a user that a client can write. */
export type UserFields = Pick<User, 'name' | 'email' | 'isAdmin' | 'hue'>;

export const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: typed<UserFields>(),
  schema: User,
  optimistic,
});

/** The body of a change. Only the type of this object is used. */
const userChange: Partial<UserFields> = {};

export const updateUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: userChange,
  schema: User,
  // The server rejects a name that contains only spaces, so this name is not shown.
  optimistic: (_cache, { id }, change) =>
    change.name?.trim() === '' ? undefined : optimistic({ id, ...change }),
});

export const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
  optimistic,
});
