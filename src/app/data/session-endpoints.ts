import { Collection, RestEndpoint, typed } from 'ngx-cache-query';
import { Issue } from './issue';

export const createSession = new RestEndpoint({
  path: '/session',
  method: 'POST',
  body: typed<{ userId: number }>(),
  process: (session: { token: string; userId: number; name: string }) => session,
});

export const endSession = new RestEndpoint({ path: '/session', method: 'DELETE' });

/**
 * A page with the issues of the signed-in user. The parameters contain the id of the user and the order, so that the
 * cache can determine which changes affect the pages.
 */
export const getMyIssues = new RestEndpoint({
  path: '/me/issues',
  searchParams: typed<{ assigneeId: number; sort: '-updatedAt'; page: number; limit: number }>(),
  schema: { items: new Collection([Issue]), total: 0 },
});
