import { recordKeyOf } from '../graph/endpoint-cell';
import { Query } from '../schema/query';
import type { Reader } from '../query/reader';
import { isEndpoint } from '../requests/endpoint';
import { pkOf } from '../schema/denormalizer';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { Queryable } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import { All } from '../schema/shapes/all';
import { wasEvicted } from '../store/evict';
import type { Tables } from '../store/tables';
import { warnOnce } from '../util/warn';

/**
 * Logs a warning if retention evicted the data that a read needs. `select` and `get` only read the cache, so the data
 * is not loaded again automatically. Called only in dev mode.
 */
export function warnOfEvicted(
  reader: Reader,
  queryable: Queryable,
  args: readonly unknown[],
): void {
  let what: string | undefined;
  try {
    what = evictedIn(reader.store.tables, queryable, args);
  } catch {
    return; // The read itself reports the error.
  }
  if (what === undefined) return;
  warnOnce(
    `a read found nothing because retention evicted ${what}. select and get only read the cache, so they do not ` +
      'request the data again. To read the data through an endpoint, use resource, watch or ensure. To keep the data ' +
      'in the cache, use withRetention({ keep: […] }).',
  );
}

/** Returns a description of the evicted data that a read needs. Returns `undefined` if no data was evicted. */
function evictedIn(
  tables: Tables,
  queryable: Queryable,
  args: readonly unknown[],
): string | undefined {
  if (queryable instanceof Query) return evictedIn(tables, queryable.schema as Queryable, args);
  if (isEndpoint(queryable)) {
    const isGone = wasEvicted(tables.results, recordKeyOf(queryable, queryable.key(...args)));
    return isGone ? `the response of ${queryable.name}` : undefined;
  }
  if (isEntityClass(queryable)) {
    const pk = pkOf(queryable, args[0]);
    const isGone = pk !== undefined && wasEvicted(tables.of(planOf(queryable)), pk);
    return isGone ? `the ${planOf(queryable).name} "${pk}"` : undefined;
  }
  if (!(queryable instanceof All)) return undefined;
  const { types } = queryable as unknown as { readonly types: readonly EntityClass[] };
  const partial = types.find((type) => tables.of(planOf(type)).knowledge === 'partial');
  return (
    partial &&
    `some ${planOf(partial).name} entities, so the list of all entities of this class is incomplete`
  );
}
