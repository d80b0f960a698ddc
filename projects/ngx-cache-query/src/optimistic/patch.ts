import type { Row } from '../reactive/row';
import type { Plan } from '../schema/plan';
import { mergedPurely, newer, overlaid } from '../store/merge';
import type { RecordEdit } from '../store/edit-log';
import { type Fields, keep } from '../util/plain-data';
import type { LogEntry } from './log-entry';

/** What one mutation does to one row. */
export interface Patch {
  readonly plan: Plan;
  /** The fields to merge; `undefined` deletes the row. */
  readonly put: Fields | undefined;
  /** Whether the patch creates the row if it does not exist. */
  readonly creates: boolean;
  /** The names of the fields that the optimistic response set. */
  readonly own: readonly string[];
  /** Whether the class decides how the fields are merged. Its methods never see optimistic values. */
  readonly merges: boolean;
  /** The changes of the row as a function of it, such as the edits of a list. */
  readonly edits: readonly RecordEdit[];
}

/** Whether a patch deletes the row. */
export function isDeletion({ edits, put }: Patch): boolean {
  return !put && edits.length === 0;
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

/**
 * Returns the patch of an answer after a write that already includes the answer: it replaces the values of the answer.
 * `undefined` if nothing of it is left.
 *
 * @param isOld whether the write is older than what lies under the patch
 */
export function overwritten(
  patch: Patch,
  incoming: Fields | undefined,
  isOld: boolean,
): Patch | undefined {
  const { plan, put } = patch;
  const isEdit = patch.edits.length > 0;
  if (isOld && !(incoming && isEdit)) return patch;
  if (!incoming) return put ? undefined : patch;
  if (put && newer(plan, put, incoming) === put) return patch;
  if (!put && !isEdit) return undefined;
  return {
    ...patch,
    put: put && { ...put, ...keep(incoming, (name) => name in put) },
    // Earlier mutations in flight lie under it still.
    edits: patch.edits.map((edit) => edit.asIn(incoming)),
  };
}

/** Returns optimistic fields under what the application has written on purpose, which shows above them. */
export function putUnder(put: Fields, written: Fields, creates: boolean): Fields {
  return creates ? { ...put, ...written } : keep(put, (name) => !(name in written));
}

/** Returns a row with a patch that has no edits. `put` contains the fields of the patch that count. */
function replayed(
  { data, gone }: Pick<Base, 'data' | 'gone'>,
  { plan, put: all, creates, merges }: Patch,
  put: Fields | undefined,
): Pick<Base, 'data' | 'gone'> {
  if (!all) return { data: undefined, gone: plan.hasVersions ? (data ?? gone) : undefined };
  if (!data) {
    const isOld = gone && newer(plan, gone, put) === gone;
    return creates && !isOld ? { data: put } : { data, gone };
  }
  if (!merges) return { data: overlaid(data, put!) };
  try {
    return { data: mergedPurely(plan, data, put!, 0, 1) };
  } catch {
    // A `merge` that throws must not hide the row when a mutation is taken back.
    return { data: { ...data, ...put } };
  }
}

/** Returns what a row shows: its base, with the patches of the log over it. */
export function shownOver(
  base: Pick<Base, 'data' | 'gone'>,
  row: Row,
  entries: readonly LogEntry[],
): Pick<Base, 'data' | 'gone'> {
  let shown = base;
  /** The fields that earlier mutations in flight set. */
  const pending = new Set<string>();
  /** The edits of a list that are made at once. */
  let edit: RecordEdit | undefined;
  const makeEdit = () => {
    if (edit && shown.data) shown = { data: edit.apply(shown.data) };
    edit = undefined;
  };
  for (const { patches, answeredAt } of entries) {
    const patch = patches.get(row);
    if (!patch) continue;
    let { put } = patch;
    // An answer with a whole list sets fields beside its edits.
    if (patch.edits.length === 0 || Object.keys(put ?? {}).length > 0) {
      makeEdit();
      if (answeredAt === undefined) for (const name in put) pending.add(name);
      // The server may not have handled the earlier mutations, so that its values of their fields may be old.
      else if (put && pending.size > 0)
        put = keep(put, (name) => !pending.has(name) || patch.own.includes(name));
      shown = replayed(shown, patch, put);
    }
    for (const next of patch.edits) {
      const both = edit?.join?.(next);
      if (!both) makeEdit();
      edit = both ?? next;
    }
  }
  makeEdit();
  return shown;
}
