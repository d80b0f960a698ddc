import { type Input, operationsOf } from '../schema/input';
import { isSameRow, type Named } from '../store/followers';
import type { Store } from '../store/store';
import { sameData } from '../util/equality';
import { type Fields, setField } from '../util/plain-data';
import type { Answer } from './mutation-run';

/**
 * The messages of streams about an entity that arrive while a mutation of it is in flight. The answer wins in the fields
 * that were sent, and that to an action in all. The others may be from before the messages, and nothing else would bring
 * the values of these back.
 */
export class MessagesDuring {
  readonly #fields = new Map<string, readonly [value: unknown, order: number]>();
  /** What was known of the entity when the mutation was sent. */
  readonly #before: Fields | undefined;

  /** @param isAction whether the mutation is sent to a part of the entity */
  constructor(
    private readonly store: Store,
    private readonly own: Named,
    readonly isAction: boolean,
  ) {
    this.#before = store.known(store.tables.of(own.plan), own.pk).data;
  }

  /** Returns what was known of a row when the mutation was sent; `undefined` if the mutation is not about it. */
  before(row: Named | undefined): Fields | undefined {
    return row && isSameRow(row, this.own) ? this.#before : undefined;
  }

  /** Notes a message when it arrives. It may be written later, at a later position in the write order. */
  note(input: Input): void {
    const order = this.store.order.last + 1;
    for (const next of operationsOf(input)) {
      if (!isSameRow(next, this.own)) continue;
      for (const name in next.row) this.#fields.set(name, [next.row[name], order]);
    }
  }

  /** Removes what the messages have overtaken from the answer. Returns whether the messages may be newer in a field. */
  overtake({ last }: Input, answer: Answer | undefined): boolean {
    // Versions tell by themselves what is newer.
    if (this.#fields.size === 0 || !last?.row || last.plan.hasVersions) return false;
    const sent = isSameRow(last, this.own) ? answer?.sentTo(last.plan) : undefined;
    if (!sent) return false;
    const row: Record<string, unknown> = { ...last.row };
    const { order: written } = this.store.known(this.store.tables.of(last.plan), last.pk);
    let differs = false;
    for (const [name, [value, order]] of this.#fields) {
      if (!Object.hasOwn(row, name) || sameData(row[name], value)) continue;
      if (sent.includes(name)) continue;
      differs = true;
      if (this.isAction) continue;
      // A message that waits, for example for a frame, is not written yet. When it is, it is older than the answer.
      if (order > written) setField(row, name, value);
      else delete row[name];
    }
    last.row = row;
    return differs;
  }
}
