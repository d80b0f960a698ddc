import { Subscription } from 'rxjs';
import type { Fetcher } from './fetcher';
import type { AnyEndpoint } from './requests';

/** One who watches an endpoint. */
export interface Watcher {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
  /** Hears of failures. */
  readonly failed: (error: unknown) => void;
}

/** All who watch the same. */
interface Audience {
  readonly watchers: Set<Watcher>;
  /** What was asked for all of them. */
  readonly requests: Subscription;
}

/** Who watches endpoints, by the key of their records. What is asked for all who watch ends with the last of them. */
export class Watchers {
  readonly #audiences = new Map<string, Audience>();

  constructor(private readonly fetcher: Fetcher) {}

  /** One of all who watch, by the key of what they watch. */
  get firsts(): [key: string, Watcher][] {
    return [...this.#audiences].map(([key, { watchers }]) => [key, [...watchers][0]]);
  }

  /** How many watch the same. */
  count(key: string): number {
    return this.#audiences.get(key)?.watchers.size ?? 0;
  }

  /**
   * Notes that somebody watches.
   *
   * @returns ends it
   */
  add(key: string, watcher: Watcher): () => void {
    const nobody = { watchers: new Set<Watcher>(), requests: new Subscription() };
    const audience: Audience = this.#audiences.get(key) ?? nobody;
    const { watchers, requests } = audience;
    this.#audiences.set(key, audience);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      this.#audiences.delete(key);
      requests.unsubscribe();
    };
  }

  /** Asks, once for all who watch: who comes or leaves meanwhile ends nothing. */
  ask(key: string): void {
    const audience = this.#audiences.get(key);
    if (audience === undefined) return;
    const { watchers, requests } = audience;
    const [{ endpoint, args }] = watchers;
    const error = (error: unknown) => [...watchers].forEach(({ failed }) => failed(error));
    requests.add(this.fetcher.fetch(endpoint, args).subscribe({ error }));
  }
}
