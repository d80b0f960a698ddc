import * as activity from './data/activity';
import * as feed from './data/feed';
import * as issueQueries from './data/issue-queries';
import * as liveCounts from './data/live-counts';
import * as todoQueries from './data/todo-queries';
import * as userActivity from './data/user-activity';
import * as userProfile from './data/user-profile';
import * as userQueries from './data/user-queries';

/** The names of the queries. A Query has no name, so the devtools learn those of the constants. */
export const names = {
  ...activity,
  ...feed,
  ...issueQueries,
  ...liveCounts,
  ...todoQueries,
  ...userActivity,
  ...userProfile,
  ...userQueries,
};
