import type { EntityPlan } from '../../schema/entity/entity-plan';
import { applyOp, isChange, type RowOp } from '../../schema/normalize/row-op';
import { isOlder, mergeOver, mergeUnder } from '../../store/merge';
import { copyFields, type Fields } from '../../util/plain-data';
import { deletes, type Patch, placeOf, withWriteIn } from './patch';
import { lastOrder, type RowOverlay, shownRow } from './row-overlay';

/**
 * Returns the overlay after a `RowChange` that does not come from a mutation, for example after a list edit. The change
 * becomes a separate patch, so that an older read does not undo the change. The patch is inserted directly after the
 * last patch that is not optimistic.
 */
export function withChange(overlay: RowOverlay, op: RowOp, order: number): RowOverlay {
  const { patches } = overlay;
  const at = patches.map((patch) => patch.order !== undefined).lastIndexOf(true);
  const mutation = { order: at < 0 ? -Infinity : placeOf(patches[at]) };
  const more = { creates: false, touchedFields: [], wasOptimistic: false };
  const patch = { mutation, ops: [op], order, ...more };
  return { ...overlay, patches: [...patches.slice(0, at + 1), patch, ...patches.slice(at + 1)] };
}

/** Returns the overlay after a write that comes from a read, a stream or `set`, and not from a mutation. */
export function withWrite(
  overlay: RowOverlay,
  op: RowOp,
  order: number,
  isLocal: boolean,
): RowOverlay {
  let { base, baseOrder, patches } = overlay;
  const includes = (patch: Patch) =>
    patch.order === undefined ? isLocal && patch.creates : patch.order <= order;
  const at = patches.map(includes).lastIndexOf(true);
  if (at >= 0) {
    // The written data already includes the patch at index `at` and all patches before it. Therefore the write is added
    // to that patch.
    patches = patches.map((patch, i) => (i === at ? withWriteIn(patch, op, order) : patch));
  } else {
    base = afterWrite(overlay.plan, base, baseOrder, op, order);
    baseOrder = Math.max(baseOrder, order);
  }
  // A write by the application must be visible immediately. Therefore the fields that it sets are removed from
  // optimistic patches.
  if (isLocal && 'put' in op) {
    patches = patches.map((patch, i) => (i === at ? patch : withoutFields(patch, op.put)));
  }
  return { ...overlay, base, baseOrder, patches };
}

function afterWrite(
  plan: EntityPlan,
  row: Fields | undefined,
  rowOrder: number,
  op: RowOp,
  order: number,
): Fields | undefined {
  if ('put' in op) {
    if (row === undefined) return copyFields(op.put);
    const merge = isOlder(plan, rowOrder, order, row, op.put) ? mergeUnder : mergeOver;
    return merge(plan, row, op.put);
  }
  return 'remove' in op && order < rowOrder ? row : applyOp(plan, row, op);
}

/** Returns an optimistic patch without the given fields. Returns the patch of a response unchanged. */
function withoutFields(patch: Patch, fields: Fields): Patch {
  if (patch.order !== undefined) return patch;
  const ops = patch.ops.map((op): RowOp => {
    if (!('put' in op)) return op;
    const kept = Object.entries(op.put).filter(([name]) => !Object.hasOwn(fields, name));
    return { put: Object.fromEntries(kept) };
  });
  return { ...patch, ops };
}

/**
 * Returns the overlay with its first responses merged into the base. A patch and all patches after it stay separate in
 * these cases:
 *
 * - The patch is optimistic.
 * - The patch belongs to a mutation, and a mutation that was called earlier is still in flight.
 * - The patch contains a `RowChange`, such as a list edit, and an older read is in flight.
 * - The patch deletes a row of a class that compares versions, and an older mutation is in flight. A mutation is older
 * if it was called before the response to the deletion arrived.
 *
 * @param oldestMutation the position of the oldest mutation in flight
 * @param oldestRead the position of the oldest read in flight
 */
export function settled(
  overlay: RowOverlay,
  oldestMutation: number,
  oldestRead: number,
): RowOverlay {
  const { plan, patches } = overlay;
  const isOpen = (patch: Patch) =>
    patch.order === undefined ||
    patch.mutation.order >= oldestMutation ||
    (patch.order > oldestRead && patch.ops.some(isChange)) ||
    (plan.ownShouldReorder && patch.order > oldestMutation && deletes(patch));
  const count = patches.findIndex(isOpen);
  const done = count === -1 ? patches : patches.slice(0, count);
  if (done.length === 0) return overlay;
  const past = { ...overlay, patches: done };
  return {
    plan,
    base: shownRow(past),
    baseOrder: lastOrder(past),
    patches: patches.slice(done.length),
  };
}
