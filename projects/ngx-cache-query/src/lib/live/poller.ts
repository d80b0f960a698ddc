import type { Clock } from '../platform/clock';
import type { PageActivity } from '../platform/page-activity';

/** One who wants something asked for at intervals. */
export interface Poll {
  /** Milliseconds between one question and the next. */
  readonly every: number;
  /** Asks. */
  readonly ask: () => void;
}

/** What is asked at intervals. */
interface Polled {
  readonly polls: Set<Poll>;
  /** When it was asked last, or somebody began to watch. */
  since: number;
  /** Whether it was due while the page was not active. */
  isDue: boolean;
  /** Ends the timer. */
  cancel: () => void;
}

/**
 * Asks at intervals, for all who watch the same: the shortest interval of them counts, and goes on when
 * somebody comes or leaves. While nobody sees the page, or it has no connection, it waits; and asks at once
 * when that is over.
 */
export class Poller {
  readonly #polled = new Map<string, Polled>();

  constructor(
    private readonly clock: Clock,
    private readonly page: Pick<PageActivity, 'isActive'>,
  ) {}

  /**
   * Asks at intervals from now on.
   *
   * @param key of what is asked
   * @returns ends it
   */
  add(key: string, poll: Poll): () => void {
    const since = this.clock.now();
    const nobody = { polls: new Set<Poll>(), since, isDue: false, cancel: () => undefined };
    const polled: Polled = this.#polled.get(key) ?? nobody;
    this.#polled.set(key, polled);
    polled.polls.add(poll);
    this.#schedule(polled);
    return () => {
      polled.polls.delete(poll);
      this.#schedule(polled);
      if (polled.polls.size === 0) this.#polled.delete(key);
    };
  }

  /** The page is active again: what was due is asked for. */
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
    first.ask();
  }
}
