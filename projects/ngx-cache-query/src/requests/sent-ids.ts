import type { Input } from '../schema/input';
import { isSameRow, type Named } from '../store/followers';
import type { Client } from './client';
import type { ResponseName } from './responses';

/** A mutation that was sent with an id. */
class Sent {
  /** The position in the write order before the answer; `Infinity` if there is none. */
  before = Infinity;
  /** Whether its echo came before its answer. */
  isEchoed = false;

  /** @param own the row that it was sent to */
  constructor(
    private readonly client: Client,
    readonly own: Named | undefined,
  ) {}

  /** Notes that the answer has arrived, and is about to be written. */
  answered(): void {
    this.before = this.client.store.order.last;
  }

  /** Whether a response was requested after the answer, so that it contains what the mutation has done. */
  isIn({ endpoint, key }: ResponseName): boolean {
    const entry = this.client.entriesOf(endpoint).get(key);
    return entry !== undefined && entry.requestedAt > this.before;
  }
}

/** An answered mutation whose echo may still come. */
interface Answered {
  readonly sent: Sent;
  /** The position of the answer in the write order. */
  readonly order: number;
  readonly forget: () => void;
}

/** The time for which echoes of answered mutations are expected, in milliseconds. */
const LATEST_ECHO = 10_000;

/** The request ids that the mutations of a cache were sent with. Messages with these ids are their echoes. */
export class SentIds {
  /** The mutations in flight. */
  readonly #sent = new Map<string, Sent>();
  readonly #answered = new Map<string, Answered>();

  constructor(private readonly client: Client) {}

  has(id: string): boolean {
    return this.#sent.has(id);
  }

  add(id: string, own: Named | undefined): Sent {
    const sent = new Sent(this.client, own);
    this.#sent.set(id, sent);
    return sent;
  }

  /**
   * Notes that a mutation was answered, or has failed.
   *
   * @param isEchoed whether a message about it may come
   */
  end(id: string, isEchoed: boolean): void {
    const { client } = this;
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    // `sent` is missing if the cache was emptied, and the mutation dropped.
    if (!sent || sent.isEchoed || !isEchoed) return;
    // Like a read in flight, so that an echo does not bring back what is deleted before it comes.
    const order = client.store.beginRead();
    const forget = () => {
      stop();
      if (this.#answered.delete(id)) client.store.endRead();
    };
    const stop = client.after(LATEST_ECHO, forget);
    this.#answered.set(id, { sent, order, forget });
  }

  /**
   * Tells a message which mutation it is an echo of. No other echo of an answered mutation is expected.
   *
   * @returns the position of the answer if the echo is to be as old: a later mutation of the row was answered, and its
   *   echo is still to come. In between, the row would go back to an earlier state. Otherwise, an echo is new, because it
   *   may follow messages from before the mutation.
   */
  takeEcho(message: Input, id: string): number | undefined {
    const answered = this.#answered.get(id);
    const sent = answered?.sent ?? this.#sent.get(id);
    if (!sent) return undefined;
    sent.isEchoed = true;
    message.echoOf = sent;
    if (!answered) return undefined;
    answered.forget();
    for (const { sent, order } of this.#answered.values()) {
      // One that failed may have no echo.
      if (!sent.own || sent.before === Infinity || order < answered.order) continue;
      for (let next = message.first; next !== undefined; next = next.next) {
        if (isSameRow(next, sent.own)) return answered.order;
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
