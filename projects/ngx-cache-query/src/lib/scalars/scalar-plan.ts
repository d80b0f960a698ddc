import { pkOf } from '../schema/denormalizer';
import type { Entity } from '../schema/entity/entity';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import { type Fields, setField } from '../util/plain-data';

/**
 * A string or number, such as a currency or a locale, that identifies one set of an entity's values. An entity has one
 * value row per lens.
 */
export type Lens = string | number;

/** The field of a value row that contains the reference to the entity. */
export const ENTITY = '@entity';

/** The field in which a value row stores its lens. */
const LENS = '@lens';

/** The static member that holds the {@link ScalarPlan}. Only classes of value rows have this member. */
export const SCALAR: unique symbol = Symbol('scalar');

/** Returns the plan of a `Scalar`, given the EntityPlan of its value rows. */
export function scalarPlanOf({ type }: EntityPlan): ScalarPlan {
  return (type as unknown as { readonly [SCALAR]: ScalarPlan })[SCALAR];
}

/** Defines which fields of an entity class depend on a lens, and how their values are stored. */
export class ScalarPlan {
  readonly #fields: ReadonlySet<string>;

  constructor(
    readonly type: EntityClass,
    fields: readonly string[],
  ) {
    this.#fields = new Set(fields);
  }

  /** The names of the fields that depend on a lens. */
  get fields(): Iterable<string> {
    return this.#fields;
  }

  /** Returns the key of an entity's value row. The lenses `5` and `'5'` have the same key. */
  keyOf(pk: Pk, lens: Lens): string {
    return `${JSON.stringify(pk)} ${lens}`;
  }

  /** Returns the value row of an entity. */
  rowOf(pk: Pk, lens: Lens, values: Fields): Fields {
    return { ...values, [ENTITY]: pk, [LENS]: String(lens) };
  }

  /** Splits the row of an entity into the fields that depend on a lens and the fields that do not. */
  split(row: Fields): { readonly values: Fields; readonly others: Fields } {
    const [values, others] = [{}, {}];
    for (const name of Object.keys(row)) {
      setField(this.#fields.has(name) ? values : others, name, row[name]);
    }
    return { values, others };
  }

  /** Returns the key of the entity whose values an item contains, or `undefined` if the item has no key. */
  pkIn(item: Fields, parent: unknown, key: string | undefined, args: readonly unknown[]) {
    const { type } = this;
    return planOf(type).ownPk
      ? canonicalPk(type.prototype.pk.call(item as unknown as Entity, parent, key, args))
      : pkOf(type, item);
  }

  /**
   * Returns the new key of a value row after the id of its entity has been replaced. Returns `undefined` if the key
   * stays the same.
   */
  keyAfter(row: Fields, replace: <T>(value: T) => T): string | undefined {
    const pk = row[ENTITY] as Pk;
    const next = replace(pk);
    return next === pk ? undefined : this.keyOf(next, row[LENS] as Lens);
  }
}
