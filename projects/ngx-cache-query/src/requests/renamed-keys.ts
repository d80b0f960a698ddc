import type { SchemaLike } from '../schema/schema';
import { type Input, operationsOf } from '../schema/input';
import { type Pk, pkOf } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import type { Follow, Named } from '../store/followers';
import { renameRow } from '../store/rename-row';
import { KeyRenaming } from '../store/key-renaming';
import type { Fields } from '../util/plain-data';
import type { Client } from './client';

/** An effect of an input that names entities: of an edit, or of a page. */
interface Effect {
  readonly plan?: Plan;
  list?: Fields;
  rename?(renaming: KeyRenaming): void;
}

/** The number of renamings that are remembered. More never happen while one request is in flight. */
const MOST = 100;

/** The rows that have other keys now. Answers to requests that were sent before name them by their old keys. */
export class RenamedKeys {
  #all: KeyRenaming[] = [];

  constructor(private readonly client: Client) {}

  /**
   * Gives a row another key, also if only others reference it. Called in a commit.
   *
   * @param since the position in the write order at which the row had its old key
   */
  add(of: Named, to: Pk, keys: Fields, since: number): void {
    const { client } = this;
    const { store } = client;
    const all = this.#all;
    for (const each of all)
      if (each.at > since && each.names(of.plan, of.pk)) of = { ...of, pk: each.to };
    if (of.pk === to) return; // The answer to another mutation has given it this key.
    const renaming = renameRow(store, of, to, keys);
    store.undos.push(() => (this.#all = all));
    this.#all = [...all, renaming].slice(-MOST);
    for (const entry of [...client]) {
      const { args, record } = entry;
      const { schema } = entry.endpoint;
      if (record && 'value' in record) continue;
      // The row stood for a response that never arrived. Its observers go on with the row.
      if (isEntityClass(schema) && renaming.names(planOf(schema), pkOf(schema, args[0])!))
        entry.patch({ value: renaming.to });
    }
  }

  /** Rows whose keys contain the key of the row, such as its values for a lens, have other keys, too. */
  #within(input: Input, renaming: KeyRenaming): KeyRenaming[] {
    const found: KeyRenaming[] = [];
    for (const next of operationsOf(input)) {
      const { pk, plan, row } = next;
      const to = row && (plan.follow as Follow | undefined)?.keyAfter?.(row, renaming);
      const { main } = this.client.store.tables.of(plan);
      if (to !== undefined) found.push(new KeyRenaming(main, new Set([pk]), to, {}, renaming.at));
    }
    return found;
  }

  /**
   * Replaces the old keys in an input that was requested at a position in the write order.
   *
   * @returns the stored value of the input
   */
  apply(input: Input, since: number, schema: SchemaLike, value: unknown): unknown {
    const due = this.#all.filter(({ at }) => at > since);
    for (const renaming of due.flatMap((each) => [...this.#within(input, each), each])) {
      value = renaming.value(schema, value);
      for (const effect of input.effects as Effect[]) {
        if (effect.list) effect.list = renaming.record(effect.plan!, effect.list);
        effect.rename?.(renaming);
      }
      for (const next of operationsOf(input)) {
        if (next.row) next.row = renaming.record(next.plan, next.row);
        if (!renaming.names(next.plan, next.pk)) continue;
        for (const [path, pk] of input.keys ?? []) {
          if (pk === next.pk) input.keys!.set(path, renaming.to);
        }
        next.pk = renaming.to;
        if (next.row) next.row = { ...next.row, ...renaming.keys };
      }
    }
    return value;
  }
}
