import type { RowOp } from '../../schema/normalize/row-op';

/** A mutation, by its place among all calls. */
export interface MutationRef {
  readonly order: number;
}

/** What one mutation does to a row: its optimistic response, then what the server's response says. */
export interface Patch {
  readonly mutation: MutationRef;
  readonly ops: readonly RowOp[];
  /** The place of the response in the order of all writes; `undefined` while the patch is optimistic. */
  readonly order: number | undefined;
  /** Whether there was no such row before. */
  readonly creates: boolean;
  /** The fields that the optimistic response set. */
  readonly touchedFields: readonly string[];
  /** Whether an optimistic response was shown before the server's. */
  readonly wasOptimistic: boolean;
  /** Its place when requests overtook each other; otherwise its place is that of the mutation. */
  readonly place?: number;
}

/** Patches in the order of their mutations, but for those that were overtaken. */
export function inCallOrder(patches: readonly Patch[]): readonly Patch[] {
  return [...patches].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The place of a patch among those of its row. */
export function placeOf({ place, mutation }: Patch): number {
  return place ?? mutation.order;
}

/** Whether a patch deletes the row. */
export function deletes({ ops }: Patch): boolean {
  return ops.some((op) => 'remove' in op);
}

/** A patch with more operations. */
export function withOps(patch: Patch, ...ops: readonly RowOp[]): Patch {
  return { ...patch, ops: [...patch.ops, ...ops] };
}

/** Patches with one more, in the order of their mutations; what one mutation does to a row is one patch. */
export function withPatch(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  const own = patches.find(({ mutation }) => mutation === patch.mutation);
  if (own === undefined) return inCallOrder([...patches, patch]);
  const both = {
    ...withOps(own, ...patch.ops),
    touchedFields: [...own.touchedFields, ...patch.touchedFields],
  };
  return patches.map((each) => (each === own ? both : each));
}
