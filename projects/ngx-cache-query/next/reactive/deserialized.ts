import { CacheError } from '../util/cache-error';
import { type Fields, ownField } from '../util/plain-data';
import { show } from '../schema/misfit';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Table } from './table';

declare const ngDevMode: unknown;

/**
 * Values that deserializers returned, by record, until an instance takes them. Deserializers run before a record is
 * written, so that an error prevents the write, and once for each raw value.
 */
const kept = new WeakMap<Plan, WeakMap<Fields, readonly unknown[]>>();

/** For each class of a table, the values that its deserializers returned for one row, by their places. */
export type Made = readonly (readonly [plan: Plan, values: unknown[]])[];

/**
 * Runs the deserializers of all classes of a table for the raw values in `after` that differ from those of the row.
 *
 * @param source the endpoint or method that wrote the values
 * @returns the values of each class. A place without a value is empty
 * @throws CacheError NCQ1012 if a deserializer throws
 */
export function deserialize(table: Table, pk: Pk, after: Fields, source: string): Made {
  const before = table.record(pk);
  return [table, ...table.mirrors].map(({ plan }) => {
    const values: unknown[] = [];
    plan.deserializers.forEach(([name, make], i) => {
      const raw = ownField(after, name);
      if (raw === undefined || raw === null || (before && ownField(before, name) === raw)) return;
      try {
        values[i] = make(raw as never);
      } catch (error) {
        throw undeserializable(plan, pk, name, raw, error, source);
      }
    });
    return [plan, values];
  });
}

/**
 * Keeps values for the instances of a record.
 *
 * @param before the record that this one replaces. Fields with the same raw value keep their values
 */
export function keepMade(all: Made, record: Fields, before?: Fields): void {
  for (const [plan, values] of all) {
    let byRecord = kept.get(plan);
    if (byRecord === undefined) kept.set(plan, (byRecord = new WeakMap<Fields, unknown[]>()));
    const last = before && byRecord.get(before);
    plan.deserializers.forEach(([name], i) => {
      if (!last || !(i in last) || ownField(record, name) !== ownField(before, name)) return;
      values[i] = last[i];
    });
    byRecord.set(record, values);
  }
}

/** Returns the values for the instance of a record, and forgets them. */
export function takeMade(plan: Plan, record: Fields): readonly unknown[] | undefined {
  const byRecord = kept.get(plan);
  const values = byRecord?.get(record);
  byRecord?.delete(record);
  return values;
}

function undeserializable(
  { name }: Plan,
  pk: Pk,
  field: string,
  raw: unknown,
  cause: unknown,
  source: string,
): CacheError {
  return new CacheError(
    'NCQ1012',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the deserializer of ${name}.${field} threw an error for ${name} ${pk} when it received ` +
        `${show(raw)}: ${String(cause)}. Nothing was stored. Correct the value on the server or in static process, or ` +
        `change the deserializer so that it accepts the value.`,
    { source, cause },
  );
}
