import { ownField, type Fields } from '../../util/plain-data';
import { structuralKey } from '../../util/structural-key';
import { Entity } from './entity';
import { defaultOf } from './entity-default';
import { type EntityPlan, isEntityClass } from './entity-plan';
import { canonicalPk } from './pk';

/**
 * Combines the values of several fields into one key, so that rows with equal values have equal keys. For a relation,
 * the key contains the stored key of the related entity. For a missing field, the key contains the field's default
 * value.
 */
export class FieldKey {
  /** For each field, whether it is a relation to a single entity. */
  readonly isRelation: readonly boolean[];

  /** @param plan the plan of the Entity class; `undefined` if the items are not entities */
  constructor(
    readonly fields: readonly string[],
    readonly plan?: EntityPlan,
  ) {
    this.isRelation = fields.map(
      (name) => plan?.relations.some(([field, to]) => field === name && isEntityClass(to)) === true,
    );
  }

  /** Returns the key of a stored row. */
  ofRow(row: Fields): unknown {
    const { plan } = this;
    return this.of((name) => {
      const own = ownField(row, name);
      return own ?? (own === null ? null : (defaultOf(plan!.type) as unknown as Fields)[name]);
    });
  }

  /** Returns the key of the values that are looked up. */
  ofWanted(wanted: Fields): unknown {
    return this.of((name) => wanted[name]);
  }

  /** Combines the values of the fields into a key. */
  of(valueOf: (name: string, i: number) => unknown): unknown {
    const { fields } = this;
    const parts = fields.map((name, i) => partOf(valueOf(name, i), this.isRelation[i]));
    return parts.length === 1 ? parts[0] : structuralKey(parts);
  }
}

/** Returns the part that a single value contributes to the key. Equal values have identical key parts. */
function partOf(value: unknown, isRelation: boolean): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (isRelation) return canonicalPk(value) ?? value;
  if (typeof value === 'number') return value + 0;
  return typeof value === 'object' && value !== null ? `\0${structuralKey(value)}` : value;
}
