import type { Clock } from '../platform/clock';
import type { PageActivity } from '../platform/page-activity';

/** A subscription that polls. */
export interface Poll {
  /** Milliseconds from one request to the next. */
  readonly every: number;
  readonly request: () => void;
}

/** The polls of one key. */
interface Polled {
  readonly polls: Set<Poll>;
  /** When it was requested last, or the first poll began. */
  since: number;
  /** Whether a request was due while the page was not active. */
  isDue: boolean;
  /** Ends the timer. */
  cancel: () => void;
}

/**
 * Requests at intervals, once for all subscribers of a key: the shortest interval counts, and continues when subscribers
 * come or leave. While the page is hidden or offline, a request that is due waits until the page is active again.
 */
export class Poller {
  readonly #polled = new Map<string, Polled>();

  constructor(
    private readonly clock: Clock,
    private readonly page: Pick<PageActivity, 'isActive'>,
  ) {}

  /**
   * Requests at intervals from now on.
   *
   * @param key of the endpoint's records
   * @returns ends it
   */
  add(key: string, poll: Poll): () => void {
    const since = this.clock.now();
    const none = { polls: new Set<Poll>(), since, isDue: false, cancel: () => undefined };
    const polled: Polled = this.#polled.get(key) ?? none;
    this.#polled.set(key, polled);
    polled.polls.add(poll);
    this.#schedule(polled);
    return () => {
      polled.polls.delete(poll);
      this.#schedule(polled);
      if (polled.polls.size === 0) this.#polled.delete(key);
    };
  }

  /** Requests what was due while the page was not active. */
  resume(): void {
    for (const polled of [...this.#polled.values()]) if (polled.isDue) this.#tick(polled);
  }

  end(): void {
    for (const { polls, cancel } of this.#polled.values()) {
      polls.clear();
      cancel();
    }
  }

  #schedule(polled: Polled): void {
    const { polls, since } = polled;
    polled.cancel();
    if (polls.size === 0 || polled.isDue) return;
    const every = Math.min(...[...polls].map((poll) => poll.every));
    const after = Math.max(0, since + every - this.clock.now());
    polled.cancel = this.clock.after(after, () => this.#tick(polled));
  }

  #tick(polled: Polled): void {
    polled.isDue = !this.page.isActive;
    if (polled.isDue) return;
    polled.since = this.clock.now();
    this.#schedule(polled);
    const [first] = polled.polls;
    first.request();
  }
}
