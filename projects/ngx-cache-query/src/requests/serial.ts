import { firstName } from '../reactive/names';
import { Invalidate } from '../schema/invalidate';
import { CacheError } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { structuralKey } from '../util/structural-key';
import type { Client } from './client';
import { beforeReset } from './request-errors';
import type { SentRequest } from './sent-request';

declare const ngDevMode: unknown;

/** Sends mutations one after the other. The value `serial` does. */
export interface Serial {
  /** Called by the cache: creates the queues. */
  readonly create: (client: never) => object;
  /** @internal Returns what mutations have in common that wait for each other. Default: the entity in the path. */
  readonly key?: ((...args: never) => unknown) | undefined;
  /** @internal The longest time to wait for one mutation, in milliseconds. */
  readonly limit: number;
}

/**
 * The options of {@link serial}.
 *
 * @example
 * ```ts
 * const perCart: SerialOptions = { key: ({ cart }: { cart: number }) => `cart ${cart}`, limit: 5_000 };
 * ```
 */
export interface SerialOptions {
  /**
   * Returns what mutations have in common that wait for each other, such as the id of a shopping cart. Also mutations of
   * other endpoints with the same key wait.
   */
  readonly key: (...args: never) => unknown;
  /** The longest time to wait for one mutation, in milliseconds. Default: 10 seconds. */
  readonly limit?: number;
}

/** @see serial */
export interface SerialMutations extends Serial {
  (options: SerialOptions): Serial;
}

const LIMIT = 10_000;

const create = (client: Client): Queues => new Queues(client);

/**
 * Sends the mutations of one entity one after the other, in the order of the calls. Otherwise, the network may deliver
 * two changes in reverse order, and the server ends with the first one. As the `serial` option of `restEndpoints`, it
 * concerns `update`, `partialUpdate`, `getList.move` and `delete`. A failure does not stop the mutations after it. A
 * deletion, whose schema is `Invalidate`, is sent before the changes of its entity that wait; if it succeeds, they fail
 * with NCQ4007 and are not sent.
 *
 * @example
 * ```ts
 * const todos = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic, serial });
 * const addToCart = new RestEndpoint({
 *   path: '/carts/:cart/items',
 *   body: typed<{ product: number }>(),
 *   serial: serial({ key: ({ cart }: { cart: number }) => `cart ${cart}` }),
 * });
 * ```
 */
export const serial: SerialMutations = /* @__PURE__ */ Object.assign(
  ({ key, limit = LIMIT }: SerialOptions): Serial => ({ create, key, limit }),
  { create, limit: LIMIT },
);

/** A mutation in a queue. */
interface Turn {
  readonly key: string;
  readonly sent: SentRequest;
  readonly start: () => void;
  readonly fail: (error: CacheError) => void;
  /** Stops waiting for the end of the mutation; `undefined` until it is sent. */
  release?: () => void;
}

/** The mutations that wait for each other, by key. */
export class Queues {
  readonly #queues = new Map<string, Turn[]>();

  constructor(private readonly client: Client) {}

  /** Returns what a mutation has in common with those that it waits for; `undefined` if it waits for none. */
  keyOf(sent: SentRequest): string | undefined {
    const { key } = sent.endpoint.options.serial!;
    return key ? structuralKey(key(...(sent.args as never))) : this.#entityOf(sent);
  }

  #entityOf({ args, endpoint }: SentRequest): string | undefined {
    const own = endpoint.named?.(args);
    if (!own || !('pk' in own)) return undefined;
    const { main } = this.client.store.tables.of(own.plan);
    return `${own.plan.number} ${firstName(main, own.pk)}`;
  }

  /** Sends a mutation now, or after those before it. Returns a function that must be called when it has ended. */
  enter(turn: Turn): () => void {
    const queue = getOrInsert(this.#queues, turn.key, (): Turn[] => []);
    const [needless] = this.#needless(queue, turn);
    queue.splice(needless ? queue.indexOf(needless) : queue.length, 0, turn);
    this.#next(queue);
    return () => this.#leave(queue, turn);
  }

  /** Returns the mutations that wait and that a deletion makes needless. Others may have the same key. */
  #needless(queue: readonly Turn[], { sent }: Turn): Turn[] {
    const deleted = sent.endpoint.schema instanceof Invalidate && this.#entityOf(sent);
    return deleted ? waiting(queue).filter((each) => this.#entityOf(each.sent) === deleted) : [];
  }

  /** Ends what waits, because the cache was emptied. */
  clear(): void {
    const all = waiting([...this.#queues.values()].flat());
    fail(all, ({ sent }) => beforeReset(sent.endpoint.name));
  }

  /** Sends the first mutation that waits, if the one before it has ended or takes too long. */
  #next(queue: Turn[]): void {
    const at = queue.findIndex(({ release }) => !release);
    const turn = queue[at];
    if (!turn || (at > 0 && !isLate(queue[at - 1]))) return;
    const { limit } = turn.sent.endpoint.options.serial!;
    turn.release = this.client.clock.after(limit, () => {
      turn.release = LATE;
      this.#next(queue);
    });
    turn.start();
  }

  #leave(queue: Turn[], turn: Turn): void {
    queue.splice(queue.indexOf(turn), 1);
    turn.release?.();
    if (queue.length === 0) this.#queues.delete(turn.key);
    if (turn.sent.state === 'success') fail(this.#needless(queue, turn), deletedBefore);
    this.#next(queue);
  }
}

const LATE = () => {};

function isLate({ release }: Turn): boolean {
  return release === LATE;
}

function waiting(queue: readonly Turn[]): Turn[] {
  return queue.filter(({ release }) => !release);
}

/** Fails mutations that wait. */
function fail(turns: readonly Turn[], errorOf: (turn: Turn) => CacheError): void {
  // First all of them, because each that leaves sends the next one that waits.
  for (const turn of turns) turn.release = LATE;
  for (const turn of turns) turn.fail(errorOf(turn));
}

/** Error NCQ4007. */
function deletedBefore({ sent: { endpoint } }: Turn): CacheError {
  const { name: source } = endpoint;
  return new CacheError(
    'NCQ4007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the entity was deleted before this change was sent, so it was not sent.`,
    { source },
  );
}
