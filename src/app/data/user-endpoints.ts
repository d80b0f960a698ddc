import { schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import { User } from './user';

/** What a client may write of a user. */
export type UserFields = Pick<User, 'name' | 'email' | 'isAdmin'>;

export const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: {} as UserFields,
  schema: User,
});

/** What a change may bring; only its type is used. */
const userChange: Partial<UserFields> = {};

export const updateUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: userChange,
  schema: User,
});

export const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
});
