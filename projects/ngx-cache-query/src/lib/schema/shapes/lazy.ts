import { denormalize } from '../denormalizer';
import type { Normalizer } from '../normalize/normalizer';
import { canonicalPk } from '../entity/pk';
import { Query } from '../query/query';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../query/queryable';
import type { Denormalizer, Denormalize, SchemaLike, SchemaNode, SchemaShape } from '../schema';

/** What the field of a {@link Lazy} relation holds: a key, or as many keys as there are entities. */
export type LazyKey<S> =
  Denormalize<S> extends readonly unknown[]
    ? readonly (string | number)[]
    : Denormalize<S> extends object
      ? string | number
      : unknown;

/**
 * A relation that is resolved when it is asked for, for graphs where everything leads to everything: the
 * field reads as the key that is stored, and the entity does not change when what it leads to does.
 *
 * The schema is given as a function, so that two classes may lead to each other.
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
  /** A computation shared by all reads with equal keys: while nothing changes, its array is the identical one. */
  readonly #value: Query<Resolved>;

  /**
   * @param schema gives the schema of what the field leads to. Its type is not looked into here, or two
   *   classes that lead to each other would not compile.
   */
  constructor(schema: () => S) {
    this.#schema = schema as () => SchemaLike;
    this.#value = new Query(new Resolved(this.#schema));
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return walk.visit(this.#schema(), input, parent, key);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'lazy', parts: {} };
  }

  /** @internal */
  denormalize(stored: unknown, read?: Denormalizer): LazyKey<S> {
    if (read?.isThorough === true) denormalize(this.#schema(), stored, read);
    return stored as LazyKey<S>;
  }

  /** @internal */
  read(reader: ReadContext, [key]: [key: LazyKey<S>]): Known<Denormalize<S>> {
    return reader.compute(this.#value, [key]) as Known<Denormalize<S>>;
  }
}

/** The value that given keys stand for. */
class Resolved implements QueryableNode<unknown, [keys: unknown]> {
  constructor(private readonly schema: () => SchemaLike) {}

  read(reader: ReadContext, [keys]: [keys: unknown]): unknown {
    const value = denormalize(this.schema(), keys, {
      entity: (type, key) => {
        const pk = canonicalPk(key); // it may be given as text, as in a URL
        return pk === undefined ? undefined : reader.entity(type, pk);
      },
      all: (types) => reader.all(types),
    });
    return value === undefined ? UNKNOWN : value;
  }
}
