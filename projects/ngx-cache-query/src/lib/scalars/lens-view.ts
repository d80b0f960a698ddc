import { denormalize } from '../schema/denormalizer';
import { type Entity, recordOf } from '../schema/entity/entity';
import { defaultOf } from '../schema/entity/entity-default';
import { planOf } from '../schema/entity/entity-plan';
import type { Denormalizer } from '../schema/schema';
import { recycleDeeply } from '../util/equality';
import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { ENTITY, type ScalarPlan } from './scalar-plan';

declare const ngDevMode: unknown;

/**
 * Maps each instance of a value row to the result of {@link viewOf}. An entry never becomes outdated, because a change
 * to the values or to the entity creates a new instance of the value row.
 */
const views = new WeakMap<Entity, Entity>();

/**
 * Copies the entity, sets the fields of the Scalar to the values of one lens, and returns the copy. Returns `undefined`
 * if the entity is not in the cache.
 *
 * @param values the instance of the value row
 */
export function viewOf(scalar: ScalarPlan, values: Entity, read: Denormalizer): Entity | undefined {
  const known = views.get(values);
  if (known !== undefined) return known;
  const entity = (values as unknown as Fields)[ENTITY] as Entity | undefined;
  const record = entity && recordOf(entity);
  if (record === undefined) return undefined;
  const view = withFields(scalar, entity!, record, read);
  const stored = recordOf(values)!;
  for (const name of scalar.fields) {
    if (Object.hasOwn(stored, name)) set(scalar, view, name, (values as unknown as Fields)[name]);
  }
  if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(view);
  views.set(values, view);
  return view;
}

/**
 * Returns a new instance with the fields of an entity. Relations are read from the record, because the entity's own
 * relations may not be set yet.
 */
function withFields(
  scalar: ScalarPlan,
  entity: Entity,
  record: Fields,
  read: Denormalizer,
): Entity {
  const { type } = scalar;
  const view = planOf(type).instantiate(record);
  for (const name of Object.keys(type.schema)) {
    const value = denormalize(type.schema[name], ownField(record, name), read);
    const had = (entity as unknown as Fields)[name];
    const missing = (defaultOf(type) as unknown as Fields)[name];
    set(scalar, view, name, value === undefined ? missing : recycleDeeply(had, value));
  }
  return view;
}

function set({ type }: ScalarPlan, view: Entity, name: string, value: unknown): void {
  if (planOf(type).isReserved(name)) return;
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
  setField(view, name, value);
}
