import { restEndpoints, typed } from 'ngx-cache-query/rest';
import { Comment } from './issue';
import { getUserActivity } from './user-activity';

/** Comments: a list for each issue. What is written stands in it at once, as of now. */
export const commentEndpoints = restEndpoints({
  path: '/comments/:id',
  schema: Comment,
  searchParams: typed<{ issueId: number }>(),
  body: typed<{ issueId: number; authorId: number; body: string }>(),
  // The row has its issue under another name than the list.
  filter: ({ issue }, { issueId }) => issue === issueId,
  optimistic: true,
}).extend(({ getList, delete: remove }) => ({
  create: getList.push.extend({
    refetches: [getUserActivity],
    getOptimisticResponse: (_cache, comment) => ({
      ...comment,
      createdAt: new Date().toISOString(),
    }),
  }),
  delete: remove.extend({ refetches: [getUserActivity] }),
}));
