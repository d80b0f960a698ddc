import { pure } from '../reactive/node';
import { Results } from '../reactive/results';
import { Normalizer } from '../schema/normalizer';
import { type ArgsOf, known, type Queryable, type ResultOf } from '../schema/queryable';
import { Store } from '../store/store';
import type { AnyEndpoint } from './endpoint';
import { schemaArgsOf } from './target';

/**
 * A separate store for responses that have arrived but cannot be committed yet. Reads work as in the cache, but use
 * only the data in these responses. If a relation references an entity that is in none of the responses, the relation
 * has its default value.
 */
export class Preview {
  readonly #store = new Store();
  readonly #results = new Results(this.#store.tables, () => undefined);

  /**
   * Adds a response, and returns the value that the schema of the endpoint describes.
   *
   * @throws CacheError if the response does not match the schema of the endpoint
   */
  add(endpoint: AnyEndpoint, args: readonly unknown[], response: unknown): unknown {
    const input = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args));
    const stored = pure(() => input.begin(endpoint.schema, response));
    this.#store.write(input);
    return this.#results.value(endpoint.schema, stored);
  }

  /** Reads a queryable from the responses in this preview. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> {
    return known(this.#results.read(queryable, args)) as ResultOf<Q>;
  }
}
