import { pkOf } from '../schema/denormalizer';
import type { Entity } from '../schema/entity/entity';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import { type Fields, setField } from '../util/plain-data';

/** Names one of the values that a field may have: an entity has one row of values for each lens. */
export type Lens = string | number;

/** The field of a row of values that references the entity. */
export const ENTITY = '@entity';

/** The field of a row of values that has the lens. */
const LENS = '@lens';

/** The static member with the {@link ScalarPlan}. Only the class of the rows of values has it. */
export const SCALAR: unique symbol = Symbol('scalar');

/** Returns the plan of a `Scalar` from the class of its rows of values. */
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

  /** Returns the key of the row of values of an entity. The lenses `5` and `'5'` are the same. */
  keyOf(pk: Pk, lens: Lens): string {
    return `${JSON.stringify(pk)} ${lens}`;
  }

  /** Returns the row of values of an entity. */
  rowOf(pk: Pk, lens: Lens, values: Fields): Fields {
    return { ...values, [ENTITY]: pk, [LENS]: String(lens) };
  }

  /** Splits a row of the entity into the fields that depend on a lens, and all other fields. */
  split(row: Fields): { readonly values: Fields; readonly others: Fields } {
    const [values, others] = [{}, {}];
    for (const name of Object.keys(row)) {
      setField(this.#fields.has(name) ? values : others, name, row[name]);
    }
    return { values, others };
  }

  /** Returns the key of the entity that an item of a response belongs to, or `undefined`. */
  pkIn(item: Fields, parent: unknown, key: string | undefined, args: readonly unknown[]) {
    const { type } = this;
    return planOf(type).ownPk
      ? canonicalPk(type.prototype.pk.call(item as unknown as Entity, parent, key, args))
      : pkOf(type, item);
  }

  /** Returns the key of a row of values after the ids in it were replaced; `undefined` if the key stays the same. */
  keyAfter(row: Fields, replace: <T>(value: T) => T): string | undefined {
    const pk = row[ENTITY] as Pk;
    const next = replace(pk);
    return next === pk ? undefined : this.keyOf(next, row[LENS] as Lens);
  }
}
