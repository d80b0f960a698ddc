import { pure } from '../reactive/node';
import { type Denormalizer, type Entity, recordOf, setRecord } from '../schema/entity';
import { planOf } from '../schema/plan';
import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { ENTITY } from './follow-entities';
import type { LensValues } from './lens-values';

declare const ngDevMode: unknown;

/**
 * The entities through a lens, by the instances of the value rows. None becomes outdated, because a change of the
 * values or of the entity makes another instance of the value row.
 */
const views = new WeakMap<Entity, Entity>();

/**
 * Returns an entity whose fields of the Scalar have the values of one lens; the entity itself if there are no values,
 * and `undefined` if the entity is not in the cache.
 *
 * @param values the instance of the value row
 */
export function viewOf(of: LensValues, values: Entity, read: Denormalizer): Entity | undefined {
  const known = views.get(values);
  if (known !== undefined) return known;
  const stored = recordOf(values)!;
  // Everything that is read here depends on the value row: a relation of the row itself may not be set yet.
  return pure(() => {
    const entity = read.entity(of.type, stored[ENTITY] as string);
    const record = entity && recordOf(entity);
    if (!record) return undefined;
    const names = of.fields.filter((name) => Object.hasOwn(stored, name));
    if (names.length === 0) return entity;
    const plan = planOf(of.type);
    const { schema } = plan.type;
    const view = plan.make(record);
    views.set(values, view); // Before the relations, which may lead to this view.
    setRecord(view, record);
    const fill = (name: string, from: Fields, shown: Entity) => {
      if (plan.members.has(name)) return;
      const last = (shown as unknown as Fields)[name];
      const raw = ownField(from, name);
      const value = Object.hasOwn(schema, name) ? read.value(schema[name], raw, last) : raw;
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
      setField(view, name, value === undefined ? plan.defaults[name] : value);
    };
    for (const name of Object.keys(schema)) if (!names.includes(name)) fill(name, record, entity);
    for (const name of names) fill(name, stored, values);
    if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(view);
    return view;
  });
}
