import type { EntityClass } from '../schema/entity';
import { canonicalPk, keyOf, type Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import { type Fields, setField } from '../util/plain-data';
import { ENTITY, rowsOf } from './follow-entities';

/**
 * A string or number, such as a currency or a locale, that identifies one set of an entity's values. An entity has one
 * value row per lens.
 */
export type Lens = string | number;

/** The field in which a value row stores its lens. */
const LENS = '@lens';

/** How the values of a Scalar are stored: each entity has one row per lens, beside its own row. */
export class LensValues {
  /**
   * The class of the value rows. Each row references its entity. Therefore a change to the entity makes a new instance
   * of the row, and the entity stays in the cache while the row is in use.
   */
  readonly rows: EntityClass;

  /**
   * @param type the class of the entities
   * @param fields the names of the fields that depend on the lens
   */
  constructor(
    readonly type: EntityClass,
    readonly fields: readonly string[],
  ) {
    this.rows = rowsOf(this);
  }

  /** Returns the key of a value row. The lenses `5` and `'5'` have the same key. */
  keyOf(pk: Pk, lens: unknown): string {
    return `${JSON.stringify(pk)} ${lens as Lens}`;
  }

  /** Returns the key of the same values of an entity that has another key. */
  keyFor(row: Fields, pk: Pk): string {
    return this.keyOf(pk, row[LENS]);
  }

  /** Returns a value row. */
  rowOf(pk: Pk, lens: Lens, values: Fields): Fields {
    return { ...values, [ENTITY]: pk, [LENS]: String(lens) };
  }

  /** Splits the row of an entity into the fields that depend on a lens and the fields that do not. */
  split(row: Fields): { readonly values: Fields; readonly others: Fields } {
    const [values, others] = [{}, {}];
    for (const name of Object.keys(row)) {
      setField(this.fields.includes(name) ? values : others, name, row[name]);
    }
    return { values, others };
  }

  /** Returns the key of the entity whose values an item contains, or `undefined` if the item has no key. */
  pkIn(item: Fields, parent: unknown, key: string | undefined, args: readonly unknown[]) {
    return canonicalPk(keyOf(planOf(this.type), item, parent, key, args));
  }
}
