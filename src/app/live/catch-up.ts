import { type CacheService, type EntityClass, isTemporary, schema } from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import { issueEndpoints } from '../data/issue-endpoints';
import { Issue } from '../data/issue';
import { Todo } from '../data/todo';
import { todoEndpoints } from '../data/todo-endpoints';
import { User } from '../data/user';
import { getUsers } from '../data/user-endpoints';

/** All users on the server. With `schema.All`, the value would be all users in the cache. */
const getUserList = getUsers.extend({ schema: [User] });

const allUsers = new schema.All(User);
const allIssues = new schema.All(Issue);
const allTodos = new schema.All(Todo);

/**
 * Refetches all displayed data after changes were missed. Deletes the cached users, issues and todos that the new lists
 * do not contain.
 */
export function catchUp(cache: CacheService): void {
  const { getList: getIssues } = issueEndpoints;
  const { getList: getTodos } = todoEndpoints;
  void cache.refetch(() => true);
  if (cache.get(getUsers)) forgetGone(cache, User, cache.get(allUsers), cache.fetch(getUserList));
  if (cache.get(getIssues)) forgetGone(cache, Issue, cache.get(allIssues), cache.fetch(getIssues));
  if (cache.get(getTodos)) forgetGone(cache, Todo, cache.get(allTodos), cache.fetch(getTodos));
}

/** Deletes the cached rows that a new response does not contain. */
function forgetGone<T extends User | Issue | Todo>(
  cache: CacheService,
  type: EntityClass<T>,
  known: readonly T[] = [],
  answer$: Observable<readonly T[]>,
): void {
  answer$.subscribe({
    next: (answer) => {
      const there = new Set(answer.map(({ id }) => id));
      const gone = known.filter((row) => !there.has(row.id) && !isTemporary(row));
      cache.batch(() => gone.forEach(({ id }) => cache.delete(type, id)));
    },
    // Components that show the list also show the error and retry.
    error: () => undefined,
  });
}
