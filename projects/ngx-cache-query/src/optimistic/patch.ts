import { newer } from '../requests/plain-mutations';
import type { Plan } from '../schema/plan';
import { mergedPurely } from '../store/merge';
import type { RecordEdit } from '../store/store';
import type { Fields } from '../util/plain-data';

/** What one mutation does to one row. */
export interface Patch {
  readonly plan: Plan;
  /** The fields to merge; `undefined` deletes the row. */
  readonly put: Fields | undefined;
  /** Whether the patch creates the row if it does not exist. */
  readonly creates: boolean;
  /** The names of the fields that the optimistic response set. */
  readonly own: readonly string[];
  /** The changes of the row as a function of it, such as the edits of a list. */
  readonly edits: readonly RecordEdit[];
}

/** What the server is known to have. */
export interface Base {
  readonly data: Fields | undefined;
  readonly order: number;
  readonly arrival: number;
  /** The last version before an answered deletion. An older one does not bring the row back. */
  readonly gone?: Fields | undefined;
}

/** Returns the base after a write that is not part of the log. */
export function written(
  plan: Plan,
  base: Base,
  incoming: Fields | undefined,
  order: number,
): Fields | undefined {
  const { data, order: baseOrder } = base;
  if (!incoming) return order < baseOrder ? data : undefined;
  if (!data) return order < baseOrder ? undefined : incoming;
  return mergedPurely(plan, data, incoming, baseOrder, order);
}

/** Returns a row with a patch. `put` contains the fields of the patch that count. */
export function replayed(
  { data, gone }: Pick<Base, 'data' | 'gone'>,
  { plan, edits, put: all, creates }: Patch,
  put: Fields | undefined,
): Pick<Base, 'data' | 'gone'> {
  if (edits.length > 0) return { data: data && edits.reduce((row, edit) => edit.apply(row), data) };
  if (!all) return { data: undefined, gone: plan.hasVersions ? (data ?? gone) : undefined };
  if (!data) {
    const isOld = gone && newer(plan, gone, put) === gone;
    return creates && !isOld ? { data: put } : { data, gone };
  }
  try {
    return { data: mergedPurely(plan, data, put!, 0, 1) };
  } catch {
    // A `merge` that throws must not hide the row when a mutation is taken back.
    return { data: { ...data, ...put } };
  }
}
