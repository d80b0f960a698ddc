import { classify } from '@angular-devkit/core/src/utils/strings';
import { type Field, propertyName } from './field';
import { singular } from './plural';

type Row = Readonly<Record<string, unknown>>;

/** The fields of the classes that were found in a sample response: the class itself and the nested entities. */
export type Classes = ReadonlyMap<string, readonly Field[]>;

/**
 * Derives the fields of a class from a response. The response is an entity, a list of entities, or an object that
 * contains a list of entities. Nested objects with an id become separate entities. A string in ISO date format becomes
 * a Date.
 *
 * @throws Error if the response contains no entity
 */
export function classesIn(response: unknown, className: string): Classes {
  const rows = rowsIn(response);
  if (rows.length === 0) {
    throw new Error(
      'The sample contains no entity: expected an object with an id, or a list of such objects.',
    );
  }
  const classes = new Map<string, readonly Field[]>();
  addClass(classes, className, rows);
  return classes;
}

function rowsIn(response: unknown): readonly Row[] {
  if (Array.isArray(response)) return response.filter(isRow);
  if (!isRow(response)) return [];
  const list = 'id' in response ? undefined : Object.values(response).find((each) => isRows(each));
  return list === undefined ? [response] : (list as readonly Row[]);
}

function addClass(
  classes: Map<string, readonly Field[]>,
  className: string,
  rows: readonly Row[],
): void {
  classes.set(className, []);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const fields = [...names].map((name) =>
    fieldOf(
      classes,
      name,
      rows.map((row) => row[name]),
    ),
  );
  classes.set(className, fields);
}

/** @param values the values of the field in each row; `undefined` if the field is missing */
function fieldOf(
  classes: Map<string, readonly Field[]>,
  name: string,
  values: readonly unknown[],
): Field {
  const known = values.filter((value) => value !== null && value !== undefined);
  const isList = known.length > 0 && known.every((value) => Array.isArray(value));
  // The default value of a list is an empty list, even if the field is missing in some rows.
  const isNullable = isList ? values.includes(null) : known.length < values.length;
  const items: readonly unknown[] = isList ? known.flat() : known;
  const [first] = items;
  const base = { name, isList, isNullable: isNullable && known.length > 0 };
  if (items.length === 0) return { ...base, type: 'unknown' };
  if (items.every(isEntity)) {
    const entity = classify(isList ? singular(name) : name);
    if (!classes.has(entity)) addClass(classes, entity, items);
    return { ...base, type: entity, schema: { entity } };
  }
  if (items.every(isRow)) return { ...base, ...literal(items) };
  if (items.every(isDate)) return { ...base, type: 'Date', schema: 'date' };
  const isOneType = items.every((item) => typeof item === typeof first);
  return { ...base, type: isOneType && !isRow(first) ? typeof first : 'unknown' };
}

/** Returns the type and the default value for objects without an id. */
function literal(rows: readonly Row[]): Pick<Field, 'type' | 'default'> {
  const values = Object.entries(rows[0]!).map(([name, value]) => ({ name, ...plain(value) }));
  return {
    type: `{ ${values.map(({ name, type }) => `readonly ${propertyName(name)}: ${type}`).join('; ')} }`,
    default: `{ ${values.map((each) => `${propertyName(each.name)}: ${each.default}`).join(', ')} }`,
  };
}

function plain(value: unknown): { readonly type: string; readonly default: string } {
  if (Array.isArray(value)) return { type: 'readonly unknown[]', default: '[]' };
  if (isRow(value)) return literal([value]) as { type: string; default: string };
  if (typeof value === 'number') return { type: 'number', default: '0' };
  if (typeof value === 'boolean') return { type: 'boolean', default: 'false' };
  return typeof value === 'string'
    ? { type: 'string', default: `''` }
    : { type: 'unknown', default: 'undefined' };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function isEntity(value: unknown): value is Row {
  return isRow(value) && 'id' in value;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/.test(value);
}
