import { classify } from '@angular-devkit/core/src/utils/strings';
import { type Field, propertyName } from './field';
import { singular } from './plural';

export type Row = Readonly<Record<string, unknown>>;

/** The fields of the classes that were found in a sample response: the class itself and the nested entities. */
export type Classes = ReadonlyMap<string, readonly Field[]>;

/** What a sample response tells. */
export interface Sample {
  readonly rows: readonly Row[];
  /** The options of `withRest` that describe the response. */
  readonly habits: readonly string[];
}

/** What can be next to the data in an envelope. */
const BESIDE = ['meta', 'links', 'included', 'message', 'status', 'success'];

/**
 * Finds the entities in a response, which is an entity, a list of entities, or an envelope around one of them.
 *
 * @param keepsNames whether fields in snake_case keep their names
 * @throws Error if the response contains no entity
 */
export function sampleIn(response: unknown, keepsNames = false): Sample {
  const path: string[] = [];
  let data = response;
  for (let content = contentOf(data); content; content = contentOf(data)) {
    path.push(content[0]);
    data = content[1];
  }
  const found = (Array.isArray(data) ? data : [data]).filter(isRow);
  if (found.length === 0) {
    throw new Error(
      'The sample contains no entity: expected an object with an id, or a list of such objects.',
    );
  }
  const rows = keepsNames ? found : found.map((row) => camelCased(row) as Row);
  const isRenamed = JSON.stringify(rows) !== JSON.stringify(found);
  const field = path.join('.');
  const envelope = `unwrap: '${field}' (or unwrap: { list: '${field}' } if only lists have it)`;
  return {
    rows,
    habits: [...(field ? [envelope] : []), ...(isRenamed ? ['names: snakeCase'] : [])],
  };
}

/** Returns the name and the value of the field that contains the data; `undefined` if there is no envelope. */
function contentOf(data: unknown): readonly [string, unknown] | undefined {
  if (!isRow(data) || 'id' in data) return undefined;
  const fields = Object.entries(data).filter(([name]) => !BESIDE.includes(name));
  const [first] = fields;
  const isOnly = fields.length === 1 && isRow(first?.[1]);
  return isOnly ? first : fields.find(([, value]) => isRows(value));
}

/** Returns a copy of some data with the names that `names: snakeCase` of the library gives to its fields. */
function camelCased(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(camelCased);
  if (!isRow(data)) return data;
  const fields = Object.entries(data).map(([name, value]) => [camelName(name), camelCased(value)]);
  return Object.fromEntries(fields);
}

function camelName(name: string): string {
  if (!/^_?[a-z](?:[a-z\d]|_(?=[a-z\d]))*$/.test(name)) return name;
  return name.replace(/(?<!^)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Derives the fields of a class from its entities. Nested objects with an id become separate entities. A string in ISO
 * date format becomes a Date.
 */
export function classesIn(rows: readonly Row[], className: string): Classes {
  const classes = new Map<string, readonly Field[]>();
  addClass(classes, className, rows);
  return classes;
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
    : { type: 'unknown', default: 'null' };
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
