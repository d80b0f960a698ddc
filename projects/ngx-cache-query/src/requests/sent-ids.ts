import type { Normalizer } from '../schema/normalizer';
import type { Named } from '../store/followers';
import type { Client } from './client';

/** An answered mutation whose echo may still come. */
interface Answered {
  /** The row that it was sent to. */
  readonly own: Named | undefined;
  /** The position of the answer in the write order. */
  readonly order: number;
  readonly forget: () => void;
}

/** The time for which echoes of answered mutations are expected, in milliseconds. */
const LATEST_ECHO = 10_000;

/** The request ids that the mutations of a cache were sent with. Messages with these ids are their echoes. */
export class SentIds {
  /** The ids of the mutations in flight, with the rows that they are sent to. */
  readonly #sent = new Map<string, Named | undefined>();
  readonly #answered = new Map<string, Answered>();

  constructor(private readonly client: Client) {}

  has(id: string): boolean {
    return this.#sent.has(id);
  }

  add(id: string, own: Named | undefined): void {
    this.#sent.set(id, own);
  }

  /**
   * Notes that a mutation was answered, or has failed.
   *
   * @param isEchoed whether a message about it may come
   */
  end(id: string, isEchoed: boolean): void {
    const { client } = this;
    const own = this.#sent.get(id);
    // Not if the cache was emptied, and the mutation dropped.
    if (!this.#sent.delete(id) || !isEchoed) return;
    // Like a read in flight, so that an echo does not bring back what is deleted before it comes.
    const order = client.store.beginRead();
    const forget = () => {
      stop();
      if (this.#answered.delete(id)) client.store.endRead();
    };
    const stop = client.after(LATEST_ECHO, forget);
    this.#answered.set(id, { own, order, forget });
  }

  /**
   * Returns the position of the answer if a message is an echo that is to be as old: a later mutation of the row was
   * answered, and its echo is still to come. In between, the row would go back to an earlier state. Otherwise, an echo is
   * new, because it may follow messages from before the mutation.
   */
  echoed({ first }: Normalizer, id: string): number | undefined {
    const answered = this.#answered.get(id);
    if (!answered) return undefined;
    answered.forget();
    for (const { own, order } of this.#answered.values()) {
      if (!own || order < answered.order) continue;
      for (let next = first; next !== undefined; next = next.next) {
        const isOwn = next.plan.identity === own.plan.identity && next.pk === own.pk;
        if (isOwn) return answered.order;
      }
    }
    return undefined;
  }

  /** Forgets all mutations, because the cache is emptied. */
  clear(): void {
    for (const { forget } of [...this.#answered.values()]) forget();
    this.#sent.clear();
  }
}
