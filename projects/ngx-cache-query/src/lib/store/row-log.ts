import type { EntityPlan } from '../schema/entity-plan';
import type { Page, PagePlace } from '../schema/list-pages';
import { withPage } from '../schema/list-pages';
import { copyFields, type Fields } from '../util/plain-data';
import { editItems, type ListEdit } from './list-edit';
import { isOlder, mergeOver, mergeUnder } from './merge';

/** A mutation under way, by its place in the order of all calls. */
export interface Call {
  readonly order: number;
}

/** One thing that happens to a row. */
export type RowOp =
  | { readonly put: Fields }
  | { readonly remove: true }
  | { readonly edit: ListEdit }
  | { readonly page: Page; readonly where: PagePlace; readonly args: Fields };

/** What one mutation does to a row: while it is under way what is expected, then what the answer says. */
export interface Entry {
  readonly call: Call;
  readonly ops: readonly RowOp[];
  /** The place of the answer in the order of all writes; `undefined` while it is expected. */
  readonly order: number | undefined;
  /** Whether there was no such row before. */
  readonly creates: boolean;
  /** The fields that the mutation was expected to set. */
  readonly asked: readonly string[];
  /** Whether what it does was expected, and so was shown before the answer. */
  readonly wasExpected: boolean;
  /** Where it belongs if requests overtook each other; otherwise its place is that of the call. */
  readonly place?: number;
}

/**
 * The history of a row that mutations under way have to do with: what is known of it, and on top what
 * each of them does, in the order in which they were called. An answer takes the place of what was
 * expected, so that answers that overtake each other end as if they had not.
 */
export interface RowLog {
  readonly plan: EntityPlan;
  readonly base: Fields | undefined;
  readonly baseOrder: number;
  readonly entries: readonly Entry[];
}

/** Entries in the order in which their mutations were called, but for those that were overtaken. */
export function inCallOrder(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Where an entry belongs in its log. */
export function placeOf({ place, call }: Entry): number {
  return place ?? call.order;
}

/** Whether an entry deletes the row. */
export function deletes({ ops }: Entry): boolean {
  return ops.some((op) => 'remove' in op);
}

/** The place of the last answer in a log without expectations. */
export function lastOrder({ baseOrder, entries }: RowLog): number {
  return Math.max(baseOrder, ...entries.map(({ order }) => order!));
}

/** The row as it is shown: the base with all entries on top. */
export function shownBy({ plan, base, baseOrder, entries }: RowLog): Fields | undefined {
  let [row, order] = [base, baseOrder];
  const expected = new Set<string>();
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const edits = row === undefined ? [] : editsFrom(entries, i);
    if (edits.length > 0) {
      row = editItems(
        plan.list!,
        row!,
        edits.flatMap(({ ops }) => ops.map(({ edit }) => edit)),
      );
      for (const each of edits) order = each.order ?? order;
      i += edits.length - 1;
      continue;
    }
    if (entry.order === undefined) for (const name of entry.asked) expected.add(name);
    const said = expected.size === 0 ? entry : withoutExpected(entry, expected);
    row = afterEntry(plan, row, order, said);
    order = entry.order ?? order;
  }
  return row;
}

/** An entry that only edits a list. */
interface EditEntry extends Entry {
  readonly ops: readonly { readonly edit: ListEdit }[];
}

/** The entries from there that only edit a list: they are done at once. */
function editsFrom(entries: readonly Entry[], from: number): readonly EditEntry[] {
  const isEdit = (entry: Entry): entry is EditEntry => entry.ops.every((op) => 'edit' in op);
  const edits: EditEntry[] = [];
  for (let i = from; i < entries.length; i++) {
    const entry = entries[i];
    if (!isEdit(entry)) break;
    edits.push(entry);
  }
  return edits;
}

/**
 * An answer without the fields that mutations called before, and still under way, are expected to set,
 * unless it was asked to set them too: perhaps it does not know of these.
 */
function withoutExpected(entry: Entry, expected: ReadonlySet<string>): Entry {
  if (entry.order === undefined) return entry;
  const says = ([name]: [string, unknown]) => !expected.has(name) || entry.asked.includes(name);
  const ops = entry.ops.map((op) =>
    'put' in op ? { put: Object.fromEntries(Object.entries(op.put).filter(says)) } : op,
  );
  return { ...entry, ops };
}

/** A log without what is expected to delete the row. */
export function withoutDeletions(log: RowLog): RowLog {
  const isDeletion = (entry: Entry) => entry.order === undefined && deletes(entry);
  return { ...log, entries: log.entries.filter((entry) => !isDeletion(entry)) };
}

