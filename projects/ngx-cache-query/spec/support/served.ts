import { Observable, type Subscriber } from 'rxjs';
import { type CacheService, Endpoint, type SchemaLike } from 'ngx-cache-query';
import { watch } from './watch';

/** A request to an endpoint of {@link Served}. */
export interface Request {
  readonly args: readonly unknown[];
  readonly answer: (response: unknown) => void;
  readonly fail: (error: unknown) => void;
  /** Completes the request without a response. */
  readonly complete: () => void;
  aborted: boolean;
}

/** An endpoint that records its requests. The spec responds to them. */
export class Served<S extends SchemaLike> {
  readonly requests: Request[] = [];
  readonly endpoint: Endpoint<unknown[], S>;

  constructor(schema: S, { name = 'served', sideEffect = false } = {}) {
    this.endpoint = new Endpoint<unknown[], S>({
      name,
      sideEffect,
      schema,
      load: (...args) => new Observable((subscriber) => this.#take(args, subscriber)),
    });
  }

  /** Responds to the latest request. */
  answer(response: unknown): void {
    this.requests.at(-1)!.answer(response);
  }

  #take(args: readonly unknown[], subscriber: Subscriber<unknown>): () => void {
    let ended = false;
    const request: Request = {
      args,
      aborted: false,
      answer: (response) => {
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

/** Starts a read, to which the spec responds later. */
export function begin<S extends SchemaLike>(cache: CacheService, schema: S) {
  const served = new Served(schema);
  const seen = watch(cache.fetch(served.endpoint));
  return { served, seen, land: (response: unknown) => served.answer(response) };
}

/** Fetches once, and returns the value. */
export function answered<S extends SchemaLike>(
  cache: CacheService,
  schema: S,
  response: unknown,
  options: ConstructorParameters<typeof Served>[1] = {},
) {
  const served = new Served(schema, options);
  const seen = watch(cache.fetch(served.endpoint));
  served.answer(response);
  expect(seen.errors).toEqual([]);
  return { value: seen.last!, served };
}
