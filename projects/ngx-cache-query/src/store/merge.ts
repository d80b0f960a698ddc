import { pure } from '../reactive/node';
import type { Operation } from '../schema/input';
import type { Plan } from '../schema/plan';
import { hasFields, sameData, sameFields } from '../util/equality';
import { copyData, type Fields, setField } from '../util/plain-data';

/**
 * Returns the result of writing `incoming` over `existing`. An older row only adds fields that are missing. A field with
 * equal data keeps its value. If nothing differs, returns `existing` itself.
 */
export function merged(
  plan: Plan,
  existing: Fields,
  incoming: Fields,
  existingOrder: number,
  order: number,
): Fields {
  const { type } = plan;
  let isOld = order < existingOrder;
  let all = incoming;
  if (plan.decides) {
    isOld = type.shouldReorder({ order: existingOrder }, { order }, existing, incoming);
    if (!type.shouldUpdate(existing, incoming)) return existing;
    if (plan.ownMerge) {
      all = isOld ? type.merge(incoming, existing) : type.merge(existing, incoming);
      if (sameFields(existing, all)) return existing;
      isOld = false;
    }
  } else if (hasFields(existing, incoming)) return existing; // Most rows of most responses.
  let result: Record<string, unknown> | undefined = all === incoming ? undefined : {};
  for (const name in all) {
    const value = all[name];
    const had = existing[name];
    const isKept = (isOld || sameData(had, value)) && Object.hasOwn(existing, name);
    if (all !== incoming) setField(result!, name, isKept ? had : copyData(value));
    else if (!isKept) {
      result ??= plan.copy(existing);
      setField(result, name, value);
    }
  }
  return result ?? existing;
}

/** Returns a record with other fields over it; the same object if nothing differs. Equal values are kept. */
export function overlaid(existing: Fields, fields: Fields): Fields {
  if (hasFields(existing, fields)) return existing;
  const result: Record<string, unknown> = { ...existing };
  for (const name of Object.keys(fields)) {
    if (!sameData(existing[name], fields[name])) setField(result, name, fields[name]);
  }
  return result;
}

/** Merges with code of the application, which may not write. A function of its own, because a closure takes time. */
export function mergedPurely(...args: Parameters<typeof merged>): Fields {
  return pure(() => merged(...args));
}

/** Returns the newer one of two versions of a row; `b` if they are equally new. */
export function newer(
  { type }: Plan,
  a: Fields | undefined,
  b: Fields | undefined,
): Fields | undefined {
  if (!a || !b) return a ?? b;
  return pure(() => type.shouldReorder({ order: 0 }, { order: 0 }, a, b)) ? a : b;
}

/** Returns a record with the fields of a normalized row. It shares nothing with the input. */
export function recordFrom({ plan, row, isOwn }: Operation): Fields {
  return isOwn ? row! : plan.copy(row!);
}

/** Whether two records make equal instances. A missing field has its default value. */
export function showsSame(plan: Plan, a: Fields, b: Fields): boolean {
  if (plan.ownFromJS) return sameFields(a, b);
  for (const name in b) {
    const after = b[name];
    if (Object.hasOwn(a, name) ? !sameData(a[name], after) : !isDefault(plan, name, after)) {
      return false;
    }
  }
  for (const name in a)
    if (!Object.hasOwn(b, name) && !isDefault(plan, name, a[name])) return false;
  return true;
}

/** Whether an instance shows the same with a stored value and without it. */
function isDefault({ defaults, deserializers }: Plan, name: string, stored: unknown): boolean {
  if (stored === undefined) return true;
  if (stored !== null && deserializers.some(([field]) => field === name)) return false;
  return sameData(stored, defaults[name]);
}
