import { Query, RestEndpoint, schema } from 'ngx-cache-query';
import { Link, Post } from './feed-item';

/** All links and posts. The `type` of an item distinguishes them. */
const allFeedItems = new schema.All({ link: Link, post: Post }, 'type');

export const getFeed = new RestEndpoint({ path: '/feed', schema: allFeedItems });

/** The whole feed, or all items of one type. */
export const feedItems = new Query(
  allFeedItems,
  (items, { type }: { type?: 'link' | 'post' } = {}) =>
    type === undefined ? items : items.filter((item) => item.type === type),
);

/** A Query over a Query: the number of items that the filter keeps. */
export const countFeed = new Query(feedItems, (items) => items.length);

/** The newest items first, optionally of only one type or one author. */
export const newestFeed = new Query(
  allFeedItems,
  (items, { type, authorId }: { type?: 'link' | 'post'; authorId?: number } = {}) =>
    items
      .filter(
        (item) =>
          (type === undefined || item.type === type) &&
          (authorId === undefined || item.authorId?.id === authorId),
      )
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
);
