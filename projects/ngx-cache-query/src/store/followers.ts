import type { addName } from '../reactive/names';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Input, Operation } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import { hasFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import { type Edit, EditLog } from './edit-log';
import type { KeyRenaming } from './key-renaming';
import type { Store } from './store';

/** The old key of a row, and the new one. */
export type KeyChange = readonly [from: Pk, to: Pk];

/** Rows with their old keys, their new keys, and the fields that these consist of. */
export type Renamed = readonly (readonly [from: Pk, to: Pk, keys: Fields])[];

/** A row by its name, which may not exist. */
export interface Named {
  readonly plan: Plan;
  readonly pk: Pk;
}

export function isSameRow(a: Named, b: Named): boolean {
  return a.plan.identity === b.plan.identity && a.pk === b.pk;
}

/**
 * Makes the rows of a class follow the writes of other rows. The member `FOLLOW` of the class. A cache without such a
 * class does not contain this code.
 */
export abstract class Follow {
  /** Called with the first table of a cache whose rows follow others. */
  begin(store: Store): Followers {
    return new Followers(store);
  }

  /** Adds the operations on rows of the class that follow from an input, which is about to be written or shown. */
  complete?(store: Store, table: Table, input: Input): void;

  /**
   * Called before an input is applied, which may contain rows of the class.
   *
   * @returns the rows that are not in the cache yet
   */
  abstract arrive(store: Store, table: Table, input: Input, order: number): Row[] | void;

  /**
   * Returns what an input does to rows that follow it. Called when its operations were applied.
   *
   * @param of the row that is concerned; `'again'` for all, after edits that belong before these. Default: all
   */
  edits?(store: Store, table: Table, input: Input, of?: Row | 'again'): Edit[];

  /**
   * Returns what happens because of what the server is known to have of some rows.
   *
   * @param areGone whether the rows are known to be deleted
   */
  leave?(store: Store, table: Table, rows: readonly Named[], areGone?: boolean): Edit[];

  /** Called when an input was completed with what is newer than it. */
  completed?(store: Store, input: Input): void;

  /** Returns the row without which a record has no meaning. */
  within?(record: Fields): Named;

  /**
   * Returns the rows whose keys contain the key of a row that has another key now.
   *
   * @param before the record of the row
   */
  renamed?(store: Store, table: Table, before: Fields, change: KeyChange): Renamed;

  /** Returns the key of a row after such a change; `undefined` if it does not contain the key of the entity. */
  keyAfter?(record: Fields, renaming: KeyRenaming): Pk | undefined;

  /** Returns a record with references replaced that are not in its relations; `undefined` if it has none to the row. */
  renameIn?(record: Fields, renaming: KeyRenaming): Fields | undefined;

  /**
   * Called when the server id of an entity replaces a temporary one, which may be a part of the name of a row.
   *
   * @param add gives a row a second name
   */
  rename?(store: Store, table: Table, from: Pk, to: Pk, add: typeof addName): void;

  /** Whether a row is taken into account in {@link leave} also if it was not deleted. */
  isStrict?(plan: Plan): boolean;

  /** Returns a record as it looks while rows have pending changes. */
  visible?(store: Store, record: Fields): Fields;
}

/** Returns how the rows of a table follow other rows. */
export function followOf({ plan }: Table): Follow | undefined {
  return plan.follow as Follow | undefined;
}

/** The rows of a cache that follow the writes of other rows. */
export class Followers {
  readonly log: EditLog;
  /** The rows of the open write that were not in the cache before. */
  #fresh: Row[] = [];
  /** The answers that have added created rows to lists, in the order of the calls. */
  #created: readonly (readonly [call: number, input: Input])[] = [];

  constructor(private readonly store: Store) {
    this.log = new EditLog(store);
  }

  /** Calls `visit` for each table of such rows, and returns all results. */
  each<T>(
    visit: (follow: Follow, table: Table) => readonly T[] | void,
    tables: readonly Table[] = this.store.tables.followers,
  ): T[] {
    return tables.flatMap((table) => visit(followOf(table)!, table) ?? []);
  }

  /** Adds what follows from an input. */
  complete(input: Input): void {
    this.each((follow, table) => follow.complete?.(this.store, table, input));
  }

  /** Called before an input is applied. */
  arrive(input: Input, order: number): void {
    this.#fresh = this.each((follow, table) => follow.arrive(this.store, table, input, order));
  }

  /** Called when an input was applied. */
  written(input: Input, order: number): void {
    const { overlay } = this.store;
    const rows: Operation[] = [];
    const strict = new Set([...input.plans].filter((plan) => this.isStrict(plan)));
    for (let next = input.first; next !== undefined; next = next.next) {
      if (next.row === undefined || strict.has(next.plan)) rows.push(next);
    }
    if (rows.length > 0) this.left(rows, order);
    for (const each of input.moving?.keys() ?? []) {
      const { plan, pk, row } = each;
      const { data, order: last } = this.store.known(this.store.tables.of(plan), pk);
      // A newer version is the newest, although it was requested before.
      const isOld = last > order && !(plan.hasVersions && data && hasFields(data, row!));
      if (isOld || input.late?.has(each)) input.moving!.delete(each); // The row is newer.
    }
    for (const row of this.#fresh.splice(0)) {
      // The response was requested before these inputs.
      for (const [at, newer] of this.log.since(order)) {
        const edits = this.edits(newer, row);
        this.log.make(edits, at);
        if (edits.length > 0) followOf(row.table)!.completed?.(this.store, input);
      }
    }
    if (input.effects.length > 0 || input.moving) {
      this.log.make(this.edits(input), order);
      this.log.keep(input, order);
    }
    if (overlay?.isBusy) overlay.arrived(input);
  }

  /**
   * Adds what later calls have created to lists again, so that it follows what a call has created. Called when the answer
   * was written.
   */
  answered(input: Input, call: number): void {
    if (!input.creating || input.effects.length === 0) return;
    for (const [of, again] of this.#created)
      if (of > call) this.log.make(this.edits(again, 'again'), this.store.order.last);
    this.#created = [...this.#created, [call, input] as const].sort(([a], [b]) => a - b);
  }

  /** Forgets the answers when no mutation is in flight. */
  forget(): void {
    this.#created = [];
  }

  /** Whether code of the application runs after an input was applied, such as the filter of a list. */
  mayThrow({ plans }: Input): boolean {
    return [...plans].some((plan) => this.isStrict(plan));
  }

  /** Whether the rows of a class may be followed although they are not deleted. */
  isStrict(plan: Plan): boolean {
    return this.store.tables.followers.some((table) => followOf(table)!.isStrict?.(plan));
  }

  /** Returns what the effects of an input do to the rows that follow it. */
  edits(input: Input, of?: Row | 'again'): Edit[] {
    const tables = typeof of === 'object' ? [of.table] : undefined;
    return this.each((follow, table) => follow.edits?.(this.store, table, input, of), tables);
  }

  /** Tells the rows that follow others what the server is known to have of some rows now. */
  left(rows: readonly Named[], order: number): void {
    this.log.make(this.leave(rows), order);
  }

  /** Returns the edits of {@link Follow.leave}. */
  leave(rows: readonly Named[], areGone?: boolean): Edit[] {
    return this.each((follow, table) => follow.leave?.(this.store, table, rows, areGone));
  }
}
