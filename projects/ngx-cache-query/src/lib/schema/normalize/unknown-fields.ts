import type { Fields } from '../../util/plain-data';
import { warnOnce } from '../../util/warn';
import { defaultOf } from '../entity/entity-default';
import type { EntityPlan } from '../entity/entity-plan';

const checked = new WeakSet<EntityPlan>();

/**
 * Logs a warning for each key of a `static schema` that is neither a field of the class nor a field of the first row
 * written. Most likely, the key is misspelled. Called only in dev mode.
 */
export function warnOfUnknownFields(plan: EntityPlan, row: Fields): void {
  if (plan.isFlat || checked.has(plan)) return;
  checked.add(plan);
  const known = defaultIn(plan);
  const names = [...new Set([...Object.keys(known), ...Object.keys(row)])];
  for (const name of Object.keys(plan.type.schema)) {
    if (name in known || Object.hasOwn(row, name)) continue;
    const near = names.find((other) => isNear(other, name));
    warnOnce(
      `the static schema of ${plan.name} contains the field ${name}, but neither the class nor the first row that was ` +
        `written contains it. ${near === undefined ? 'Give the field a default value in the class.' : `Did you mean ${near}?`}`,
    );
  }
}

/**
 * Returns the default instance of the class. If the instance cannot be created, returns `static schema` instead. Every
 * key of the schema then counts as a known field, and no warning is logged.
 */
function defaultIn(plan: EntityPlan): object {
  try {
    return defaultOf(plan.type);
  } catch {
    return plan.type.schema;
  }
}

/**
 * Whether two names are so similar that one is probably a typo of the other. This is true if they differ only in case,
 * or in at most two letters that are replaced, missing or added.
 */
function isNear(a: string, b: string): boolean {
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, last[j] + 1, next[j - 1] + 1));
    }
    last = next;
  }
  return last[b.length] <= Math.min(2, b.length - 1) || a.toLowerCase() === b.toLowerCase();
}
