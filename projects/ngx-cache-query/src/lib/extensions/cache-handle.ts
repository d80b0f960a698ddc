import { cacheStats, type QueryInfo, queryInfos } from '../query/query-info';
import { canonicalPk } from '../schema/entity/pk';
import { unkeyedError } from '../writes/write-errors';
import {
  type CacheHandle,
  type HandleParts,
  PARTS,
  type StoredRow,
  type TableInfo,
} from './cache-extension';
import { StoredResponseQuery } from '../requests/stored-response';
import { responseStates } from './response-states';
import { putRecord } from '../store/put-record';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';
import { copyFields } from '../util/plain-data';

/** Creates the handle through which extensions access a cache. */
export function cacheHandle(
  parts: HandleParts,
  isOfRoute: boolean,
  sweep: () => void,
): CacheHandle {
  const { reader, writer } = parts;
  const { store } = reader;
  return {
    [PARTS]: parts,
    isOfRoute,
    tables: () => [...store.tables.ofEntities].map(tableInfo),
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
    isOptimistic: (name, pk) => {
      const key = canonicalPk(pk);
      const tables = [...store.tables.ofEntities].filter((table) => table.name === name);
      return key !== undefined && tables.some(({ overlay }) => overlay?.has(key) === true);
    },
    responses: () =>
      parts.client === undefined ? [] : responseStates(reader, parts.client.freshness),
    writeRows: (rows) => {
      writer.mayWrite('writeRows');
      writer.write((transaction) => {
        for (const { table, pk, fields } of rows) {
          const key = canonicalPk(pk);
          if (isUnkeyed(store.tables, table)) throw unkeyedError(table);
          if (key === undefined) continue;
          const named = store.tables.named(table, table);
          named.overlay?.drop(transaction, key);
          putRecord(transaction, named, key, copyFields(fields));
        }
      });
    },
    queries: () => queryInfos(reader).map(withEndpoint),
    stats: () => cacheStats(reader),
    sweep,
  };
}

/** Replaces a {@link StoredResponseQuery} with its endpoint, because the query is internal. */
function withEndpoint(info: QueryInfo): QueryInfo {
  const { queryable } = info;
  return queryable instanceof StoredResponseQuery
    ? { ...info, queryable: queryable.endpoint }
    : info;
}

/** Whether a class without a `static key` has a table with the given name. */
function isUnkeyed({ ofEntities }: Tables, name: string): boolean {
  return [...ofEntities].some(
    (table) => table.name === name && table.plans.some(({ identity }) => identity !== name),
  );
}

/** Returns the description that extensions receive for a table. */
export function tableInfo({ name, size, isKnown }: Table): TableInfo {
  return { name, size, known: isKnown };
}
