import { CacheError, type CacheService } from 'ngx-cache-query';
import type { CacheInspection } from 'ngx-cache-query/extensions';
import { inWords } from './words';

/** A change of a field. */
interface Edit {
  readonly table: string;
  readonly pk: string;
  readonly field: string;
  readonly value: unknown;
}

/** The types of values that `JSON` shows as they are. */
const PLAIN = new Set(['string', 'number', 'boolean']);

/** Changes a field of an entity. @see CacheDevtools.edit */
export function editRow(
  cache: CacheService,
  inspection: CacheInspection,
  { field, pk, table, value }: Edit,
): void {
  const source = `edit(${table} ${pk})`;
  const type = inspection.typeOf(table);
  const stored = inspection.row(table, pk);
  if (!type || !stored) {
    const found = type ? 'no row with this key' : 'a list, or no table with this name';
    throw new CacheError('NCQ4003', `${source}: expected an entity in the cache, found ${found}.`, {
      source,
    });
  }
  // The cache checks relations and raw values. The types of other fields, and which may be null, only TypeScript knows.
  const { schema = {} } = type as { readonly schema?: object };
  const { [field]: initial } = new type() as unknown as Readonly<Record<string, unknown>>;
  const known = [stored.fields[field], initial];
  const isRaw = Object.hasOwn(schema, field);
  const types = isRaw ? [] : known.map((each) => typeof each).filter((each) => PLAIN.has(each));
  const [expected = isRaw ? 'value' : undefined] = types;
  const fits = value === null ? known.includes(null) : isRaw || types.includes(typeof value);
  if (expected && !fits) {
    const message = `${source}: expected a ${expected} for ${field}, found ${inWords(value)}.`;
    throw new CacheError('NCQ1001', message, { source, path: field });
  }
  cache.set(type, pk, () => ({ [field]: value }));
}
