import { type Input, operationsOf } from '../schema/input';
import { isSameRow, type Named } from '../store/followers';
import type { Store } from '../store/store';
import type { Plan } from '../schema/plan';
import { newer } from '../store/merge';
import { sameData } from '../util/equality';
import { type Fields, setField } from '../util/plain-data';
import type { Answer } from './mutation-run';

interface FieldDuring {
  readonly value: unknown;
  readonly order: number;
  /** Whether a message has changed the field. */
  readonly isNew: boolean;
}

/**
 * The messages of streams about an entity that arrive while a mutation of it is in flight. The answer wins in the fields
 * that were sent. The others may be from before the messages, and nothing else would bring the values of these back.
 * Nothing tells the order of the two, unless the versions do.
 */
export class MessagesDuring {
  readonly #fields = new Map<string, FieldDuring>();
  /** Whether nothing tells what is newer: the answer to an action, which is shown, or the messages. */
  isUnsure = false;

  /** @param isAction whether the mutation is sent to a part of the entity, so that it decides about any field */
  constructor(
    private readonly store: Store,
    private readonly own: Named,
    private readonly isAction: boolean,
  ) {}

  /** Notes a message when it arrives. It may be written later, at a later position in the write order. */
  note(input: Input): void {
    const order = this.store.order.last + 1;
    for (const next of operationsOf(input)) {
      if (!isSameRow(next, this.own)) continue;
      const { data } = this.store.known(this.store.tables.of(next.plan), next.pk);
      for (const name in next.row) {
        const value = next.row[name];
        const isNew = this.#fields.get(name)?.isNew || !sameData(data?.[name], value);
        this.#fields.set(name, { value, order, isNew });
      }
    }
  }

  /** Removes what the messages have overtaken from the answer. Returns whether they may be newer. */
  overtake({ last }: Input, answer: Answer | undefined): boolean {
    if (this.#fields.size === 0 || !last?.row) return false;
    const sent = isSameRow(last, this.own) ? answer?.sentTo(last.plan) : undefined;
    if (!sent || !this.#isAsNew(last.plan, last.row)) return false;
    const row: Record<string, unknown> = { ...last.row };
    const { order: written } = this.store.known(this.store.tables.of(last.plan), last.pk);
    let differs = false;
    for (const [name, { value, order, isNew }] of this.#fields) {
      if (!Object.hasOwn(row, name) || sameData(row[name], value)) continue;
      if (this.isAction || sent.includes(name)) {
        if (this.isAction) this.isUnsure ||= isNew;
        else differs ||= isNew;
        continue;
      }
      differs = true;
      // A message that waits, for example for a frame, is not written yet. When it is, it is older than the answer.
      if (order > written) setField(row, name, value);
      else delete row[name];
    }
    last.row = row;
    return differs;
  }

  /** Whether no version tells what is newer: the messages or the answer. */
  #isAsNew(plan: Plan, row: Fields): boolean {
    if (!plan.hasVersions) return true;
    const message: Fields = Object.fromEntries(
      [...this.#fields].map(([name, { value }]) => [name, value]),
    );
    return newer(plan, row, message) === message && newer(plan, message, row) === row;
  }
}
