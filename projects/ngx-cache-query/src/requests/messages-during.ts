import type { Normalizer } from '../schema/normalizer';
import type { Answer } from './endpoint';
import type { Named } from '../store/followers';
import type { Store } from '../store/store';
import { sameData } from '../util/equality';
import { keep } from '../util/plain-data';

/**
 * The messages of streams about an entity that arrive while a mutation of the entity is in flight. The server may have
 * handled the mutation before or after them. What the mutation has sent is in its answer, so the answer wins there. In all
 * other fields, the answer may be from before the messages, and nothing else would bring their values back.
 */
export class MessagesDuring {
  readonly #fields = new Map<string, readonly [value: unknown, order: number]>();

  constructor(
    private readonly store: Store,
    private readonly own: Named,
  ) {}

  /** Notes a message when it arrives. It may be written later. */
  note(input: Normalizer): void {
    // The position in the write order that it will have at least.
    const order = this.store.order.clock + 1;
    for (let next = input.first; next !== undefined; next = next.next) {
      if (!this.#isOwn(next)) continue;
      for (const name in next.row) this.#fields.set(name, [next.row[name], order]);
    }
  }

  /**
   * Removes what the messages have overtaken from the answer. Returns whether they have overtaken anything.
   */
  overtake({ last }: Normalizer, answer: Answer): boolean {
    // Versions tell by themselves what is newer.
    if (this.#fields.size === 0 || !last?.row || last.plan.hasVersions) return false;
    const sent = this.#isOwn(last) ? answer.sentTo(last.plan) : undefined;
    if (!sent) return false;
    const { row } = last;
    const { order: written } = this.store.known(this.store.tables.of(last.plan), last.pk);
    const won = [...this.#fields].filter(
      ([name, [value]]) =>
        !sent.includes(name) && Object.hasOwn(row, name) && !sameData(row[name], value),
    );
    const names = won.map(([name]) => name);
    // A message that waits, for example for a frame, is not written yet. When it is, it is older than the answer.
    const waiting = won.filter(([, [, order]]) => order > written);
    const values = waiting.map(([name, [value]]) => [name, value] as const);
    last.row = {
      ...keep(row, (name) => !names.includes(name)),
      ...Object.fromEntries(values),
    };
    return won.length > 0;
  }

  #isOwn({ plan, pk }: Named): boolean {
    return plan.identity === this.own.plan.identity && pk === this.own.pk;
  }
}
