import { isMeant } from '../extensions/commit-of';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Pk } from '../schema/entity/pk';
import type { ChangeSet } from '../store/change-set';
import type { Table } from '../store/table';
import { NotJson, toJson } from './json-data';
import type { SnapshotScope } from './snapshot-scope';
import type { StoredResponseData } from './stored-data';
import { shapeText } from './stored-names';

/** Selects the rows that a commit changed. Removed rows are marked as deleted in the snapshot. */
export function changedRows({ knowledge, rows }: ChangeSet): SnapshotScope {
  const changed = new Map<Table, Set<Pk>>();
  for (const change of rows) {
    const { pk, table } = change;
    if (isMeant(change)) changed.set(table, (changed.get(table) ?? new Set<Pk>()).add(pk));
  }
  return {
    partOf: () => 'all',
    fieldsOf: (_, record) => record,
    keysOf: (table) => changed.get(table) ?? [],
    concerns: (table) => knowledge.includes(table),
  };
}

/** Returns the responses that a commit removed. */
export function removedResponses(results: Table, { rows }: ChangeSet): StoredResponseData[] {
  return rows.flatMap(({ after, before, table }) => {
    if (table !== results || before === undefined || after !== undefined) return [];
    const { original: endpoint } = before['endpoint'] as AnyEndpoint;
    const args = argsAsJson(before['args']);
    const shape = shapeText(endpoint.schema);
    return args === undefined ? [] : [{ endpoint: endpoint.name, shape, args, isRemoved: true }];
  });
}

function argsAsJson(args: unknown): readonly unknown[] | undefined {
  try {
    return toJson(args) as readonly unknown[];
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}
