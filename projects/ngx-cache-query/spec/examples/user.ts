// The entity that readme.spec.ts uses.

// #region entity
// user.ts
import { Entity, optimistic, Query, restEndpoints, schema } from 'ngx-cache-query';

export class User extends Entity {
  static override readonly key: string = 'User'; // the name of the table
  readonly id: number = 0; // the primary key
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

// users.get, users.getList, users.getList.push, users.update, users.partialUpdate, users.delete
export const users = restEndpoints({ path: '/users/:id', schema: User, optimistic });

// A Query derives data from the cache, here from all users in all responses. It never sends a request.
export const admins = new Query(new schema.All(User), (all) => all.filter((user) => user.isAdmin));
// #endregion
