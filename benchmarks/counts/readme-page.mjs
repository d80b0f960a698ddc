// The first example of the README, without its component class and its template.
import { inject } from '@angular/core';
import { CacheService, Entity, optimistic, Query, restEndpoints, schema } from 'ngx-cache-query';

export class User extends Entity {
  static key = 'User';
  id = 0;
  name = '';
  isAdmin = false;
}

const users = restEndpoints({ path: '/users/:id', schema: User, optimistic });
const admins = new Query(new schema.All(User), (all) => all.filter((user) => user.isAdmin));

export function page() {
  const cache = inject(CacheService);
  const update = cache.mutation(users.partialUpdate);
  return {
    list: cache.resource(users.getList),
    admins$: cache.select(admins),
    toggle: (user) => update.mutate({ id: user.id }, { isAdmin: !user.isAdmin }),
  };
}
