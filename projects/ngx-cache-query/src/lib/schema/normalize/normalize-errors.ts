import { CacheError, type CacheErrorCode } from '../../util/cache-error';
import { tooDeepMessage } from '../../util/too-deep';
import { type Fields, isPlainObject } from '../../util/plain-data';

declare const ngDevMode: unknown;

/** The location where an error occurred. */
export interface Place {
  readonly source: string;
  readonly path: readonly (string | number)[];
  /** Whether the input is the response to a mutation. The response to a mutation is often empty. */
  readonly isMutation?: boolean;
}

/** The advice in the error message for an empty response to a mutation. */
const EMPTY_RESPONSE =
  'The response is empty. Remove the schema, or return the fields of the entity from the process function of the ' +
  'endpoint, which also receives the arguments: (body, response, ...args) => …';

/** Creates error NCQ1001, or NCQ1002 if the input is a string that contains JSON. */
export function wrongShapeError(place: Place, expected: string, found: unknown): CacheError {
  if (holdsJson(found)) {
    return error(
      place,
      'NCQ1002',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `expected ${expected}, found a string that contains JSON. ` +
          `The cache does not parse strings. Parse the string before you pass it to the cache, or fix the server ` +
          `if it encodes the data twice.`,
    );
  }
  return error(
    place,
    'NCQ1001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${expected}, found ${show(found)}. ` +
        (isEmptyResponse(place, found)
          ? EMPTY_RESPONSE
          : `Check that the schema describes the response as the server sends it.`),
  );
}

/**
 * Creates error NCQ1003. If `found` is an array, `null`, `undefined` or a string that contains JSON, calls
 * {@link wrongShapeError} instead.
 */
export function notAnEntityError(place: Place, name: string, found: unknown): CacheError {
  if (Array.isArray(found) || found === null || found === undefined || holdsJson(found)) {
    return wrongShapeError(place, `an object with the fields of ${name}`, found);
  }
  return error(
    place,
    'NCQ1003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected an object with the fields of ${name}, found ${show(found)}. ` +
        `A key can stand for an entity only in a field of another entity. Send the entity itself, or describe the value ` +
        `without an Entity class.`,
  );
}

/**
 * Creates error NCQ1003 for a place that accepts entities of several classes. If `found` is not a key, calls
 * {@link notAnEntityError} instead.
 */
export function noTypeError(place: Place, names: string, found: unknown): CacheError {
  const isKey = typeof found === 'string' || typeof found === 'number';
  if (!isKey || holdsJson(found)) return notAnEntityError(place, names, found);
  return error(
    place,
    'NCQ1003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected an object with the fields of ${names}, found ${show(found)}. ` +
        `A key alone does not determine the type, and several types are possible here. Send the entity, or an ` +
        `object with its key and its type.`,
  );
}

/** Creates error NCQ1004, which reports that a row has no primary key. */
export function missingPkError(place: Place, name: string, row: Fields, pk: unknown): CacheError {
  return error(
    place,
    'NCQ1004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${name} has no primary key: pk() returned ${show(pk)} for a row with the fields ` +
        `${Object.keys(row).join(', ') || '(none)'}. ` +
        (isEmptyResponse(place, row)
          ? EMPTY_RESPONSE
          : `If the key has another name, override pk() in ${name}, or add the key in static process.`),
  );
}

/** Creates error NCQ1004 for `schema.Invalidate`, when neither the response nor the arguments contain a key. */
export function unnamedError(place: Place, name: string, args: unknown): CacheError {
  return error(
    place,
    'NCQ1004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `neither the response nor the path parameters contain the key of the ${name}: the parameters are ` +
        `${show(args)}. Give the path parameter the same name as the key, or return the key from the process ` +
        `function of the endpoint: (body, response, params) => params.…`,
  );
}

/** Creates error NCQ1005, which reports that `static validate` rejected a row. */
export function invalidError(place: Place, name: string, pk: unknown, problem: string): CacheError {
  return error(
    place,
    'NCQ1005',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `nothing was stored, because static validate rejected ${name} ${String(pk)}: ${problem}`,
  );
}

/** Creates error NCQ1008, which reports that entities are nested too deeply. */
export function tooDeepError(place: Place): CacheError {
  return error(
    { source: place.source, path: place.path.slice(0, 6) },
    'NCQ1008',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `entities are nested more than a thousand levels deep. Send them as a flat list, in which they reference each ` +
        `other by key.`,
  );
}

/** Creates error NCQ1008 for data that has no schema, or whose schema contains itself. */
export function tooDeepDataError(place: Place): CacheError {
  return error(
    place,
    'NCQ1008',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && tooDeepMessage(),
  );
}

/** Formats a path as code. For example, `['results', 3, 'user']` becomes `results[3].user`. */
export function showPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

function error(place: Place, code: CacheErrorCode, text: string | false): CacheError {
  const { source } = place;
  const path = showPath(place.path);
  const message =
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
    text !== false &&
    `${source}: ${path === '' ? '' : `at ${path}: `}${text}`;
  return new CacheError(code, message, { source, path });
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

function isEmptyResponse({ isMutation, path }: Place, found: unknown): boolean {
  if (isMutation !== true || path.length > 0) return false;
  return (
    found === null ||
    found === undefined ||
    (isPlainObject(found) && Object.keys(found).length === 0)
  );
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
  return `the ${typeof value} ${value as string}`;
}

/** Creates error NCQ1010, which reports that a nested Collection has no `nestKey`. */
export function nestKeyError(place: Place): CacheError {
  return error(
    place,
    'NCQ1010',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'a Collection that is nested in an entity, in an array or in schema.Values needs the nestKey option. nestKey ' +
        'is a function that returns the arguments that identify the list: ' +
        'nestKey: (parent, key) => ({ userId: parent.id }).',
  );
}
