import { Query } from 'ngx-cache-query';
import { issueEndpoints } from './issue-endpoints';
import { getUsers } from './user-endpoints';

// These counts read responses, because a list that is only partly in the cache must not be counted.

/** The number of issues that are not done. */
export const countOpenIssues = new Query(
  issueEndpoints.getList,
  (issues) => issues.filter(({ status }) => status !== 'done').length,
);

/** The number of people. */
export const countPeople = new Query(getUsers, (users) => users.length);
