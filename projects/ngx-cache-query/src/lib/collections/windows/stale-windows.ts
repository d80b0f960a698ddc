import { isEntityClass } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { SchemaLike } from '../../schema/schema';
import type { ArrivedMutation, CommitHook, StaleResponse } from '../../store/commit-hook';
import { shapeOf } from '../../store/schema-agreement';
import type { Transaction } from '../../store/transaction';
import type { Fields } from '../../util/plain-data';
import { contentOf, type Items } from '../edits/list-edit';
import { type ListPlan, listPlanOf } from '../list-plan';
import { changesIn, type EntityChange } from './entity-change';
import { listsIn } from './lists-in';

/**
 * Finds the windows that a mutation makes stale. A window is a list that contains only one page of the items. After a
 * mutation, only the server knows which items are on which page, and how many items there are.
 */
export class StaleWindows implements CommitHook {
  /** @see CommitHook */
  staleAfter(transaction: Transaction, { batch, since, reads }: ArrivedMutation): StaleResponse[] {
    const { tables } = transaction;
    const changes = changesIn(tables, batch, since);
    const stale: StaleResponse[] = [];
    const note = (recordKey: string, list: ListPlan) =>
      stale.push({ recordKey, waitsFor: (schema) => writes(schema, list) });
    const windows = staleIn(transaction, changes);
    if (windows.size > 0) {
      const { results } = tables;
      for (const [key, slot] of results.index) {
        const { endpoint, value } = results.records[slot] as unknown as StoredResponse;
        for (const { list, stored } of listsIn(endpoint.schema, value)) {
          if (windows.get(list)?.has(stored as Pk)) note(String(key), list);
        }
      }
    }
    // The response to a read in flight may be older than the mutation.
    for (const { recordKey, schema, args } of reads) {
      for (const { list, argsOf } of listsIn(schema)) {
        const row = { args: argsOf(args), items: [] };
        if (isStale(list, row, changes)) note(recordKey, list);
      }
    }
    return stale;
  }
}

interface StoredResponse {
  readonly endpoint: { readonly schema: SchemaLike };
  readonly value: unknown;
}

/** Returns the keys of the stale windows, grouped by Collection. */
function staleIn({ tables }: Transaction, changes: readonly EntityChange[]) {
  const stale = new Map<ListPlan, Set<Pk>>();
  for (const table of tables.ofEntities) {
    for (const plan of table.plans) {
      const list = listPlanOf(plan);
      if (list === undefined) continue;
      for (const [pk, slot] of table.index) {
        if (!isStale(list, table.records[slot]!, changes)) continue;
        stale.set(list, (stale.get(list) ?? new Set()).add(pk));
      }
    }
  }
  return stale;
}

/** Whether a list is a window and a change may affect its items, their order or their number. */
function isStale(list: ListPlan, row: Fields, changes: readonly EntityChange[]): boolean {
  return list.pageArguments.isWindow(row) && changes.some((each) => affects(list, row, each));
}

function affects(list: ListPlan, row: Fields, change: EntityChange): boolean {
  const { before, after, isOvertaken, operation, call } = change;
  const type = list.classOf(change.type);
  if (type === undefined) return false;
  const args = row['args'] as Fields;
  const isOn = () => {
    const key = list.keyOf(list.store({ type, pk: change.pk }));
    return contentOf(list, row['items'] as Items).has(key);
  };
  // For a removal, the parameters of the request identify the list. They take precedence over the body.
  if (operation === 'remove') return isOn() || list.names({}, args, [...call].reverse()) === true;
  if (after === undefined) {
    return isOn() || before === undefined || list.fits(before, args, []) !== false;
  }
  const isAdded = operation !== undefined && operation !== 'move';
  if (isAdded || before === undefined) return list.fits(after, args, call) !== false;
  if (isOvertaken) return true;
  const [did, does] = [list.fits(before, args, []), list.fits(after, args, [])];
  if (did === false && does === false) return isOn();
  return did !== does || operation === 'move' || sortsBy(list, args, change.fields);
}

/** Whether an argument of a list, such as `_sort: '-name,id'`, contains the name of one of the fields. */
function sortsBy(list: ListPlan, args: Fields, fields: ReadonlySet<string>): boolean {
  return Object.entries(args).some(
    ([name, value]) =>
      typeof value === 'string' &&
      !list.pageArguments.has(name) &&
      value.split(/\W+/).some((word) => fields.has(word)),
  );
}

/** Whether a mutation with the given schema writes or deletes entities of a list. */
function writes(schema: SchemaLike, list: ListPlan): boolean {
  if (isEntityClass(schema)) return list.classOf(schema) !== undefined;
  return Object.values(shapeOf(schema).parts).some((part) => writes(part, list));
}
