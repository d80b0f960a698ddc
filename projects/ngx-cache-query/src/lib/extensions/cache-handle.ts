import type { QueryInfo } from '../query/query-info';
import type { Reader } from '../query/reader';
import { canonicalPk } from '../schema/entity/pk';
import { unkeyedError } from '../writes/write-errors';
import type { CacheHandle, StoredRow } from './cache-extension';
import { SnapshotQuery } from '../requests/endpoint-state';
import type { Writer } from '../writes/writer';

/** Creates the handle with which extensions access a cache. */
export function cacheHandle(
  reader: Reader,
  writer: Pick<Writer, 'mayWrite' | 'write'>,
  sweep: () => void,
): CacheHandle {
  const { store } = reader;
  return {
    tables: () => [...store.tables.ofEntities].map((table) => table.info),
    rows: (name) => {
      const rows: StoredRow[] = [];
      for (const table of store.tables.ofEntities) {
        if (table.name !== name) continue;
        const slots = [...table.index].sort(([, a], [, b]) => a - b);
        for (const [pk, slot] of slots) {
          rows.push({ table: name, pk: String(pk), fields: table.records[slot]! });
        }
      }
      return rows;
    },
    restore: (rows) => {
      writer.mayWrite('restore');
      writer.write((transaction) => {
        for (const { table, pk, fields } of rows) {
          const key = canonicalPk(pk);
          if (store.tables.isUnkeyed(table)) throw unkeyedError(table);
          if (key !== undefined) transaction.restore(store.tables.named(table, table), key, fields);
        }
      });
    },
    queries: () => reader.queries().map(withEndpoint),
    stats: () => reader.stats(),
    sweep,
  };
}

/** Replaces the internal query for the state of an endpoint with the endpoint itself. */
function withEndpoint(info: QueryInfo): QueryInfo {
  const { queryable } = info;
  return queryable instanceof SnapshotQuery ? { ...info, queryable: queryable.endpoint } : info;
}
