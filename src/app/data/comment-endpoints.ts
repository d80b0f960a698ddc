import { restEndpoints, typed } from 'ngx-cache-query/rest';
import { Comment } from './issue';

/** Comments: a list for each issue. What is written stands in it at once, as of now. */
export const commentEndpoints = restEndpoints({
  path: '/comments/:id',
  schema: Comment,
  searchParams: typed<{ issueId: number }>(),
  body: typed<{ issueId: number; authorId: number; body: string }>(),
  // The row has its issue under another name than the list.
  filter: ({ issue }, { issueId }) => issue === issueId,
  optimistic: true,
}).extend(({ getList }) => ({
  create: getList.push.extend({
    getOptimisticResponse: (_cache, comment) => ({
      ...comment,
      createdAt: new Date().toISOString(),
    }),
  }),
}));
