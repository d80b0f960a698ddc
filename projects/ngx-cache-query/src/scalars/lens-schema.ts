import type { Denormalizer, Entity, SchemaNode } from '../schema/entity';
import { misfit, missingPk, notAnEntity, show } from '../schema/misfit';
import type { Normalizer } from '../schema/normalizer';
import { canonicalPk, type Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import { type Fields, isPlain, isRow } from '../util/plain-data';
import { viewOf } from './lens-view';
import type { Lens, LensValues } from './lens-values';

declare const ngDevMode: unknown;

/** The key and the values of an entity. The values are `undefined` if the entity is deleted. */
interface Item {
  readonly pk: Pk | undefined;
  readonly values: Fields | undefined;
}

/** The schema of a response for one lens. */
export class LensSchema<E extends Entity> implements SchemaNode<E> {
  readonly #values: LensValues;
  readonly #lens: (params: object) => Lens | undefined;
  readonly #isColumns: boolean;

  /**
   * @internal
   * @param lens returns the lens for the first argument of an endpoint or a read
   */
  constructor(values: LensValues, lens: (params: object) => Lens | undefined, isColumns = false) {
    this.#values = values;
    this.#lens = lens;
    this.#isColumns = isColumns;
  }

  /**
   * The schema of items with only the key of an entity and the fields that depend on the lens. They create no entities.
   */
  get columns(): SchemaNode<E> {
    return new LensSchema<E>(this.#values, this.#lens, true);
  }

  /** @internal The class whose fields have a value for each lens. */
  get lensOf(): LensValues['type'] {
    return this.#values.type;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const of = this.#values;
    const params = walk.args[0] ?? {};
    const lens = this.#lens(params);
    if (lens === undefined) throw missingLens(walk, planOf(of.type).name, params);
    const { pk, values } = this.#isColumns
      ? this.#columnsIn(input, parent, key, walk)
      : this.#entityIn(input, parent, key, walk);
    if (pk === undefined) return undefined;
    const place = of.keyOf(pk, lens);
    if (values) walk.put(planOf(of.rows), place, of.rowOf(pk, lens, values));
    return place;
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    if (!this.#isColumns) walk.list(this.#values.type);
  }

  denormalize(stored: unknown, read: Denormalizer): E {
    return this.#view(stored, read) as E;
  }

  /**
   * @internal Returns an entity whose Scalar fields have the values of a lens. If these values are not in the cache,
   * returns the entity unchanged.
   */
  entityFor(pk: Pk, params: object, read: Denormalizer): E | undefined {
    const of = this.#values;
    const lens = this.#lens(params);
    const place = lens === undefined ? undefined : of.keyOf(pk, lens);
    return this.#view(place, read) ?? (read.entity(of.type, pk) as E | undefined);
  }

  #view(stored: unknown, read: Denormalizer): E | undefined {
    const of = this.#values;
    const values = typeof stored === 'string' ? read.entity(of.rows, stored) : undefined;
    return values && (viewOf(of, values, read) as E | undefined);
  }

  /** Normalizes an entity. Moves the fields that depend on the lens out of the row of the entity. */
  #entityIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const before = walk.last;
    const pk = walk.entity(this.#values.type, input, parent, key);
    const operation = walk.last; // An entity comes after those inside it.
    if (operation === undefined || operation === before) return { pk, values: {} };
    if (operation.row === undefined) return { pk, values: undefined };
    const { values, others } = this.#values.split(operation.row);
    operation.row = others;
    return { pk, values };
  }

  #columnsIn(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Item {
    const of = this.#values;
    const plan = planOf(of.type);
    if (!isRow(input)) throw notAnEntity(walk, plan, input);
    const isInMap = key !== undefined && isPlain(parent) && parent[key] === input;
    const own = of.pkIn(input, parent, key, walk.args);
    const pk = own ?? (isInMap ? canonicalPk(key) : undefined);
    if (pk === undefined) throw missingPk(walk, plan, input, pk);
    return { pk, values: of.split(input).values };
  }
}

/** Creates error NCQ1013, which reports that the values in an input have no lens. */
function missingLens(walk: Normalizer, name: string, params: unknown): Error {
  return misfit(
    walk,
    'NCQ1013',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the values of Scalar(${name}, …) have no lens: the lens function returned undefined for ${show(params)}. When ` +
        `you request the values, pass the argument that the lens function reads. For set and connect, name the lens in ` +
        `the schema: scalar.at({ … }).`,
  );
}
