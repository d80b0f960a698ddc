import type { Reader } from '../query/reader';
import type { AnyEndpoint } from '../requests/endpoint';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { SnapshotScope } from '../snapshots/snapshot-scope';
import { classesIn, references } from '../store/schema-agreement';
import type { Table } from '../store/table';
import { reachedRows } from './reached-rows';

/**
 * Selects the data that a rendered page shows. The data consists of the rows that {@link reachedRows} returns. A class
 * can exclude its rows, or some fields of its rows, with `static transfer`.
 */
export function pageScope(reader: Reader): SnapshotScope {
  const reached = reachedRows(reader);
  return {
    keysOf: (table) => (transferOf(table) === false ? [] : (reached.get(table) ?? [])),
    concerns: (table) => table.isKnown && reader.graph.byTable.has(table),
    fieldsOf: (table, record) => {
      const names = transferOf(table);
      if (names === undefined || names === false) return record;
      return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
    },
    partOf,
  };
}

/**
 * Returns which part of the responses of an endpoint is written to the page. If rows or fields of a response are not
 * written to the page, the response is marked as stale. The browser then sends the request again after hydration.
 */
function partOf({ schema }: AnyEndpoint): 'all' | 'some' | 'none' {
  if (classesIn(schema).some((type) => type.transfer === false)) return 'none';
  return references(schema, isLimited) ? 'some' : 'all';
}

function isLimited({ type }: EntityPlan): boolean {
  return type.transfer !== undefined;
}

function transferOf({ plans }: Table): readonly string[] | false | undefined {
  return plans.map(({ type }) => type.transfer).find((each) => each !== undefined);
}
