import type { Input } from '../schema/input';
import { isSameRow, type Named } from '../store/followers';
import type { Client } from './client';
import type { ResponseName } from './responses';

/** A mutation that was sent with an id. */
class Sent {
  /** The position in the write order before the answer; `Infinity` if there is none. */
  before = Infinity;
  /** The position of the end in the write order; `undefined` while the mutation is in flight. */
  endedAt: number | undefined;
  /** Whether an echo has come. A mutation of several rows may have several. */
  isEchoed = false;
  /** Forgets a mutation that has ended. */
  stop: (() => void) | undefined;

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

/** The time for which the echo of a mutation that has ended is expected, in milliseconds. */
const LATEST_ECHO = 10_000;

/** The request ids that the mutations of a cache were sent with. Messages with these ids are their echoes. */
export class SentIds {
  /** The mutations in flight, and those whose echo may still come. */
  readonly #all = new Map<string, Sent>();

  constructor(private readonly client: Client) {}

  /** Whether a mutation is in flight. */
  has(id: string): boolean {
    const sent = this.#all.get(id);
    return sent !== undefined && sent.endedAt === undefined;
  }

  add(id: string, own: Named | undefined): Sent {
    const sent = new Sent(this.client, own);
    this.#all.set(id, sent);
    return sent;
  }

  /**
   * Notes that a mutation was answered, has failed or was aborted.
   *
   * @param isEchoed whether a message about it may come
   */
  end(id: string, isEchoed: boolean): void {
    const { client } = this;
    const sent = this.#all.get(id);
    // It is missing if the cache was emptied, and the mutation dropped.
    if (!sent) return;
    if (!isEchoed) return void this.#all.delete(id);
    // Like a read in flight, so that an echo does not bring back what is deleted before it comes.
    sent.endedAt = client.store.beginRead();
    const stop = client.after(LATEST_ECHO, () => sent.stop!());
    sent.stop = () => {
      stop();
      if (this.#all.delete(id)) client.store.endRead();
    };
  }

  /**
   * Tells a message which mutation it is an echo of.
   *
   * @returns the position of the answer if the echo is to be as old: a later mutation of the row was answered, and its
   *   echo is still to come. In between, the row would go back to an earlier state. Otherwise, an echo is new, because it
   *   may follow messages from before the mutation.
   */
  takeEcho(message: Input, id: string): number | undefined {
    const sent = this.#all.get(id);
    if (!sent) return undefined;
    sent.isEchoed = true;
    message.echoOf = sent;
    for (const { before, endedAt = 0, isEchoed, own } of this.#all.values()) {
      // One that has failed may have no echo.
      if (!own || isEchoed || before === Infinity || endedAt < sent.endedAt!) continue;
      for (let next = message.first; next !== undefined; next = next.next) {
        if (isSameRow(next, own)) return sent.endedAt;
      }
    }
    return undefined;
  }

  /** Forgets all mutations, because the cache is emptied. */
  clear(): void {
    for (const { stop } of [...this.#all.values()]) stop?.();
    this.#all.clear();
  }
}
