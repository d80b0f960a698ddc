import type { EntityPlan } from '../../schema/entity/entity-plan';
import { applyOp, type ChangeKind, isChange, type RowChange } from '../../schema/normalize/row-op';
import { isOlder, mergeOver, mergeUnder } from '../../store/merge';
import { copyFields, type Fields } from '../../util/plain-data';
import { deletes, type Patch } from './patch';

/**
 * The overlay of one row. The overlay consists of a base and the patches above the base. The patches are in the order
 * in which their mutations were called. When the server response to a mutation arrives, it replaces the optimistic
 * response in the same position. Therefore the visible row does not depend on the order in which responses arrive.
 */
export interface RowOverlay {
  readonly plan: EntityPlan;
  /**
   * The known row. It includes neither optimistic responses nor data from responses that are still stored as patches.
   */
  readonly base: Fields | undefined;
  /** The write order of the base. */
  readonly baseOrder: number;
  readonly patches: readonly Patch[];
}

/** Returns the visible row, which is the base with all patches applied. */
export function shownRow({ plan, base, baseOrder, patches }: RowOverlay): Fields | undefined {
  let [row, order] = [base, baseOrder];
  const pendingFields = new Set<string>();
  for (let i = 0; i < patches.length; i++) {
    const patch = patches[i];
    const run = row === undefined ? undefined : changesFrom(patches, i);
    if (run !== undefined) {
      row = run.kind.apply(plan, row, run.changes);
      for (const applied of run.patches) order = applied.order ?? order;
      i += run.patches.length - 1;
      continue;
    }
    if (patch.order === undefined) for (const name of patch.touchedFields) pendingFields.add(name);
    const effective = pendingFields.size === 0 ? patch : withoutPending(patch, pendingFields);
    row = afterPatch(plan, row, order, effective);
    order = patch.order ?? order;
  }
  return row;
}

/** Consecutive patches that contain only changes of one kind. They are applied together. */
interface Run {
  readonly kind: ChangeKind;
  readonly patches: readonly Patch[];
  readonly changes: readonly RowChange[];
}

function changesFrom(patches: readonly Patch[], from: number): Run | undefined {
  const [first] = patches[from].ops;
  if (first === undefined || !isChange(first)) return undefined;
  const { kind } = first;
  const changes: RowChange[] = [];
  let to = from;
  for (; to < patches.length; to++) {
    const { ops } = patches[to];
    if (!ops.every((op): op is RowChange => isChange(op) && op.kind === kind)) break;
    changes.push(...ops);
  }
  return to === from ? undefined : { kind, patches: patches.slice(from, to), changes };
}

/**
 * Drops fields from the patch of a response if earlier pending mutations set these fields. The server may not have
 * handled the earlier mutations yet, so the response may contain outdated values. A field is kept if the optimistic
 * response of the patch's own mutation also set the field.
 */
function withoutPending(patch: Patch, pendingFields: ReadonlySet<string>): Patch {
  if (patch.order === undefined) return patch;
  const counts = ([name]: [string, unknown]) =>
    !pendingFields.has(name) || patch.touchedFields.includes(name);
  const ops = patch.ops.map((op) =>
    'put' in op ? { put: Object.fromEntries(Object.entries(op.put).filter(counts)) } : op,
  );
  return { ...patch, ops };
}

function afterPatch(
  plan: EntityPlan,
  before: Fields | undefined,
  order: number,
  { ops, order: at, creates }: Patch,
): Fields | undefined {
  let row = before;
  for (const op of ops) {
    if (!('put' in op)) row = applyOp(plan, row, op);
    else if (row === undefined) row = creates || at !== undefined ? copyFields(op.put) : undefined;
    // The server may have handled the requests in a different order. Therefore the versions decide which row is older.
    else if (at !== undefined && plan.ownShouldReorder && isOlder(plan, order, at, row, op.put)) {
      row = mergeUnder(plan, row, op.put);
    } else row = mergeOver(plan, row, op.put);
  }
  return row;
}

/** Returns the overlay without optimistic deletions. */
export function withoutDeletions(overlay: RowOverlay): RowOverlay {
  const isDeletion = (patch: Patch) => patch.order === undefined && deletes(patch);
  return { ...overlay, patches: overlay.patches.filter((patch) => !isDeletion(patch)) };
}

/** Returns the overlay without optimistic patches. The base and the patches with server responses are kept. */
export function withoutOptimistic(overlay: RowOverlay): RowOverlay {
  return { ...overlay, patches: overlay.patches.filter(({ order }) => order !== undefined) };
}

/**
 * Returns the highest position in the write order that an overlay contains. The overlay must not contain optimistic
 * patches.
 */
export function lastOrder({ baseOrder, patches }: RowOverlay): number {
  return Math.max(
    baseOrder,
    ...patches.flatMap(({ order, writeOrders = [] }) => [order!, ...writeOrders]),
  );
}
