import { RestEndpoint, Scalar, typed } from 'ngx-cache-query';
import { User } from './user';

export type Period = '7d' | '30d' | 'all';

/** A user with the user's activity in a period. Each period has its own values, and the name is stored only once. */
export const userIn = new Scalar(User, {
  lens: ({ period }: { period: Period }) => period,
  fields: ['done', 'comments'],
});

/** The response contains only the columns of a period: `[{ id, done, comments }]`. */
export const getUserActivity = new RestEndpoint({
  path: '/users/activity',
  searchParams: typed<{ period: Period }>(),
  schema: [userIn.columns],
});
