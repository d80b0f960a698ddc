import {
  schema,
  ɵAllRows as AllRows,
  ɵListRows as ListRows,
  type ɵIncrementalProcess as IncrementalProcess,
} from 'ngx-cache-query';

/**
 * Returns the rows that are the input of a view: all entities of a `schema.All`, or the items of a list. Returns
 * `undefined` for other schemas. For these schemas, the whole list is read again after each change.
 */
export const sourcesOf: IncrementalProcess['sourcesOf'] = (reader, queryable, args) =>
  queryable instanceof schema.All
    ? new AllRows(reader, queryable.types)
    : ListRows.of(reader, queryable, args);
