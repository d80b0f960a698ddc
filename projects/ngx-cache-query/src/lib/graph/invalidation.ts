import { setRecord } from '../schema/entity/entity';
import { defaultOf } from '../schema/entity/entity-default';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Change, ChangeSet } from '../store/change-set';
import type { Table } from '../store/table';
import { sameData } from '../util/equality';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { type EntityCell, isEntityCell } from './entity-type';
import type { EntityType } from './entity-type';
import type { Graph } from './graph';
import type { Source } from './source';
import { type Node, OUTDATED } from './node';

declare const ngDevMode: unknown;

/** In dev mode, a warning is logged if a change to one row affects at least this many other rows through relations. */
const FAR_REACHING = 1_000;

/**
 * Marks all nodes affected by a commit as outdated. These are the cells of changed rows, and all nodes that contain
 * them directly or indirectly.
 *
 * @returns the sources whose subscribers must be notified
 */
export function invalidate(graph: Graph, changes: ChangeSet): ReadonlySet<Source> {
  const touched = new Set<Source>();
  const isRead = changes.tables.some(
    (changed) => graph.byTable.has(changed) || graph.endpointCells.has(changed),
  );
  let table: Table | undefined;
  let types: readonly EntityType[] = [];
  for (const change of isRead ? changes.rows : []) {
    if (!change.table.isEntities) {
      reach(graph.endpointCells.get(change.table)?.get(String(change.pk)), touched);
      continue;
    }
    if (change.table !== table) {
      table = change.table;
      types = graph.byTable.get(table) ?? [];
    }
    for (const type of types) invalidateRow(type, change, touched);
  }
  for (const known of changes.knowledge) {
    for (const type of graph.byTable.get(known) ?? []) {
      type.allList.membersChanged();
      touch(type, touched);
      type.knowledge.version++;
      touched.add(type.knowledge);
    }
  }
  return touched;
}

function invalidateRow(type: EntityType, change: Change, touched: Set<Source>): void {
  const cell = type.moveCell(change);
  const isKept = cell !== undefined && keepsInstance(type.plan, cell, change);
  if (isKept && change.from === change.to) return;
  if (change.from !== change.to) type.allList.membersChanged();
  touch(type, touched);
  type.noteChange(change.pk);
  for (const observer of type.observers) observer.rowChanged(change, touched);
  if (isKept || change.before === change.after) return;
  const reached = reach(cell, touched, cell);
  if ((typeof ngDevMode === 'undefined' || ngDevMode) && reached > FAR_REACHING) {
    warnOnce(
      `a change to one ${type.plan.name} affects ${FAR_REACHING} or more rows that reference it directly or indirectly, ` +
        `so every such change is slow. If most entities reference each other, use schema.Lazy for one of their ` +
        `relations.`,
    );
  }
}

/**
 * Adds a type to `touched`, and marks the dependents of its list as outdated. For each type, only the first call in a
 * commit has an effect.
 */
function touch(type: EntityType, touched: Set<Source>): void {
  if (touched.has(type)) return;
  touched.add(type);
  type.version++;
  for (const dependent of type.allList.dependents) reach(dependent, touched);
}

/**
 * Whether a change only adds fields, and the added values equal the default values of the class. In this case, the
 * instance already has these values, so the function keeps the instance and assigns the new record to it.
 */
function keepsInstance(plan: EntityPlan, cell: EntityCell, { before, after }: Change): boolean {
  const { instance } = cell;
  if (before === undefined || after === undefined) return false;
  if (cell.isDirty || instance === undefined || plan.ownFromJS) return false;
  const defaults = defaultOf(plan.type) as unknown as Fields;
  for (const name in after) {
    if (Object.hasOwn(before, name)) {
      if (!Object.is(before[name], after[name])) return false;
    } else if (!Object.hasOwn(defaults, name) || !sameData(after[name], defaults[name])) {
      return false;
    } else if (after[name] !== null && plan.deserializers.some(([field]) => field === name)) {
      return false;
    }
  }
  for (const name in before) if (!Object.hasOwn(after, name)) return false;
  setRecord(instance, after);
  return true;
}

/**
 * Marks a node and all its direct and indirect dependents as outdated.
 *
 * @param changed the cell of the changed row; the observers have already been called for this row
 * @returns the number of entity cells that were marked
 */
function reach(first: Node | undefined, touched: Set<Source>, changed?: EntityCell): number {
  if (first === undefined) return 0;
  let rows = 0;
  const waiting = [first];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    node.version++;
    if (node.isWatched) touched.add(node);
    if (node.state === OUTDATED) continue;
    node.state = OUTDATED;
    if (isEntityCell(node)) {
      rows++;
      const { allList } = node.type;
      allList.memberChanged(node);
      if (node !== changed) node.type.noteInstanceChange(node.pk, touched);
      if (!touched.has(node.type)) {
        touched.add(node.type);
        node.type.version++;
        allList.pushDependents(waiting);
      }
    }
    node.pushDependents(waiting);
  }
  return rows;
}
