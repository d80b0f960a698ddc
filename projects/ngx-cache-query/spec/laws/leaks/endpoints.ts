import {
  optimistic,
  orderBy,
  pageNumber,
  paginated,
  Query,
  RestEndpoint,
  restEndpoints,
  view,
  where,
} from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { Task } from '../../support/rest-todos';

export const getUsers = new RestEndpoint({ path: '/users', schema: allUsers });
export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
/** Polled. */
export const getNews = new RestEndpoint({
  path: '/news/:id',
  schema: User,
  pollInterval: 5_000,
  staleTime: 1_000,
});
/** Always fails, so that it is retried. */
export const getBroken = new RestEndpoint({ path: '/broken/:id', schema: User });

export const Tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { readonly board?: string },
  pages: paginated('page', pageNumber()),
  optimistic: optimistic,
});

/** A view over a list that changes. */
export const usersAfter = new Query(
  allUsers,
  view(
    where((user, { id }: { id: string }) => user.id >= id),
    orderBy('name'),
  ),
);
/** A plain function over the same list. */
export const countUsers = new Query(allUsers, (users, start: string) => {
  return users.filter(({ name }) => name.startsWith(start)).length;
});
