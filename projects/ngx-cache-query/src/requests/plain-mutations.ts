import type { Table } from '../reactive/table';
import { type Input, type Operation, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import { newer } from '../store/merge';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, keep } from '../util/plain-data';
import type { Answer } from './mutation-run';

/** What the mutations in flight have done to a row. */
interface Written {
  /** The last call that has written the row; for a class with versions, the last call that has deleted it. */
  call: number;
  /** The newest version that was seen. */
  newest: Fields | undefined;
  /** The last calls that sent the fields. */
  readonly sent: Map<string, number>;
}

/**
 * The order of mutations that are shown when they are answered: the last call wins, in whatever order the answers arrive.
 * If the class has versions (`shouldReorder`), they decide instead, because requests may have overtaken each other; a
 * deletion then is the last unless a newer version shows that it was not.
 */
export class PlainMutations {
  readonly #written = new Map<Table, Map<Pk, Written>>();

  constructor(private readonly store: Store) {}

  /**
   * Notes what a mutation writes, and finds what a later call has overtaken.
   *
   * @param call the position of the mutation in the write order
   * @param isOneOfMany whether other mutations are in flight
   * @param answer knows which fields of the last entity were sent
   */
  note(input: Input, call: number, isOneOfMany: boolean, answer?: Answer): void {
    if (!isOneOfMany && this.#written.size === 0) return;
    const { last } = input;
    const sent = (last && answer?.sentTo(last.plan)) ?? [];
    for (const next of operationsOf(input)) {
      const { row, plan, pk } = next;
      const table = this.store.tables.of(plan).main;
      const isKnown = table.record(pk) !== undefined;
      const written = this.#of(table, pk);
      const isLate = plan.hasVersions
        ? this.#isOverruled(next, written, call)
        : written.call > call;
      const own = next === last ? sent.filter((name) => !(written.sent.get(name)! > call)) : [];
      for (const name of own) written.sent.set(name, call);
      if (!isKnown) (input.creating ??= new Set()).add(next);
      if (isLate && row && own.length > 0 && isKnown && !plan.hasVersions) {
        // Later answers may be from before this call was handled. What it sent is newer there.
        next.row = keep(row, (name) => own.includes(name));
      } else if (isLate) (input.late ??= new Set()).add(next);
      else if (!plan.hasVersions || !next.row) written.call = call;
    }
  }

  /** Forgets everything when no mutation is in flight. */
  clear(): void {
    this.#written.clear();
    this.store.followers?.forget();
  }

  /** Whether a version is ignored because of a deletion. */
  #isOverruled(operation: Operation, written: Written, call: number): boolean {
    const { plan, pk, row } = operation;
    const { data } = this.store.tables.of(plan).main.peek(pk);
    const last = newer(plan, written.newest, data);
    if (!row) {
      written.newest = last;
      return false;
    }
    written.newest = newer(plan, last, row);
    if (written.call === 0) return false;
    if (call > written.call) return !data && newer(plan, last, row) !== row;
    // The version is from before the deletion. If it is the newest, so is everything that was written since.
    if (data && newer(plan, data, row) === row) {
      operation.row = undefined;
      return false;
    }
    return true;
  }

  #of(table: Table, pk: Pk): Written {
    const rows = getOrInsert(this.#written, table, () => new Map<Pk, Written>());
    return getOrInsert(rows, pk, () => ({
      call: 0,
      newest: undefined,
      sent: new Map<string, number>(),
    }));
  }
}
