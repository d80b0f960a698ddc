import { CacheError, type CacheErrorCode, type CacheErrorDetails } from '../util/cache-error';
import { type Fields, isPlain } from '../util/plain-data';
import type { SchemaLike } from './schema';
import type { Pk } from './pk';

declare const ngDevMode: unknown;

/** The path from an input to a part of it, such as `['results', 3, 'user']`. */
export type Path = readonly (string | number)[];

/** Where a part of an input does not fit its schema. */
export interface Place {
  readonly source: string;
  readonly path: Path;
  /** Whether the input is the response to a mutation, which is often empty. */
  readonly isMutation?: boolean;
}

/** The advice in the error message for an empty response to a mutation. */
const EMPTY_RESPONSE =
  'The response is empty. Remove the schema, or return the fields of the entity from load(…).';

/** Creates a coded error that names the source and the path of a misfit. `text` is `false` in production. */
export function misfit({ source, path: at }: Place, code: CacheErrorCode, text: string | false) {
  const path = showPath(at);
  const message =
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
    text !== false &&
    `${source}: ${path === '' ? '' : `at ${path}: `}${text}`;
  return new CacheError(code, message, { source, path });
}

/** Creates error NCQ1001, or NCQ1002 if the input is a string that contains JSON. */
export function wrongShape(place: Place, expected: string | false, found: unknown): CacheError {
  if (holdsJson(found)) {
    return misfit(
      place,
      'NCQ1002',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `expected ${String(expected)}, found a string that contains JSON. ` +
          `The cache does not parse strings. Parse the string before you pass it to the cache, or fix the server ` +
          `if it encodes the data twice.`,
    );
  }
  return misfit(
    place,
    'NCQ1001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${String(expected)}, found ${show(found)}. ` +
        (isEmptyResponse(place, found)
          ? EMPTY_RESPONSE
          : (envelopeHint(found, (name) => `{ ${name}: … }`) ??
            `Check that the schema describes the response as the server sends it.`)),
  );
}

/**
 * Creates error NCQ1003, or the error of {@link wrongShape} if `found` cannot be meant as a key.
 *
 * @param of the class of the entity, or a mapping of the possible classes
 */
export function notAnEntity(place: Place, of: Named | Several, found: unknown): CacheError {
  const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
  const expected = dev && `an object with the fields of ${namesOf(of)}`;
  if (Array.isArray(found) || found == null || holdsJson(found)) {
    return wrongShape(place, expected, found);
  }
  return misfit(
    place,
    'NCQ1003',
    dev &&
      `expected ${String(expected)}, found ${show(found)}. ` +
        ('mapping' in of && typeof found !== 'boolean'
          ? `A key alone does not determine the type, and several types are possible here. Send the entity, or an ` +
            `object with its key and its type.`
          : `A key can stand for an entity only in a field of another entity. Send the entity itself, or describe the ` +
            `value without an Entity class.`),
  );
}

interface Named {
  readonly name: string;
}

interface Several {
  readonly mapping: object;
}

export function namesOf(of: Named | Several): string {
  return 'mapping' in of ? Object.keys(of.mapping).join(' or ') : of.name;
}

/** Error NCQ1004: a row has no primary key. */
export function missingPk(
  place: Place,
  of: Named | Several,
  row: Fields,
  pk: unknown,
  missing?: string,
): CacheError {
  return misfit(
    place,
    'NCQ1004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${namesOf(of)} has no primary key: pk() returned ${show(pk)} for a row with the fields ` +
        `${Object.keys(row).join(', ') || '(none)'}. ` +
        (missing !== undefined
          ? `The row has no ${missing}, which is a part of the key. Send it, or add it in static process.`
          : isEmptyResponse(place, row)
            ? EMPTY_RESPONSE
            : (envelopeHint(row, (field) => `{ ${field}: ${namesOf(of)} }`) ??
              `If the key has another name, override pk() in ${namesOf(of)}, or add the key in static process.`)),
  );
}

/** Formats a path as code. For example, `['results', 3, 'user']` becomes `results[3].user`. */
export function showPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** Whether a value is a string that contains a JSON object or array. */
export function holdsJson(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Formats a value for an error message. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`;
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'object') {
    const names = Object.keys(value);
    return `an object with ${names.length === 0 ? 'no fields' : names.slice(0, 8).join(', ')}`;
  }
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- a primitive value
  return `the ${typeof value} ${String(value)}`;
}

function isEmptyResponse({ isMutation, path }: Place, found: unknown): boolean {
  if (isMutation !== true || path.length > 0) return false;
  return found == null || (isPlain(found) && Object.keys(found).length === 0);
}

/** The names under which servers usually wrap the data of a response. */
const ENVELOPE =
  /^_?(data|items?|results?|rows?|records?|content|payload|embedded|hits|value|body)$/i;

function envelopeHint(found: unknown, schemaFor: (name: string) => string): string | undefined {
  if (!isPlain(found)) return undefined;
  const name = Object.keys(found).find((each) => ENVELOPE.test(each));
  if (name === undefined || typeof found[name] !== 'object') return undefined;
  return (
    `This looks like an envelope: the data seems to be in the field "${name}". ` +
    `Write the schema as ${schemaFor(name)}, or return that field from the process function of the endpoint.`
  );
}

/** Creates error NCQ1008 for entities in entities. Of the path, only the first parts are shown. */
export function entityTooDeep({ source, path }: Place): CacheError {
  return misfit(
    { source, path: path.slice(0, 6) },
    'NCQ1008',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `entities are nested more than a thousand levels deep. Send them as a flat list, in which they reference each ` +
        `other by key.`,
  );
}

/** Creates error NCQ1005: `static validate` rejected an entity. */
export function invalid(place: Place, { name }: Named, pk: Pk, complaint: string): CacheError {
  return misfit(
    place,
    'NCQ1005',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `nothing was stored, because static validate rejected ${name} ${pk}: ${complaint}`,
  );
}

/** Rejects a schema whose definition, or a part of it, is `undefined`. */
export function checkDefined(name: string, definition: unknown): void {
  const path = undefinedIn(definition as SchemaLike, []);
  if (path === undefined) return;
  throw undefinedSchemaError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${name}: ${undefinedText(path.length === 0 ? 'its definition' : `"${String(path.at(-1))}"`)}`,
    { source: name, path: '' },
  );
}

/** The text of error NCQ1009. */
export function undefinedText(what: string): string {
  return (
    `${what} is undefined, most likely because of a circular import. Import the class from a ` +
    `module that does not import the module of this schema, or create the schema later.`
  );
}

/** Error NCQ1009. */
export function undefinedSchemaError(
  message: string | false,
  details: CacheErrorDetails,
): CacheError {
  return new CacheError('NCQ1009', message, details);
}

/** Returns the path to the first `undefined` in nested arrays and objects of schemas, if there is one. */
export function undefinedIn(
  schema: SchemaLike,
  path: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  if (schema === undefined) return path;
  if (Array.isArray(schema)) return undefinedIn(schema[0] as SchemaLike, [...path, 0]);
  if (!isPlain(schema)) return undefined;
  for (const name of Object.keys(schema)) {
    const found = undefinedIn(schema[name], [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
