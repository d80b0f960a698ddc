import { optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { Comment } from './issue';
import { getUserActivity } from './user-activity';

/** Comments. Each issue has a list. A new comment appears in the list immediately, with the current time. */
export const commentEndpoints = restEndpoints({
  path: '/comments/:id',
  schema: Comment,
  searchParams: typed<{ issueId: number }>(),
  body: typed<{ issueId: number; authorId: number; body: string }>(),
  // The field for the issue and the argument of the list have different names.
  filter: ({ issue }, { issueId }) => issue === issueId,
  optimistic,
}).extend(({ getList, delete: remove }) => ({
  create: getList.push.extend({
    refetches: [getUserActivity],
    optimistic: ({ now }, comment) =>
      optimistic({ ...comment, createdAt: new Date(now).toISOString() }),
  }),
  delete: remove.extend({ refetches: [getUserActivity] }),
}));
