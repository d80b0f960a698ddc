import {
  schema,
  ɵFollowedAll as FollowedAll,
  ɵFollowedList as FollowedList,
  type ɵFollow as Follow,
} from 'ngx-cache-query';

/** Whose changes a view follows: all entities of `schema.All`, or the items of a list; other schemas are read again. */
export const followingOf: Follow['entities'] = (reader, queryable, args) =>
  queryable instanceof schema.All
    ? new FollowedAll(reader, queryable.types)
    : FollowedList.of(reader, queryable, args);
