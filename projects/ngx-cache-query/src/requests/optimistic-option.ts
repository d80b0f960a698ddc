import type { Row } from '../reactive/row';
import type { Input } from '../schema/input';
import { type ArgsOf, known, type Queryable, type ResultOf } from '../schema/queryable';
import type { CacheError } from '../util/cache-error';
import { sameData } from '../util/equality';
import { warnOnce } from '../util/warn';
import type { Client } from './client';
import type { SentRequest } from './sent-request';

declare const ngDevMode: unknown;

/** The state of the cache when a mutation is called. */
export interface OptimisticSnapshot {
  /** Returns the current result of `queryable`, or `undefined` if the cache has no data. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> | undefined;
  /** The time of the call in milliseconds since 1970. It is the same each time the function runs. */
  readonly now: number;
  /** Returns a new UUID, for example as the id of a created entity. Later runs of the function receive the same ones. */
  newId(): string;
}

/** Shows mutations before they are answered. The value `optimistic` does. */
export interface Optimistic {
  /** Called by the cache: creates what keeps the mutations in flight. */
  readonly create: (client: never) => object;
}

/** A response that is shown before that of the server: `optimistic(response)`. */
export interface OptimisticResponse extends Optimistic {
  /** @internal */
  readonly response: unknown;
}

/** `optimistic`, or a function that returns `optimistic(response)`, or `undefined` to show nothing. */
export type OptimisticOption<Args extends readonly unknown[]> =
  | Optimistic
  | {
      /** A method, so that its parameters can also be those of the call: `...args: Parameters<typeof getTodos.push.load>`. */
      of(snapshot: OptimisticSnapshot, ...args: Args): OptimisticResponse | undefined;
    }['of'];

/** Computes an optimistic response again. Temporary ids in the arguments are replaced when they are known. */
export type Again = (args: readonly unknown[]) => unknown;

/** The mutations in flight of a cache that are shown. */
export interface Mutations {
  /**
   * @param response what is shown until the answer arrives; `undefined` for nothing
   * @param again computes the response again, if it depends on what the cache shows
   */
  begin(request: SentRequest, response: unknown, again?: Again): PendingMutation;
  /**
   * Calls `send` with arguments that the server knows: now, or when the ids of created entities have arrived.
   *
   * @param fail called if one of the entities was not created
   * @returns a function that stops waiting
   */
  whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void;
  clear(): void;
}

/** A mutation in flight, in the log of those that are shown. */
export interface PendingMutation {
  sent(): void;
  /** Writes the answer. Called inside the commit. */
  write(input: Input): void;
  /** Keeps what is shown although the answer does not tell what was created. Returns a function that takes it back. */
  keep(): () => void;
  rollBack(): void;
  /** Returns the rows that it creates, while they have no ids, and those in an array that it shows. */
  shown(): readonly Row[];
  /** Called after the commit or the failure. */
  end(): void;
}

/** An optimistic response, and what computes it again. */
interface Expected extends OptimisticResponse {
  readonly again?: Again;
}

/** Returns the response to show before the server has answered. */
export function expectedOf(client: Client, { endpoint, args }: SentRequest): Expected | undefined {
  const option: OptimisticOption<readonly never[]> | undefined = endpoint.options.optimistic;
  if (!option) return undefined;
  if ('create' in option) {
    return { ...option, response: endpoint.optimisticResponse?.(args) };
  }
  let reads = false;
  const get = (queryable: Queryable, ...of: readonly unknown[]) => {
    reads = true;
    return known(client.results.read(queryable, of));
  };
  const now = client.clock.now();
  const ids: string[] = [];
  const run = (known: readonly unknown[]) => {
    let count = 0;
    const newId = () => (ids[count++] ??= crypto.randomUUID());
    const snapshot = { get, now, newId } as OptimisticSnapshot;
    return option(snapshot, ...(known as readonly never[]));
  };
  const first = run(args);
  if (typeof ngDevMode === 'undefined' || ngDevMode) checkStable(endpoint.name, first, run(args));
  if (!first || !reads) return first;
  return { ...first, again: (known) => run(known)?.response };
}

/** The function runs again when what lies under its response changes. */
function checkStable(name: string, a?: OptimisticResponse, b?: OptimisticResponse): void {
  if (sameData(a?.response, b?.response)) return;
  warnOnce(
    `${name}: the optimistic function returns another response each time it runs. It runs again when another mutation ` +
      `fails or other data arrives. Use snapshot.now instead of the current time, and snapshot.newId() instead of a ` +
      `random id.`,
  );
}
