import { Collection, Query, schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import { getFeed } from './feed';
import { Author, Link, Post } from './feed-item';

/** What may be asked of the activity: each filter has a list of its own. */
export interface ActivityFilter {
  readonly type?: 'link' | 'post';
  readonly authorId?: number;
}

/** Any of them; only its type is used. */
const anyFilter: ActivityFilter = {};

/** Links and posts, the newest first, and how many there are in all. */
export const getActivity = new RestEndpoint({
  path: '/activity',
  searchParams: anyFilter,
  schema: {
    items: new Collection(new schema.Array({ link: Link, post: Post }, 'type')),
    total: 0,
    nextCursor: '',
  },
});

/** The same page by page: each goes on where the one before ended. */
export const getActivityPage = getActivity.paginated('cursor');

/** Who wrote how many links and posts: those with the most of them first. */
export const getActivityAuthors = new RestEndpoint({ path: '/activity/authors', schema: [Author] });

/** The authors and how much they share, without users who have left. */
export const activityAuthors = new Query(getActivityAuthors, (authors) =>
  authors.flatMap(({ authorId: user, links, posts }) =>
    user ? [{ user, items: links + posts }] : [],
  ),
);

/** How many links and posts there are: of everybody, as the server counts them. */
export const countKinds = new Query(getActivityAuthors, (authors) => ({
  link: authors.reduce((sum, { links }) => sum + links, 0),
  post: authors.reduce((sum, { posts }) => sum + posts, 0),
}));

/** The number of links and posts, as soon as a response has it. */
export const countActivity = new Query({ kinds: countKinds, feed: getFeed }, ({ kinds, feed }) =>
  kinds ? kinds.link + kinds.post : feed?.length,
);
