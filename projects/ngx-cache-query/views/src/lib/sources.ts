import {
  schema,
  ɵAllRows as AllRows,
  ɵListRows as ListRows,
  type ɵIncrementalProcess as IncrementalProcess,
} from 'ngx-cache-query';

/** Whose changes a view follows: all entities of `schema.All`, or the items of a list; other schemas are read again. */
export const sourcesOf: IncrementalProcess['sourcesOf'] = (reader, queryable, args) =>
  queryable instanceof schema.All
    ? new AllRows(reader, queryable.types)
    : ListRows.of(reader, queryable, args);
