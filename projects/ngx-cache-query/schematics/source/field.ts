/** A field of a generated Entity class. */
export interface Field {
  readonly name: string;
  /** The TypeScript type of a single item. */
  readonly type: string;
  /** The entry for the field in `static schema`: the name of an Entity class, or `'date'` for a Date. */
  readonly schema?: { readonly entity: string } | 'date';
  readonly isList?: boolean;
  readonly isNullable?: boolean;
  /** The default value, if the type is an object type such as `{ readonly city: string }`. */
  readonly default?: string;
}

const DEFAULTS: Readonly<Record<string, string>> = {
  string: `''`,
  number: '0',
  boolean: 'false',
  Date: 'new Date(0)',
  unknown: 'null',
};

/**
 * Parses a field from the command line: `name:string`, `due:Date`, `team:Team`, `tags:string[]`, `parent:Page?`. A
 * field without a type is a string.
 *
 * @throws Error if the text has a different form
 */
export function parseField(text: string): Field {
  const match = /^([A-Za-z_$][\w$]*)(?::([A-Za-z_$][\w$]*)(\[\])?(\?)?)?$/.exec(text);
  if (match === null) {
    throw new Error(
      `"${text}" is not a field. Write name:type, for example title:string, due:Date, team:Team, tags:string[] or parent:Page?.`,
    );
  }
  const [, name = '', given = 'string', list, nullable] = match;
  const type = given === 'date' ? 'Date' : given;
  const schema = schemaOf(type);
  return {
    name,
    type,
    ...(schema && { schema }),
    isList: list !== undefined,
    isNullable: nullable !== undefined,
  };
}

function schemaOf(type: string): Field['schema'] {
  if (type === 'Date') return 'date';
  return type in DEFAULTS || /^[a-z]/.test(type) ? undefined : { entity: type };
}

/** Returns a name as an object key, in quotes if they are required. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replace(/['\\]/g, String.raw`\$&`)}'`;
}

/** Returns the TypeScript type of a field. */
export function typeOf({ type, isList = false, isNullable = false }: Field): string {
  const item = isList && type.includes(' ') ? `(${type})` : type;
  return `${isList ? `readonly ${item}[]` : type}${isNullable ? ' | null' : ''}`;
}

/** Returns the default value of a field as TypeScript code. */
export function defaultOf(field: Field, className: string): string {
  const { isList, isNullable, schema, type } = field;
  if (isNullable === true) return 'null';
  if (isList === true) return '[]';
  if (typeof schema === 'object') {
    return schema.entity === className ? 'null' : `${type}.fromJS({})`;
  }
  return field.default ?? DEFAULTS[type] ?? 'undefined';
}
