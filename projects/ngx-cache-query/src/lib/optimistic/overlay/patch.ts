import type { RowOp } from '../../schema/normalize/row-op';

/** A mutation, identified by its place in the order of all calls. */
export interface MutationRef {
  readonly order: number;
}

/** The changes of one mutation to a row: first its optimistic response, later the response of the server. */
export interface Patch {
  readonly mutation: MutationRef;
  readonly ops: readonly RowOp[];
  /** The write order of the response; `undefined` while the patch is optimistic. */
  readonly order: number | undefined;
  /** Whether the row did not exist before. */
  readonly creates: boolean;
  /** The fields that the optimistic response set. */
  readonly touchedFields: readonly string[];
  /** Whether an optimistic response was shown before the response of the server. */
  readonly wasOptimistic: boolean;
  /** Set if requests overtook each other. Otherwise the patch has the place of its mutation. */
  readonly place?: number;
}

/** Returns patches in the order of their places. */
export function inCallOrder(patches: readonly Patch[]): readonly Patch[] {
  return [...patches].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the place of a patch among the patches of its row. */
export function placeOf({ place, mutation }: Patch): number {
  return place ?? mutation.order;
}

/** Whether a patch deletes the row. */
export function deletes({ ops }: Patch): boolean {
  return ops.some((op) => 'remove' in op);
}

/** Returns a patch with more operations. */
export function withOps(patch: Patch, ...ops: readonly RowOp[]): Patch {
  return { ...patch, ops: [...patch.ops, ...ops] };
}

/** Adds a patch in the order of the mutations, or merges it into the patch of the same mutation. */
export function withPatch(patches: readonly Patch[], patch: Patch): readonly Patch[] {
  const own = patches.find(({ mutation }) => mutation === patch.mutation);
  if (own === undefined) return inCallOrder([...patches, patch]);
  const both = {
    ...withOps(own, ...patch.ops),
    touchedFields: [...own.touchedFields, ...patch.touchedFields],
  };
  return patches.map((existing) => (existing === own ? both : existing));
}
