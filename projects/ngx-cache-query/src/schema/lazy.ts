import { recycle } from '../util/equality';
import type { Normalizer } from './normalizer';
import { canonicalPk } from './pk';
import { Query } from './query';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from './queryable';
import type { Denormalize, Denormalizer, SchemaLike, SchemaNode } from './schema';

/** The type of a field with a {@link Lazy} relation: a key, or an array of keys. */
export type LazyKey<S> =
  Denormalize<S> extends readonly unknown[]
    ? readonly (string | number)[]
    : Denormalize<S> extends object
      ? string | number
      : unknown;

/**
 * A relation that is resolved only when you read it. The field contains the key, so the entity does not change with the
 * related one.
 *
 * @example
 * ```ts
 * class Department extends Entity {
 *   readonly id: number = 0;
 *   readonly staff: readonly number[] = [];
 *   static override readonly schema = { staff: new schema.Lazy(() => [Employee]) };
 * }
 * const inDepartment = (department: Department) =>
 *   cache.select(Department.schema.staff, department.staff); // Observable<Employee[] | undefined>
 * ```
 */
export class Lazy<S>
  implements SchemaNode<LazyKey<S>>, QueryableNode<Denormalize<S>, [key: LazyKey<S>]>
{
  readonly #schema: () => SchemaLike;
  /** Reads with equal keys share its result, so they return the same array until the result changes. */
  readonly #value: Query<Resolved>;

  /** @param schema returns the schema of the related entities */
  constructor(schema: () => S) {
    this.#schema = schema as () => SchemaLike;
    this.#value = new Query(new Resolved(this.#schema));
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return walk.visit(this.#schema(), input, parent, key);
  }

  denormalize(stored: unknown, read?: Denormalizer): LazyKey<S> {
    return (read?.isThorough ? read.value(this.#schema(), stored) : stored) as LazyKey<S>;
  }

  read(reader: ReadContext, [key]: [key: LazyKey<S>]): Known<Denormalize<S>> {
    return reader.compute(this.#value, [key]) as Known<Denormalize<S>>;
  }
}

/** Reads the entities with the given keys. */
class Resolved implements QueryableNode<unknown, [keys: unknown]> {
  readonly isFresh = true;

  constructor(private readonly schema: () => SchemaLike) {}

  read(reader: ReadContext, [keys]: [keys: unknown]): unknown {
    // A key can be a string, for example if it comes from a URL.
    const value = reader.value(this.schema(), canonicalKeys(keys));
    return value === undefined ? UNKNOWN : value;
  }
}

function canonicalKeys(keys: unknown): unknown {
  if (!Array.isArray(keys)) return canonicalPk(keys) ?? keys;
  // The same array has the same list.
  return recycle(keys, keys.map(canonicalKeys));
}
