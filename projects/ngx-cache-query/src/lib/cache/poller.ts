import type { Clock } from './clock';
import type { PageActivity } from './page-activity';

/** One who wants something asked for at intervals. */
export interface Poll {
  /** Milliseconds between one answer and the next question. */
  readonly every: number;
  /** Asks. */
  readonly ask: () => void;
}

/**
 * Asks at intervals, for all who watch the same: the shortest interval of them counts. While nobody sees
 * the page, or it has no connection, it waits; and asks at once when that is over.
 */
export class Poller {
  readonly #polls = new Map<string, Set<Poll>>();
  readonly #timers = new Map<string, () => void>();
  /** What was due while the page was not active. */
  readonly #due = new Set<string>();

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
    const polls = this.#polls.get(key) ?? new Set<Poll>();
    this.#polls.set(key, polls.add(poll));
    this.#start(key);
    return () => {
      polls.delete(poll);
      this.#stop(key);
      if (polls.size > 0) this.#start(key);
      else this.#polls.delete(key);
    };
  }

  /** The page is active again: what was due is asked for. */
  resume(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const key of due) this.#tick(key);
  }

  end(): void {
    for (const key of [...this.#timers.keys()]) this.#stop(key);
    this.#polls.clear();
  }

  #start(key: string): void {
    this.#stop(key);
    const every = Math.min(...[...this.#polls.get(key)!].map((poll) => poll.every));
    this.#timers.set(
      key,
      this.clock.after(every, () => this.#tick(key)),
    );
  }

  #stop(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
    this.#due.delete(key);
  }

  #tick(key: string): void {
    const [first] = this.#polls.get(key) ?? [];
    if (first === undefined) return;
    if (!this.page.isActive) {
      this.#due.add(key);
      return;
    }
    this.#start(key);
    first.ask();
  }
}
