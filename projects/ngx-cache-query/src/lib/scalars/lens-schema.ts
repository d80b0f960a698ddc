import { planOf } from '../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../schema/entity/pk';
import type { Batch, BatchEntry } from '../schema/normalize/batch';
import { missingPkError, notAnEntityError } from '../schema/normalize/normalize-errors';
import type { Normalizer } from '../schema/normalize/normalizer';
import type { Entity } from '../schema/entity/entity';
import type { Denormalizer, EntityClass, SchemaNode, SchemaShape } from '../schema/schema';
import { type Fields, isPlainObject, isRow } from '../util/plain-data';
import { missingLensError } from './lens-error';
import { viewOf } from './lens-view';
import type { Lens, ScalarPlan } from './scalar-plan';

/** Returns the lens for the first argument of an endpoint or a read. */
export type LensOf = (params: object) => Lens | undefined;

/**
 * The schema of a response that was requested for one lens. The response contains an entity or its columns. The cache
 * stores the key of the value row, and readers receive the entity with the values of that row.
 */
export class LensSchema<E extends Entity> implements SchemaNode<E> {
  /** @internal The class of the value rows. */
  readonly rows: EntityClass;
  readonly #scalar: ScalarPlan;
  readonly #lens: LensOf;
  readonly #isColumns: boolean;

  /** @internal */
  constructor(scalar: ScalarPlan, rows: EntityClass, lens: LensOf, isColumns = false) {
    this.#scalar = scalar;
    this.rows = rows;
    this.#lens = lens;
    this.#isColumns = isColumns;
  }

  /**
   * The schema of items that contain only the key of an entity and the fields that depend on the lens. These items
   * create no entities. The cache stores the values of an item. Readers receive these values as soon as the entity is
   * in the cache. If an item in `schema.Values` contains no key, the name of the field that contains the item is used
   * as the key. `static process` and `static validate` are not called for these items.
   */
  get columns(): SchemaNode<E> {
    return new LensSchema<E>(this.#scalar, this.rows, this.#lens, true);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const params = walk.args[0] ?? {};
    const lens = this.#lens(params);
    const { type } = this.#scalar;
    if (lens === undefined) throw missingLensError(walk, planOf(type).name, params);
    const read = this.#isColumns ? this.#columnsIn : this.#entityIn;
    const { pk, values } = read.call(this, input, parent, key, walk);
    if (pk === undefined) return undefined;
    const place = this.#scalar.keyOf(pk, lens);
    if (values !== undefined) {
      walk.batch.put(planOf(this.rows), place, this.#scalar.rowOf(pk, lens, values));
    }
    return place;
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    if (!this.#isColumns) walk.markListed(this.#scalar.type);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'scalar', parts: { rows: this.rows } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): E {
    return this.#view(stored, read) as E;
  }

  /**
   * @internal Returns an entity whose Scalar fields have the values of a lens. If these values are not in the cache,
   * returns the entity unchanged.
   */
  entityFor(pk: Pk, params: object, read: Denormalizer): E | undefined {
    const lens = this.#lens(params);
    const place = lens === undefined ? undefined : this.#scalar.keyOf(pk, lens);
    return this.#view(place, read) ?? (read.entity(this.#scalar.type, pk) as E | undefined);
  }

  #view(stored: unknown, read: Denormalizer): E | undefined {
    const values = typeof stored === 'string' ? read.entity(this.rows, stored) : undefined;
    return values && (viewOf(this.#scalar, values, read) as E | undefined);
  }

  /** Normalizes an entity. Moves the fields that depend on the lens out of the entity's row. */
  #entityIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const before = lastOf(walk.batch);
    const pk = walk.entity(this.#scalar.type, input, parent, key);
    const entry = lastOf(walk.batch); // The entry of an entity is added after the entries of its nested entities.
    if (entry === undefined || entry === before) return { pk, values: {} };
    if (entry.row === undefined) return { pk, values: undefined };
    const { values, others } = this.#scalar.split(entry.row);
    entry.row = others;
    return { pk, values };
  }

  #columnsIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const { type } = this.#scalar;
    const { name } = planOf(type);
    if (!isRow(input)) throw notAnEntityError(walk, name, input);
    const isInMap = key !== undefined && isPlainObject(parent) && parent[key] === input;
    const own = this.#scalar.pkIn(input, parent, key, walk.args);
    const pk = own ?? (isInMap ? canonicalPk(key) : undefined);
    if (pk === undefined) throw missingPkError(walk, name, input, pk);
    return { pk, values: this.#scalar.split(input).values };
  }
}

/** The key and the values of an entity. The values are `undefined` if the entity is deleted. */
interface Item {
  readonly pk: Pk | undefined;
  readonly values: Fields | undefined;
}

/** Maps each batch to the entry at which the last search by {@link lastOf} ended. */
const ends = new WeakMap<Batch, BatchEntry>();

/**
 * Returns the last entry of a batch. A search can continue where the previous search ended, because entries are only
 * appended.
 */
function lastOf(batch: Batch): BatchEntry | undefined {
  let entry = ends.get(batch) ?? batch.first;
  while (entry?.next !== undefined) entry = entry.next;
  if (entry !== undefined) ends.set(batch, entry);
  return entry;
}
