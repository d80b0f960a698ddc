import { Query } from 'ngx-cache-query';
import { getFeed } from './feed';
import { getIssues } from './issue-endpoints';
import { getUsers } from './user-endpoints';

// Over what was answered: a list of which the cache has only some is not counted yet.

/** How many issues are not done. */
export const countOpenIssues = new Query(
  getIssues,
  (issues) => issues.filter(({ status }) => status !== 'done').length,
);

/** How many people there are. */
export const countPeople = new Query(getUsers, (users) => users.length);

/** How many links and posts there are. */
export const countActivity = new Query(getFeed, (items) => items.length);
