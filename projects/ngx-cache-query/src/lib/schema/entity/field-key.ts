import { ownField, type Fields } from '../../util/plain-data';
import { structuralKey } from '../../util/structural-key';
import { Entity, recordOf } from './entity';
import { defaultOf } from './entity-default';
import { type EntityPlan, isEntityClass, planOf } from './entity-plan';
import { canonicalPk } from './pk';

/**
 * The values of some fields as one key, so that rows with equal values have equal keys. A relation
 * counts by the key that is stored, and a field that a row lacks by the class's default.
 */
export class FieldKey {
  readonly #isRelation: readonly boolean[];

  /** @param plan the class of the rows; without one they are no entities */
  constructor(
    readonly fields: readonly string[],
    private readonly plan?: EntityPlan,
  ) {
    this.#isRelation = fields.map(
      (name) => plan?.relations.some(([field, to]) => field === name && isEntityClass(to)) === true,
    );
  }

  /** Whether an entity shows these fields as they are stored, so that rows can be looked up by them. */
  get isStored(): boolean {
    const { plan } = this;
    if (plan === undefined || plan.ownFromJS) return false;
    return this.fields.every(
      (name, i) =>
        !plan.isReserved(name) &&
        !plan.deserializers.some(([field]) => field === name) &&
        (this.#isRelation[i] || !plan.relations.some(([field]) => field === name)),
    );
  }

  /** The key of a stored row. */
  ofRow(row: Fields): unknown {
    const { plan } = this;
    return this.#key((name) => {
      const own = ownField(row, name);
      return own ?? (own === null ? null : (defaultOf(plan!.type) as unknown as Fields)[name]);
    });
  }

  /** The key of an item, as its fields are shown. */
  ofItem(item: unknown): unknown {
    const row = item instanceof Entity ? recordOf(item) : undefined;
    return this.#key((name, i) => {
      const stored = row !== undefined && this.#isRelation[i] ? ownField(row, name) : undefined;
      return stored === undefined ? (item as Fields)[name] : stored;
    });
  }

  /** The key of what is asked for. */
  ofWanted(wanted: Fields): unknown {
    return this.#key((name) => wanted[name]);
  }

  #key(valueOf: (name: string, i: number) => unknown): unknown {
    const { fields } = this;
    const parts = fields.map((name, i) => partOf(valueOf(name, i), this.#isRelation[i]));
    return parts.length === 1 ? parts[0] : structuralKey(parts);
  }
}

/** The key by which an item's fields are compared with what is asked for. */
export function fieldKeyOf(item: unknown, fields: readonly string[]): FieldKey {
  return new FieldKey(
    fields,
    item instanceof Entity ? planOf(item.constructor as never) : undefined,
  );
}

/** One value, so that equal data is the same value. */
function partOf(value: unknown, isRelation: boolean): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (isRelation) return canonicalPk(value) ?? value;
  if (typeof value === 'number') return value + 0;
  return typeof value === 'object' && value !== null ? `\0${structuralKey(value)}` : value;
}
