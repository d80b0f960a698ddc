import type { EntityPlan } from '../schema/entity/entity-plan';
import { sameData, sameFields } from '../util/equality';
import { copyData, type Fields, setField } from '../util/plain-data';

/** Whether the incoming row is older than the existing row. */
export function isOlder(
  plan: EntityPlan,
  existingOrder: number,
  incomingOrder: number,
  existing: Fields,
  incoming: Fields,
): boolean {
  return plan.ownShouldReorder
    ? plan.type.shouldReorder(
        { order: existingOrder },
        { order: incomingOrder },
        existing,
        incoming,
      )
    : incomingOrder < existingOrder;
}

/**
 * Returns the result of writing `incoming` over `existing`. If a field has equal data in both records, the result
 * contains the value from `existing`. If nothing differs, returns `existing` itself.
 */
export function mergeOver(plan: EntityPlan, existing: Fields, incoming: Fields): Fields {
  if (plan.ownShouldUpdate && !plan.type.shouldUpdate(existing, incoming)) return existing;
  if (plan.ownMerge) return adopt(existing, plan.type.merge(existing, incoming));
  let merged: Fields | undefined;
  for (const name in incoming) {
    const value = incoming[name];
    const had = existing[name];
    if (Object.is(value, had)) continue;
    if (sameData(had, value) && Object.hasOwn(existing, name)) continue;
    merged ??= plan.copy(existing);
    setField(merged, name, copyData(value));
  }
  return merged ?? existing;
}

/**
 * Returns `existing` extended with the fields that only `older` contains. If the class has a `static merge` method,
 * returns the result of that method instead.
 */
export function mergeUnder(plan: EntityPlan, existing: Fields, older: Fields): Fields {
  if (plan.ownShouldUpdate && !plan.type.shouldUpdate(existing, older)) return existing;
  if (plan.ownMerge) return adopt(existing, plan.type.merge(older, existing));
  let merged: Fields | undefined;
  for (const name in older) {
    if (Object.hasOwn(existing, name)) continue;
    merged ??= plan.copy(existing);
    setField(merged, name, copyData(older[name]));
  }
  return merged ?? existing;
}

/**
 * Copies the result of a `static merge` method. If a field has equal data in the result and in `existing`, the copy
 * contains the value from `existing`.
 */
function adopt(existing: Fields, merged: Fields): Fields {
  if (merged === existing || sameFields(existing, merged)) return existing;
  const record: Record<string, unknown> = { ...merged };
  for (const name in record) {
    const kept = Object.hasOwn(existing, name) && sameData(existing[name], record[name]);
    setField(record, name, kept ? existing[name] : copyData(record[name]));
  }
  return record;
}
