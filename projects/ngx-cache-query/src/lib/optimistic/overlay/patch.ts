import type { RowOp } from '../../schema/normalize/row-op';

/** A mutation. It is identified by its position in the sequence of all mutation calls. */
export interface MutationRef {
  readonly order: number;
}

/**
 * The changes that one mutation makes to a row. At first, they come from the optimistic response. Later, they come from
 * the server response.
 */
export interface Patch {
  readonly mutation: MutationRef;
  /**
   * The operations of the mutation, followed by the writes that were added to the patch later. The writes that were
   * added later are sorted by write order.
   */
  readonly ops: readonly RowOp[];
  /** For each write that was added to the patch after its creation, the position of the write in the write order. */
  readonly writeOrders?: readonly number[];
  /** The write order of the response; `undefined` while the patch is optimistic. */
  readonly order: number | undefined;
  /** Whether the patch can create the row. This is `false` for an optimistic patch of a row that already existed. */
  readonly creates: boolean;
  /** The names of the fields that the optimistic response set. */
  readonly touchedFields: readonly string[];
  /** Whether an optimistic response was shown before the server response arrived. */
  readonly wasOptimistic: boolean;
  /**
   * The position of the patch among the patches of its row. Set only if `withoutRevivals` moved the patch to a position
   * before a deletion. By default, the patch has the position of its mutation.
   */
  readonly place?: number;
}

/** Returns the patches sorted by position. */
export function inCallOrder(patches: readonly Patch[]): readonly Patch[] {
  return [...patches].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the position of a patch among the patches of its row. */
export function placeOf({ place, mutation }: Patch): number {
  return place ?? mutation.order;
}

/** Whether a patch deletes the row. */
export function deletes({ ops }: Patch): boolean {
  return ops.some((op) => 'remove' in op);
}

/** Returns the patch with `ops` added to its operations. */
export function withOps(patch: Patch, ...ops: readonly RowOp[]): Patch {
  return { ...patch, ops: [...patch.ops, ...ops] };
}

/** Returns the patch with a write added to its operations. The write is inserted before newer writes. */
export function withWriteIn(patch: Patch, op: RowOp, order: number): Patch {
  const { ops, writeOrders = [] } = patch;
  const newer = writeOrders.filter((each) => each > order).length;
  return {
    ...patch,
    ops: insertedAt(ops, ops.length - newer, op),
    writeOrders: insertedAt(writeOrders, writeOrders.length - newer, order),
  };
}

function insertedAt<T>(items: readonly T[], at: number, item: T): readonly T[] {
  return [...items.slice(0, at), item, ...items.slice(at)];
}

/**
 * Inserts `patch` at its position in `patches`. If the list already contains a patch of the same mutation, the two
 * patches are merged.
 */
export function withPatch(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  const own = patches.find(({ mutation }) => mutation === patch.mutation);
  if (own === undefined) return inCallOrder([...patches, patch]);
  const both = {
    ...withOps(own, ...patch.ops),
    touchedFields: [...own.touchedFields, ...patch.touchedFields],
  };
  return patches.map((existing) => (existing === own ? both : existing));
}
