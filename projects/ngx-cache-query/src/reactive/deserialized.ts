import { CacheError } from '../util/cache-error';
import { type Fields, ownField } from '../util/plain-data';
import { show } from '../schema/misfit';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import { pure } from './node';
import type { Row } from './row';
import type { Table } from './table';

declare const ngDevMode: unknown;

/** What the deserializers of a class made of raw values, by their places. */
export type Made = ({ readonly raw: unknown; readonly value: unknown } | undefined)[];

/**
 * Runs the deserializers for the raw values in `after` that differ from those of a row. They run before the row is
 * written, so that an error prevents the write, and the row keeps the values for its next instance, so that they do not
 * run again for it.
 *
 * @param source the endpoint or method that wrote the values
 * @throws CacheError NCQ1012 if a deserializer throws
 */
export function deserialize(row: Row, after: Fields, source: string): void {
  const { plan, data } = row;
  for (let i = 0; i < plan.deserializers.length; i++) {
    const [name, make] = plan.deserializers[i];
    const raw = ownField(after, name);
    if (raw === undefined || raw === null || (data && ownField(data, name) === raw)) continue;
    try {
      if (row.made?.[i]?.raw !== raw) (row.made ??= [])[i] = { raw, value: make(raw as never) };
    } catch (error) {
      throw undeserializable(plan, row.pk, name, raw, error, source);
    }
  }
}

/** Runs the deserializers of all classes of a row, before it is written. */
export function deserializeAll(table: Table, pk: Pk, after: Fields, source: string): void {
  if (!table.main.deserializes) return;
  const rows = table.rowsOf(pk);
  pure(() => {
    for (const row of rows) deserialize(row, after, source);
  });
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
