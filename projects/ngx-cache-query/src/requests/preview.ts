import { pure } from '../reactive/node';
import { Results } from '../reactive/results';
import { Normalizer } from '../schema/normalizer';
import { type ArgsOf, known, type Queryable, type ResultOf } from '../schema/queryable';
import { Store } from '../store/store';
import type { AnyEndpoint } from './endpoint';
import { schemaArgsOf } from './target';

/** A separate store for responses that have arrived but cannot be committed yet. Reads use only the data in these. */
export class Preview {
  readonly #store = new Store();
  readonly #results = new Results(this.#store.tables, () => undefined);

  /** Adds a response, and returns the value that the schema of the endpoint describes. */
  add(endpoint: AnyEndpoint, args: readonly unknown[], response: unknown): unknown {
    const input = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args));
    const stored = pure(() => input.begin(endpoint.schema, response));
    this.#store.write(input);
    return this.#results.value(endpoint.schema, stored);
  }

  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> {
    return known(this.#results.read(queryable, args)) as ResultOf<Q>;
  }
}
