import type { CacheParts } from '../cache/cache-service';
import type { Table } from '../reactive/table';
import { isEndpoint } from '../requests/target';
import { All } from '../schema/all';
import { type Pk, pkOf } from '../schema/pk';
import { isEntityClass, planOf } from '../schema/plan';
import { Query } from '../schema/query';
import type { Queryable } from '../schema/queryable';
import { getOrInsert } from '../util/get-or-insert';
import { warnOnce } from '../util/warn';

/** The number of evicted keys of a table that are remembered. */
const MANY = 10_000;

/**
 * Warns of a read that finds nothing because its data was evicted. `select` and `get` only read the cache, so the data
 * is not loaded again automatically. Called only in dev mode.
 */
export function warnOfEvictedReads({ results, store }: CacheParts): void {
  const evicted = new Map<Table, Set<Pk>>();
  store.evicted.push((table, pks) => {
    const known = getOrInsert(evicted, table, () => new Set<Pk>());
    for (const pk of pks) if (known.size < MANY) known.add(pk);
  });
  const describe = (queryable: Queryable, args: readonly unknown[]): string | undefined => {
    if (queryable instanceof Query) return describe(queryable.schema as Queryable, args);
    if (isEndpoint(queryable)) {
      const { name, responses } = queryable;
      const known = evicted.get(store.tables.for(responses));
      const isGone = known?.has(queryable.key(...args));
      return isGone ? `the response of ${name}` : undefined;
    }
    if (isEntityClass(queryable)) {
      const pk = pkOf(queryable, args[0]);
      const isGone = pk !== undefined && evicted.get(store.tables.for(queryable).main)?.has(pk);
      return isGone ? `the ${planOf(queryable).name} "${pk}"` : undefined;
    }
    if (!(queryable instanceof All)) return undefined;
    const partial = queryable.types.find((type) => store.tables.for(type).isPartial);
    return (
      partial &&
      `some ${planOf(partial).name} entities, so the list of all entities of this class is incomplete`
    );
  };
  results.missed = (queryable, args) => {
    const what = describe(queryable, args);
    if (what === undefined) return;
    warnOnce(
      `a read found nothing because retention evicted ${what}. select and get only read the cache, so they do not ` +
        'request the data again. To read the data through an endpoint, use resource, watch or ensure. To keep the data ' +
        'in the cache, use withRetention({ keep: […] }).',
    );
  };
}
