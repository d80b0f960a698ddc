import { Entity } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { ATTACH } from '../store/store';
import { setField } from '../util/plain-data';
import { attachScalars } from './attach-scalars';
import { ENTITY, SCALAR, type ScalarPlan } from './scalar-plan';

/**
 * Creates the Entity class whose rows store the values of one `Scalar`. Each row references its entity. Therefore a
 * change to the entity creates a new instance of the row, and the entity stays in the cache while the row is in use.
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
  // The name is computed lazily, because with circular imports the Entity class may not be complete yet.
  Object.defineProperty(rows, 'name', { get: () => `Scalar of ${planOf(scalar.type).name}` });
  return rows;
}
