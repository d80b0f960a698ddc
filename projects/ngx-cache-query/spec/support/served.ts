import { Observable, type Subscriber } from 'rxjs';
import {
  type CacheService,
  Endpoint,
  optimistic,
  type RefetchTarget,
  type SchemaLike,
} from 'ngx-cache-query';
import { watch } from './watch';

/** A request to an endpoint of {@link Served}. */
export interface Request {
  readonly args: readonly unknown[];
  readonly respond: (response: unknown) => void;
  readonly fail: (error: unknown) => void;
  /** Completes the request without a response. */
  readonly complete: () => void;
  aborted: boolean;
}

interface ServedOptions {
  readonly name?: string;
  readonly sideEffect?: boolean;
  readonly expected?: () => unknown;
  readonly refetches?: readonly RefetchTarget[];
}

/** An endpoint that records its requests. The spec responds to them. */
export class Served<S extends SchemaLike> {
  readonly requests: Request[] = [];
  readonly endpoint: Endpoint<unknown[], S>;

  /** @param options `expected` returns the optimistic response */
  constructor(schema: S, options: ServedOptions = {}) {
    const { name = 'served', sideEffect = false, expected } = options;
    this.endpoint = new Endpoint<unknown[], S>({
      name,
      sideEffect,
      schema,
      ...(options.refetches && { refetches: options.refetches }),
      load: (...args) => new Observable((subscriber) => this.#record(args, subscriber)),
      ...(expected && { optimistic: () => optimistic(expected() as never) }),
    });
  }

  /** Responds to the latest request. */
  respond(response: unknown): void {
    this.requests.at(-1)!.respond(response);
  }

  #record(args: readonly unknown[], subscriber: Subscriber<unknown>): () => void {
    let ended = false;
    const request: Request = {
      args,
      aborted: false,
      respond: (response) => {
        ended = true;
        subscriber.next(response);
        subscriber.complete();
      },
      fail: (error) => {
        ended = true;
        subscriber.error(error);
      },
      complete: () => {
        ended = true;
        subscriber.complete();
      },
    };
    this.requests.push(request);
    return () => (request.aborted = !ended);
  }
}

/** Starts a read. The spec responds to it later. */
export function beginRead<S extends SchemaLike>(cache: CacheService, schema: S) {
  const served = new Served(schema);
  const seen = watch(cache.fetch(served.endpoint));
  return { served, seen, respond: (response: unknown) => served.respond(response) };
}

/** Fetches once, and returns the value. */
export function fetchOnce<S extends SchemaLike>(
  cache: CacheService,
  schema: S,
  response: unknown,
  options: ConstructorParameters<typeof Served>[1] = {},
) {
  const served = new Served(schema, options);
  const seen = watch(cache.fetch(served.endpoint));
  served.respond(response);
  expect(seen.errors).toEqual([]);
  return { value: seen.last!, served };
}