/** A log without what is only expected. */
export function withoutExpectations(log: RowLog): RowLog {
  return { ...log, entries: log.entries.filter(({ order }) => order !== undefined) };
}

/** A row after an entry. */
function afterEntry(
  plan: EntityPlan,
  before: Fields | undefined,
  order: number,
  { ops, order: at, creates }: Entry,
): Fields | undefined {
  let row = before;
  for (const op of ops) {
    if (!('put' in op)) row = afterOp(plan, row, op);
    else if (row === undefined) row = creates || at !== undefined ? copyFields(op.put) : undefined;
    // Versions of the server's own settle it where requests may overtake each other.
    else if (at !== undefined && plan.ownShouldReorder && isOlder(plan, order, at, row, op.put)) {
      row = mergeUnder(plan, row, op.put);
    } else row = mergeOver(plan, row, op.put);
  }
  return row;
}

/**
 * A log after an edit of a list that no mutation made: above all responses, below what is expected. It is an entry of
 * its own, so that an older read of the list does not undo it.
 */
export function withEdit(log: RowLog, op: RowOp, order: number): RowLog {
  const at = log.entries.map((entry) => entry.order !== undefined).lastIndexOf(true);
  const call = { order: at < 0 ? -Infinity : placeOf(log.entries[at]) };
  const entry = { call, ops: [op], order, creates: false, asked: [], wasExpected: false };
  return {
    ...log,
    entries: [...log.entries.slice(0, at + 1), entry, ...log.entries.slice(at + 1)],
  };
}

/** A log after a write that no mutation made: a read, a message, or `set`. */
export function withWrite(log: RowLog, op: RowOp, order: number, isLocal: boolean): RowLog {
  let { base, baseOrder, entries } = log;
  const knows = (entry: Entry) =>
    entry.order === undefined ? isLocal && entry.creates : entry.order <= order;
  const at = entries.map(knows).lastIndexOf(true);
  if (at >= 0) {
    // It knows of that answer, and so of all that the server did before.
    entries = entries.map((entry, i) => (i === at ? withOp(entry, op) : entry));
  } else {
    base = afterWrite(log.plan, base, baseOrder, op, order);
    baseOrder = Math.max(baseOrder, order);
  }
  // What the application says itself is shown at once, also over what is expected.
  if (isLocal && 'put' in op) {
    entries = entries.map((entry, i) => (i === at ? entry : without(entry, op.put)));
  }
  return { ...log, base, baseOrder, entries };
}

/** An entry that does more. */
export function withOp(entry: Entry, ...ops: readonly RowOp[]): Entry {
  return { ...entry, ops: [...entry.ops, ...ops] };
}

/** A row after a write as of some moment. */
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
  return 'remove' in op && order < rowOrder ? row : afterOp(plan, row, op);
}

/** A row after something that is done to the row of a list, or after its end. */
export function afterOp(
  plan: EntityPlan,
  row: Fields | undefined,
  op: Exclude<RowOp, { readonly put: Fields }>,
): Fields | undefined {
  if ('remove' in op) return undefined;
  if ('edit' in op) return row === undefined ? undefined : editItems(plan.list!, row, [op.edit]);
  return { ...row, args: op.args, ...withPage(plan.list!, row ?? {}, op.page, op.where) };
}

/** What is expected, without these fields. */
function without(entry: Entry, fields: Fields): Entry {
  if (entry.order !== undefined) return entry;
  const ops = entry.ops.map((op): RowOp => {
    if (!('put' in op)) return op;
    const kept = Object.entries(op.put).filter(([name]) => !Object.hasOwn(fields, name));
    return { put: Object.fromEntries(kept) };
  });
  return { ...entry, ops };
}

/**
 * A log whose first responses are part of the base: those before which no mutation is in flight that could
 * still say something. What a response says of a list stays apart as long as an older read may bring that list.
 * Where there are versions, deletions stay while mutations are in flight that were called before their response.
 *
 * @param oldestCall the place of the oldest mutation in flight
 * @param oldestRead the place of the oldest read in flight
 */
export function settled(log: RowLog, oldestCall: number, oldestRead: number): RowLog {
  const { plan } = log;
  const isOpen = (entry: Entry) =>
    entry.order === undefined ||
    entry.call.order >= oldestCall ||
    (plan.list !== undefined && entry.order > oldestRead) ||
    (plan.ownShouldReorder && entry.order > oldestCall && deletes(entry));
  const count = log.entries.findIndex(isOpen);
  const done = count === -1 ? log.entries : log.entries.slice(0, count);
  if (done.length === 0) return log;
  const past = { ...log, entries: done };
  return {
    plan,
    base: shownBy(past),
    baseOrder: lastOrder(past),
    entries: log.entries.slice(done.length),
  };
}
