import type { Observable } from 'rxjs';
import type { Known, Readable, Reader, ResultSource } from '../schema/queryable';
import type { Denormalize, Schema } from '../schema/schema';
import { structuralKey } from '../util/structural-key';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/** What an {@link Endpoint} is made of. */
export interface EndpointOptions<Args extends readonly unknown[], S extends Schema, Raw> {
  /**
   * Asks for the data. It is called for each request, at once, in the injection context of the cache;
   * the first value is the response, unsubscribing aborts.
   */
  readonly load: (...args: Args) => Observable<Raw>;
  /** Which entities the response holds, and where. Without it the response is kept as it is. */
  readonly schema?: S;
  /** Tells requests apart: equal keys share one request and one stored response. */
  readonly key?: (...args: Args) => string;
  /** Whether a request changes something: then it is never shared and its response is not kept. */
  readonly sideEffect?: boolean;
  /** Milliseconds for which a response is fresh; 60,000 by default. */
  readonly dataExpiryLength?: number;
  /** For people, in errors and tools; and the stem of the default key. */
  readonly name?: string;
}

/** What a response becomes: what its schema describes, or without a schema the response itself. */
export type ValueOf<S, Raw> = undefined extends S ? Raw : Denormalize<S>;

let count = 0;

/** A schema that was given and is not there keeps the response as it came, and nobody sees why. */
function warnOfNoSchema(name: string, options: object): void {
  if ('schema' in options && options.schema === undefined) {
    warnOnce(
      `${name}: its schema is given and undefined, so that the response is kept as it comes. A circular import? ` +
        `Import the class from a module that does not lead back here.`,
    );
  }
}

/**
 * Somewhere data comes from: what `cache.fetch` knows. A constant without data of its own.
 *
 * `RestEndpoint` is one over HttpClient; over any other Observable:
 *
 * @example
 * ```ts
 * const getUser = new Endpoint({
 *   name: 'getUser',
 *   load: (id: number) => from(database.users.get(id)),
 *   schema: User,
 * });
 * cache.fetch(getUser, 5); // Observable<User>
 * ```
 */
export class Endpoint<
  Args extends readonly unknown[],
  S extends Schema = undefined,
  Raw = unknown,
  Value = ValueOf<S, Raw>,
>
  implements Readable<Value, Args>, ResultSource
{
  /** @internal */
  readonly id = ++count;
  /** For people, in errors and tools. */
  readonly name: string;
  /** Which entities a response holds, and where. */
  readonly schema: S;
  /** Whether a request changes something. */
  readonly sideEffect: boolean;
  /** Milliseconds for which a response is fresh. */
  readonly dataExpiryLength: number;

  readonly #load: (...args: Args) => Observable<Raw>;
  readonly #key: ((...args: Args) => string) | undefined;

  constructor(options: EndpointOptions<Args, S, Raw>) {
    this.name = options.name ?? `endpoint ${this.id}`;
    this.schema = options.schema as S;
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfNoSchema(this.name, options);
    this.sideEffect = options.sideEffect ?? false;
    this.dataExpiryLength = options.dataExpiryLength ?? 60_000;
    this.#load = options.load;
    this.#key = options.key;
  }

  /** Asks for the data; called by the cache, once per request. */
  load(...args: Args): Observable<Raw> {
    return this.#load(...args);
  }

  /** Tells requests apart: equal keys share one request and one stored response. */
  key(...args: Args): string {
    return this.#key === undefined ? `${this.name} ${structuralKey(args)}` : this.#key(...args);
  }

  /** @internal */
  read(reader: Reader, args: Args): Known<Value> {
    return reader.result(this, args) as Known<Value>;
  }
}
