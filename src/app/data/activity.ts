import { Collection, cursorIn, paginated, Query, RestEndpoint, schema } from 'ngx-cache-query';
import { getFeed } from './feed';
import { Author, Link, Post } from './feed-item';

/** The filters of the activity list. Each combination of filters has a separate list. */
export interface ActivityFilter {
  readonly type?: 'link' | 'post';
  readonly authorId?: number;
}

/** Only the type of this object is used. */
const anyFilter: ActivityFilter = {};

/** Links and posts, newest first, with their total. */
export const getActivity = new RestEndpoint({
  path: '/activity',
  searchParams: anyFilter,
  schema: {
    items: new Collection(new schema.Array({ link: Link, post: Post }, 'type')),
    total: 0,
    nextCursor: '',
  },
});

/** The same list, loaded page by page. Each page begins where the previous page ended. */
export const getActivityPage = paginated(getActivity, 'cursor', cursorIn('nextCursor'));

/** The number of links and posts per author, in descending order. */
export const getActivityAuthors = new RestEndpoint({ path: '/activity/authors', schema: [Author] });

/** The authors, each with the number of their links and posts. Deleted users are not included. */
export const activityAuthors = new Query(getActivityAuthors, (authors) =>
  authors.flatMap(({ authorId: user, links, posts }) =>
    user ? [{ user, items: links + posts }] : [],
  ),
);

/** The number of links and posts of all users, counted by the server. */
export const countKinds = new Query(getActivityAuthors, (authors) => ({
  link: authors.reduce((sum, { links }) => sum + links, 0),
  post: authors.reduce((sum, { posts }) => sum + posts, 0),
}));

/** The number of links and posts. It is `undefined` until a response with the counts or with the feed arrives. */
export const countActivity = new Query({ kinds: countKinds, feed: getFeed }, ({ kinds, feed }) =>
  kinds ? kinds.link + kinds.post : feed?.length,
);
