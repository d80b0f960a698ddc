import type { Subscription } from 'rxjs';
import type { Client } from './client';
import { textOf } from './plain';
import type { Read } from './reads';

/** A subscriber of a read, which checks each emission. */
export class Observer {
  last: unknown;
  /** The number of emissions since the last commit. */
  #count = 0;
  #text: string | undefined;
  #isEnded = false;
  readonly #subscription: Subscription;

  constructor(
    private readonly client: Client,
    readonly read: Read,
  ) {
    const { cache, injector } = client;
    this.#subscription = read.observe(cache, injector).subscribe({
      next: (emission) => this.#receive(emission),
      error: (error) => this.#fail(`received the error ${String(error)}`),
      complete: () => this.#complete(),
    });
    this.#count = 0; // The first emission does not come from a commit.
    if (this.#text === undefined) this.#fail('received nothing when it subscribed');
  }

  get value(): unknown {
    return this.read.valueIn(this.last as never);
  }

  /** The last emission must be what the cache shows. */
  check(): void {
    const { get, mayHide } = this.read;
    if (mayHide && this.value === undefined) return;
    const found = get(this.client.cache);
    if (!Object.is(found, this.value))
      this.#fail(`shows ${textOf(this.value)}, but get returns ${textOf(found)}`);
  }

  /** A request must be in flight. */
  checkFetching(why: string): void {
    if (!this.read.request) return;
    const { isFetching } = this.last as { isFetching: boolean };
    if (!isFetching) this.#fail(`sends no request after ${why}`);
  }

  /** Called after each commit of the cache. */
  committed(): void {
    // A snapshot also contains the state of requests, which is no commit.
    if (this.#count > 1 && this.read.request === undefined)
      this.#fail(`received ${this.#count} emissions for a commit`);
    this.#count = 0;
  }

  end(): void {
    this.#isEnded = true;
    this.#subscription.unsubscribe();
  }

  /** The cache was destroyed. */
  destroyed(): void {
    if (!this.#isEnded) this.#fail('did not complete with its cache');
  }

  #receive(emission: unknown): void {
    // A cache that ends takes mutations back while its subscribers are completed one by one.
    if (this.client.isDestroyed) return;
    this.#count++;
    this.client.emissions++;
    const text = textOf(emission);
    if (this.#text !== undefined && Object.is(this.last, emission))
      this.#fail(`received the same value twice: ${text}`);
    if (this.#text === text) this.#fail(`received equal data twice: ${text}`);
    this.last = emission;
    this.#text = text;
  }

  #complete(): void {
    this.#isEnded = true;
    if (!this.client.isDestroyed) this.#fail('was completed');
  }

  #fail(what: string): void {
    this.client.report(`${this.read.name} ${what}`);
  }
}
