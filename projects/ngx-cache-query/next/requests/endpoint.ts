import { type Observable } from 'rxjs';
import { UNKNOWN, type Known, type QueryableNode, type ReadContext } from '../schema/queryable';
import { Entity, type EntityClass, type SchemaLike } from '../schema/entity';
import type { Denormalize } from '../schema/schema';
import { structuralKey } from '../util/structural-key';
import { fetchFrom } from './fetch';

/** The member of an endpoint that brings the code for requests, so that a page without endpoints does not contain it. */
export const FETCH: unique symbol = Symbol('fetch');

/** The options of an {@link Endpoint}. */
export interface EndpointOptions<Args extends readonly unknown[], S extends SchemaLike, Raw> {
  /** Requests the data. The first value of the Observable is the response. */
  readonly load: (...args: Args) => Observable<Raw>;
  /** Describes which entities the response contains, and where. Without a schema, the response is stored unchanged. */
  readonly schema?: S;
  /** Returns the key of a request. */
  readonly key?: (...args: Args) => string;
  /** Whether a request changes data on the server. The cache stores only the entities in the responses. */
  readonly sideEffect?: boolean;
  /** The name of the endpoint in errors and tools. */
  readonly name?: string;
}

/** The type of a response, as the schema describes it. Without a schema, this is the type of the raw response. */
export type ValueOf<S, Raw> = undefined extends S ? Raw : Denormalize<S>;

let count = 0;

/** Describes data that `cache.fetch` can request. An endpoint is a constant and holds no data. */
export class Endpoint<
  Args extends readonly unknown[],
  S extends SchemaLike = undefined,
  Raw = unknown,
  Value = ValueOf<S, Raw>,
> implements QueryableNode<Value, Args> {
  readonly name: string;
  readonly schema: S;
  readonly sideEffect: boolean;
  /** @internal The responses are rows of this class: the value is a relation with the schema of the endpoint. */
  readonly responses: EntityClass;
  /** @internal */
  declare readonly [FETCH]: typeof fetchFrom;
  readonly #options: EndpointOptions<Args, S, Raw>;

  constructor(options: EndpointOptions<Args, S, Raw>) {
    this.name = options.name ?? `endpoint ${++count}`;
    const schema = (this.schema = options.schema as S);
    this.sideEffect = options.sideEffect ?? false;
    this.#options = options;
    (this as { [FETCH]: unknown })[FETCH] = fetchFrom;
    this.responses = class Response extends Entity {
      readonly value: unknown = UNKNOWN;
      static override readonly schema = schema === undefined ? {} : { value: schema as never };
    };
  }

  load(...args: Args): Observable<Raw> {
    return this.#options.load(...args);
  }

  key(...args: Args): string {
    return this.#options.key?.(...args) ?? `${this.name} ${structuralKey(args)}`;
  }

  /** @internal */
  read(reader: ReadContext, args: Args): Known<Value> {
    const response = reader.entity(this.responses, this.key(...args)) as
      { value?: unknown } | undefined;
    return (response === undefined ? UNKNOWN : response.value) as Known<Value>;
  }
}
