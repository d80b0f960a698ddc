import type { Row } from '../reactive/row';
import type { Input } from '../schema/input';
import type { Fields } from '../util/plain-data';
import type { KeyRenaming } from './key-renaming';
import type { Store } from './store';

/** A change of a record as a function of it. */
export interface RecordEdit {
  apply(record: Fields): Fields;
  /** Returns an edit that makes what this one touches equal to another record, which is newer. */
  asIn(record: Fields): RecordEdit;
  /** Returns the edit with the references to a row replaced. */
  renamed?(renaming: KeyRenaming): RecordEdit;
  /** Returns one edit that does what this one and the next one do; `undefined` if that takes two. */
  join?(next: RecordEdit): RecordEdit | undefined;
}

/** A change of a row. */
export interface Edit {
  readonly row: Row;
  readonly edit: RecordEdit;
}

interface Edits {
  readonly since: number;
  /** The record without the edits. */
  readonly base: Fields | undefined;
  readonly edits: readonly (readonly [order: number, edit: RecordEdit])[];
}

/** The edits of rows since the oldest read in flight, whose response does not contain them. */
export class EditLog {
  readonly #edits = new Map<Row, Edits>();

  /** The inputs that have changed lists. A list whose first response is in flight does not contain what they did. */
  #inputs: readonly (readonly [order: number, input: Input])[] = [];

  constructor(private readonly store: Store) {}

  /** Remembers an input that changes lists, also those that are not loaded yet. */
  keep(input: Input, order: number): void {
    const inputs = this.#inputs;
    if (!this.store.order.hasReads || (input.effects.length === 0 && !input.moving)) return;
    this.store.undos.push(() => (this.#inputs = inputs));
    this.#inputs = [...inputs, [order, input]];
  }

  /** Returns the inputs that are newer than a response. */
  since(order: number): readonly (readonly [order: number, input: Input])[] {
    return this.#inputs.filter(([at]) => at > order);
  }

  /** Makes edits. A response to an older read does not undo them. */
  make(edits: readonly Edit[], order: number): void {
    const { store } = this;
    for (const { row, edit } of edits) {
      if (store.overlay?.append(row, edit, order)) continue;
      this.note(row, edit, order);
      const { data } = store.known(row.table, row.pk);
      if (data) store.replace(row, edit.apply(data), order);
    }
  }

  /** Remembers an edit that the responses to reads in flight do not contain. */
  note(row: Row, edit: RecordEdit, order: number): void {
    if (!this.store.order.hasReads) return;
    const known = this.#of(row);
    this.#set(row, { ...known, edits: [...known.edits, [order, edit]] });
  }

  /**
   * Returns the record of a response with the edits that are newer than the response; `undefined` if the response is the
   * newest, or if a newer one has arrived.
   */
  rebased(row: Row, record: Fields, order: number): Fields | undefined {
    const known = this.#edits.get(row);
    if (!known || order < known.since) return undefined;
    const first = known.edits.findIndex(([at]) => at > order);
    // Edits are in the order of the calls: one that the response contains may lie above one that it does not contain.
    const edits = first < 0 ? [] : known.edits.slice(first);
    this.#set(row, { since: order, base: { ...known.base, ...record }, edits });
    if (order >= this.store.known(row.table, row.pk).order) return undefined;
    return edits.reduce(
      (next, [at, edit]) => (at > order ? edit : edit.asIn(record)).apply(next),
      record,
    );
  }

  /**
   * Makes an edit that a response contains: before the edits that are newer than the response.
   *
   * @returns whether the edit was appended to the mutations in flight
   */
  insert(row: Row, edit: RecordEdit, order: number): boolean {
    const { store } = this;
    if (store.overlay?.append(row, edit, order)) return true;
    const known = this.#of(row);
    const newer = known.edits.findIndex(([at]) => at > order);
    const place = newer < 0 ? known.edits.length : newer;
    const { edits, base = {} } = known;
    const next = [...edits.slice(0, place), [order, edit] as const, ...edits.slice(place)];
    if (store.order.hasReads) this.#set(row, { ...known, edits: next });
    const record = next.reduce((last, [, each]) => each.apply(last), base);
    // The row does not become newer: its other parts may have been requested before, and arrive later.
    store.replace(row, record, 0);
    return false;
  }

  /** Whether a response is older than what a row contains. */
  isOld(row: Row, order: number): boolean {
    return order < this.#of(row).since;
  }

  /** Replaces the references to a row that has another key. */
  rewrite(renaming: KeyRenaming): void {
    for (const [row, { since, base, edits }] of [...this.#edits]) {
      this.#set(row, {
        since,
        base: base && renaming.record(row.plan, base),
        edits: edits.map(([at, edit]) => [at, edit.renamed?.(renaming) ?? edit]),
      });
    }
  }

  /** Forgets all edits, because no read is in flight. */
  clear(): void {
    this.#edits.clear();
    this.#inputs = [];
  }

  #of(row: Row): Edits {
    const { data: base, order } = this.store.known(row.table, row.pk);
    const known = base && this.#edits.get(row);
    return known ?? { since: order, base, edits: [] };
  }

  #set(row: Row, edits: Edits): void {
    const before = this.#edits.get(row);
    this.#edits.set(row, edits);
    this.store.undos.push(() => {
      if (before) this.#edits.set(row, before);
      else this.#edits.delete(row);
    });
  }
}
