import { Entity } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { ATTACH } from '../store/store';
import { setField } from '../util/plain-data';
import { attachScalars } from './attach-scalars';
import { ENTITY, SCALAR, type ScalarPlan } from './scalar-plan';

/**
 * Creates the entity class whose rows are the values of one `Scalar`. A row references its entity, so it is made
 * again when the entity changes, and keeps the entity in the cache while it is in use.
 */
export function valueRowClass(scalar: ScalarPlan): EntityClass {
  const rows = class extends Entity {
    static readonly [SCALAR] = scalar;
    static readonly [ATTACH] = attachScalars;

    static override get schema() {
      const { type, fields } = scalar;
      const schema: Record<string, SchemaLike> = { [ENTITY]: type };
      for (const name of fields) {
        if (Object.hasOwn(type.schema, name)) setField(schema, name, type.schema[name]);
      }
      return schema;
    }
  };
  // The name is computed late, because with circular imports the entity class may not be complete yet.
  Object.defineProperty(rows, 'name', { get: () => `Scalar of ${planOf(scalar.type).name}` });
  return rows;
}
