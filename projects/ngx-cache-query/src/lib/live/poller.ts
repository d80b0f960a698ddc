import type { Observable, Subscription } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { PageActivity } from '../platform/page-activity';

/** A subscriber that polls. It has an interval and a function that sends a request. */
export interface Poll {
  /** The time between two requests, in milliseconds. */
  readonly every: number;
  readonly request: () => void;
}

/** All polls with the same key, which share their requests. */
interface Polled {
  readonly polls: Set<Poll>;
  /** The time of the last request. Before the first request, the time at which polling began. */
  since: number;
  /** Whether a request was delayed because the page was not active. */
  isDelayed: boolean;
  /** Cancels the timer for the next request. */
  cancel: () => void;
}

/**
 * Sends requests at regular intervals, with one request for all subscribers that have the same key. If the subscribers
 * have different intervals, the shortest interval applies. When subscribers are added or removed, the interval does not
 * restart. While the page is hidden or offline, the next request is delayed until the page is active again.
 */
export class Poller {
  readonly #polled = new Map<string, Polled>();
  /**
   * The subscription to `active$`. It is created when the first poll is added, because most pages do not poll and need
   * no listeners.
   */
  #activations: Subscription | undefined;

  /** @param active$ emits when the page becomes active again */
  constructor(
    private readonly clock: Clock,
    private readonly page: Pick<PageActivity, 'isActive'>,
    private readonly active$: Observable<unknown>,
  ) {}

  /**
   * Starts polling.
   *
   * @param key the key under which the response is stored
   * @returns a function that stops polling
   */
  add(key: string, poll: Poll): () => void {
    this.#activations ??= this.active$.subscribe(() => this.#resume());
    const since = this.clock.now();
    const none = { polls: new Set<Poll>(), since, isDelayed: false, cancel: () => undefined };
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

  end(): void {
    this.#activations?.unsubscribe();
    for (const { polls, cancel } of this.#polled.values()) {
      polls.clear();
      cancel();
    }
  }

  /** Sends the requests that were delayed while the page was not active. */
  #resume(): void {
    for (const polled of [...this.#polled.values()]) if (polled.isDelayed) this.#tick(polled);
  }

  #schedule(polled: Polled): void {
    const { polls, since } = polled;
    polled.cancel();
    if (polls.size === 0 || polled.isDelayed) return;
    const every = Math.min(...[...polls].map((poll) => poll.every));
    const after = Math.max(0, since + every - this.clock.now());
    polled.cancel = this.clock.after(after, () => this.#tick(polled));
  }

  #tick(polled: Polled): void {
    polled.isDelayed = !this.page.isActive;
    if (polled.isDelayed) return;
    polled.since = this.clock.now();
    this.#schedule(polled);
    const [first] = polled.polls;
    first.request();
  }
}
