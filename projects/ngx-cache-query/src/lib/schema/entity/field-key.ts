import { ownField, type Fields } from '../../util/plain-data';
import { structuralKey } from '../../util/structural-key';
import { Entity } from './entity';
import { defaultOf } from './entity-default';
import { type EntityPlan, isEntityClass } from './entity-plan';
import { canonicalPk } from './pk';

/**
 * Combines the values of some fields into one key, so that rows with equal values have equal keys. The value of a
 * relation is its stored key. If a row lacks a field, the value is the default of the class.
 */
export class FieldKey {
  /** Which of the fields are relations to one entity. */
  readonly isRelation: readonly boolean[];

  /** @param plan the plan of the entity class; `undefined` if the items are not entities */
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

  /** Returns the key of the values to look up. */
  ofWanted(wanted: Fields): unknown {
    return this.of((name) => wanted[name]);
  }

  /** Combines the values of the fields. */
  of(valueOf: (name: string, i: number) => unknown): unknown {
    const { fields } = this;
    const parts = fields.map((name, i) => partOf(valueOf(name, i), this.isRelation[i]));
    return parts.length === 1 ? parts[0] : structuralKey(parts);
  }
}

/** Returns the part of the key for one value. Equal values have identical parts. */
function partOf(value: unknown, isRelation: boolean): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (isRelation) return canonicalPk(value) ?? value;
  if (typeof value === 'number') return value + 0;
  return typeof value === 'object' && value !== null ? `\0${structuralKey(value)}` : value;
}
