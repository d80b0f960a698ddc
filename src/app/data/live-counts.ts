import { Query } from 'ngx-cache-query';
import { issueEndpoints } from './issue-endpoints';
import { getUsers } from './user-endpoints';

// These counts read responses, because a list of which the cache has only some rows must not be counted.

/** How many issues are not done. */
export const countOpenIssues = new Query(
  issueEndpoints.getList,
  (issues) => issues.filter(({ status }) => status !== 'done').length,
);

/** How many people there are. */
export const countPeople = new Query(getUsers, (users) => users.length);
