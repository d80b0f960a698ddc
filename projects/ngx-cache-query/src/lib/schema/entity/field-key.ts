import { ownField, type Fields } from '../../util/plain-data';
import { structuralKey } from '../../util/structural-key';
import { Entity, recordOf } from './entity';
import { defaultOf } from './entity-default';
import { type EntityPlan, isEntityClass, planOf } from './entity-plan';
import { canonicalPk } from './pk';

/**
 * Combines the values of some fields into one key, so that rows with equal values have equal keys. The value of a
 * relation is its stored key. If a row lacks a field, the value is the default of the class.
 */
export class FieldKey {
  readonly #isRelation: readonly boolean[];

  /** @param plan the plan of the entity class; `undefined` if the items are not entities */
  constructor(
    readonly fields: readonly string[],
    private readonly plan?: EntityPlan,
  ) {
    this.#isRelation = fields.map(
      (name) => plan?.relations.some(([field, to]) => field === name && isEntityClass(to)) === true,
    );
  }

  /**
   * Whether an entity has the same values in these fields as its row. Only then can entities be looked up by their
   * rows.
   */
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

  /** Returns the key of a stored row. */
  ofRow(row: Fields): unknown {
    const { plan } = this;
    return this.#key((name) => {
      const own = ownField(row, name);
      return own ?? (own === null ? null : (defaultOf(plan!.type) as unknown as Fields)[name]);
    });
  }

  /** Returns the key of an item in a result. */
  ofItem(item: unknown): unknown {
    const row = item instanceof Entity ? recordOf(item) : undefined;
    return this.#key((name, i) => {
      const stored = row !== undefined && this.#isRelation[i] ? ownField(row, name) : undefined;
      return stored === undefined ? (item as Fields)[name] : stored;
    });
  }

  /** Returns the key of the values to look up. */
  ofWanted(wanted: Fields): unknown {
    return this.#key((name) => wanted[name]);
  }

  #key(valueOf: (name: string, i: number) => unknown): unknown {
    const { fields } = this;
    const parts = fields.map((name, i) => partOf(valueOf(name, i), this.#isRelation[i]));
    return parts.length === 1 ? parts[0] : structuralKey(parts);
  }
}

/** Returns the {@link FieldKey} that compares `item` with the values to look up. */
export function fieldKeyOf(item: unknown, fields: readonly string[]): FieldKey {
  return new FieldKey(
    fields,
    item instanceof Entity ? planOf(item.constructor as never) : undefined,
  );
}

/** Returns the part of the key for one value. Equal values have identical parts. */
function partOf(value: unknown, isRelation: boolean): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (isRelation) return canonicalPk(value) ?? value;
  if (typeof value === 'number') return value + 0;
  return typeof value === 'object' && value !== null ? `\0${structuralKey(value)}` : value;
}
