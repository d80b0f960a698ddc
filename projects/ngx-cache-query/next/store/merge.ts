import type { Plan } from '../schema/plan';
import { sameData, sameFields } from '../util/equality';
import { copyData, copyInside, type Fields, setField } from '../util/plain-data';

/** Whether the incoming row is older than the existing row. */
export function isOlder(
  { type, decides }: Plan,
  existingOrder: number,
  incomingOrder: number,
  existing: Fields,
  incoming: Fields,
): boolean {
  if (!decides) return incomingOrder < existingOrder;
  return type.shouldReorder({ order: existingOrder }, { order: incomingOrder }, existing, incoming);
}

/**
 * Returns the result of writing `incoming` over `existing`. A field with equal data keeps its value. If nothing differs,
 * returns `existing` itself.
 */
export function mergeOver(plan: Plan, existing: Fields, incoming: Fields): Fields {
  if (plan.decides) {
    if (!plan.type.shouldUpdate(existing, incoming)) return existing;
    if (plan.ownMerge) return adopt(existing, plan.type.merge(existing, incoming));
  }
  let merged: Record<string, unknown> | undefined;
  for (const name in incoming) {
    const value = incoming[name];
    const had = existing[name];
    if (value === had && value !== 0 && value !== undefined) continue;
    if (sameData(had, value) && Object.hasOwn(existing, name)) continue;
    merged ??= plan.copy(existing);
    setField(merged, name, copied(plan, name, value));
  }
  return merged ?? existing;
}

/** Returns `existing` with the fields that only `older` contains. */
export function mergeUnder(plan: Plan, existing: Fields, older: Fields): Fields {
  if (plan.decides) {
    if (!plan.type.shouldUpdate(existing, older)) return existing;
    if (plan.ownMerge) return adopt(existing, plan.type.merge(older, existing));
  }
  let merged: Record<string, unknown> | undefined;
  for (const name in older) {
    if (Object.hasOwn(existing, name)) continue;
    merged ??= plan.copy(existing);
    setField(merged, name, copied(plan, name, older[name]));
  }
  return merged ?? existing;
}

/** Returns a record with the fields of a normalized row. It shares nothing with the input. */
export function recordFrom(plan: Plan, row: Fields): Fields {
  // If the class has relations, the normalizer has copied the row, and made new values of the relations.
  return plan.relations.length === 0
    ? copyInside(plan.copy(row))
    : copyInside(row, plan.relationNames);
}

/** Whether two records make equal instances. A missing field has its default value. */
export function showsSame(plan: Plan, a: Fields, b: Fields): boolean {
  if (plan.ownFromJS) return sameFields(a, b);
  for (const name in b) {
    const after = b[name];
    const before = a[name];
    if (before === after && before !== undefined && before !== 0) continue;
    if (Object.hasOwn(a, name) ? !sameData(before, after) : !isDefault(plan, name, after))
      return false;
  }
  for (const name in a)
    if (!Object.hasOwn(b, name) && !isDefault(plan, name, a[name])) return false;
  return true;
}

/** Whether an instance shows the same with a stored value and without it. */
function isDefault({ defaults, deserializers }: Plan, name: string, stored: unknown): boolean {
  if (stored !== null && deserializers.some(([field]) => field === name)) return false;
  return sameData(stored, defaults[name]);
}

function copied({ relationNames }: Plan, name: string, value: unknown): unknown {
  return relationNames.has(name) ? value : copyData(value);
}

/** Copies the result of a `static merge` method. A field with equal data keeps its value. */
function adopt(existing: Fields, merged: Fields): Fields {
  if (merged === existing || sameFields(existing, merged)) return existing;
  const record: Record<string, unknown> = { ...merged };
  for (const name in record) {
    const isKept = Object.hasOwn(existing, name) && sameData(existing[name], record[name]);
    setField(record, name, isKept ? existing[name] : copyData(record[name]));
  }
  return record;
}
