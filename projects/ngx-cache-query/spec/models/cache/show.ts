import { Entity, ref } from 'ngx-cache-query';
import { Person } from './classes';

/** Returns everything that a value shows, in the notation of the model. Collects the entities in `met`. */
export function show(value: unknown, met: Map<string, Entity>, seen = new Set<string>()): string {
  if (Array.isArray(value)) return `[${value.map((each) => show(each, met, seen)).join(' ')}]`;
  if (!(value instanceof Entity)) return showPlain(value, (each) => show(each, met, seen));
  if (value === Person.fromJS({})) return '"default"';
  const label = `${value.constructor.name.replace(/^_/, '')}:${String(value.pk())}`;
  const known = met.get(label);
  if (known !== undefined && known !== value) throw new Error(`${label} is two instances`);
  met.set(label, value);
  if (seen.has(label)) return `#${label}`;
  seen.add(label);
  const fields = value as unknown as Record<string, unknown>;
  const texts = Object.keys(fields)
    .sort()
    .map((field) => `${field}${showRef(value, field)}=${show(fields[field], met, seen)}`);
  return `${label}{${texts.join(' ')}}`;
}

function showRef(entity: Entity, field: string): string {
  const isRelation = field in (entity.constructor as typeof Entity).schema;
  return isRelation ? `@${String(ref(entity, field as never) ?? '')}` : '';
}

/**
 * Whether a list contains an item without an entity that was another object in the last list. If a response has other
 * items than the last one, all its items without entities are new objects, and the list is another one although it may
 * look equal.
 */
export function hasNewPlainItem(last: unknown, next: unknown): boolean {
  if (!Array.isArray(last) || !Array.isArray(next)) return false;
  const items: readonly unknown[] = next;
  return items.some((item, place) => !(item instanceof Entity) && item !== last[place]);
}

/** Returns the text of data that is not an entity. `each` formats the values of a plain object. */
export function showPlain(value: unknown, each: (field: unknown) => string = showPlain): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  return `{${Object.entries(value)
    .map(([name, field]) => `${name}=${each(field)}`)
    .join(' ')}}`;
}
