// The first example of the README, without its component class and its template.
import { inject } from '@angular/core';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { restEndpoints } from 'ngx-cache-query/rest';

export class User extends Entity {
  static key = 'User';
  id = 0;
  name = '';
  isAdmin = false;
}

const users = restEndpoints({ path: '/users/:id', schema: User, optimistic: true });
const admins = new Query(new schema.All(User), (all) => all.filter((user) => user.isAdmin));

export function page() {
  const cache = inject(CacheService);
  const update = cache.mutation(users.partialUpdate);
  return {
    list: cache.resource(users.getList),
    admins$: cache.select(admins),
    toggle: (user) => update.run({ id: user.id }, { isAdmin: !user.isAdmin }),
  };
}
