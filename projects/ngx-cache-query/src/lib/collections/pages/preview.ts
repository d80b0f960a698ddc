import { readOnce } from '../../query/read-once';
import { Reader } from '../../query/reader';
import { Normalizer } from '../../schema/normalize/normalizer';
import type { ArgsOf, Queryable, ResultOf } from '../../schema/queryable';
import { type AnyEndpoint, schemaArgsOf } from '../../requests/endpoint';

const IGNORED = () => undefined;

/**
 * A separate store for responses that have arrived but cannot be committed yet. Reads work as in the cache, but use
 * only the data in these responses. If a relation references an entity that is in none of the responses, the relation
 * has its default value.
 */
export class Preview {
  readonly #reader = new Reader(IGNORED, IGNORED, IGNORED);

  /**
   * Adds a response, and returns the value that the schema of the endpoint describes.
   *
   * @throws CacheError if the response does not match the schema of the endpoint
   */
  add(endpoint: AnyEndpoint, args: readonly unknown[], response: unknown): unknown {
    const walk = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args));
    const stored = walk.begin(endpoint.schema, response);
    this.#reader.store.write((transaction) => transaction.apply(walk.batch));
    return readOnce(this.#reader, endpoint.schema, stored);
  }

  /** Reads a queryable from the responses in this preview. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> {
    return this.#reader.get(queryable, args) as ResultOf<Q>;
  }
}
