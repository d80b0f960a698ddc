import { mapped } from '../util/mapped';
import { DEEPEST, isPlain, TooDeepData } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';

declare const ngDevMode: unknown;

/** The name of the field that marks an object as a replacement for a value that JSON does not support. */
const TAG = '$';

/** Thrown for a value that cannot be converted to JSON, such as a function, a Blob or an instance of a class. */
export class NotJson extends Error {
  /** @param value what cannot be converted; nothing if the data is nested too deeply */
  constructor(value?: unknown) {
    super(typeof ngDevMode === 'undefined' || ngDevMode ? describe(value) : undefined);
  }
}

/**
 * Converts data so that `JSON.stringify` preserves it completely. A value that JSON does not support, such as a `Date`,
 * a `Map` or `undefined` in an array, becomes an object like `{ $: ['Date', 0] }`. Data without these values is
 * returned unchanged.
 *
 * @throws NotJson for values that {@link fromJson} cannot restore
 */
export function toJson(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) throw new NotJson();
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : tagged('Number', structuralKey(value));
    case 'bigint':
      return tagged('BigInt', String(value));
    case 'undefined':
      return tagged('Undefined');
    case 'object':
      return value === null ? null : objectToJson(value, depth + 1);
    default:
      throw new NotJson(value);
  }
}

/**
 * Returns a restored copy of the data that was passed to {@link toJson}.
 *
 * @throws CacheError NCQ1008 if the data is nested too deeply
 */
export function fromJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) throw new TooDeepData();
  const convert = (each: unknown) => fromJson(each, depth + 1);
  if (Array.isArray(value)) return value.map(convert);
  const tag = (value as { readonly [TAG]?: unknown })[TAG];
  return Array.isArray(tag)
    ? untagged(tag as [string, unknown], convert)
    : mapped(value, convert, { ...value });
}

function objectToJson(value: object, depth: number): unknown {
  const convert = (each: unknown) => toJson(each, depth);
  if (Array.isArray(value)) return mapped(value, convert);
  if (isPlain(value)) {
    const fields = mapped(value, convert);
    return Object.hasOwn(value, TAG) ? tagged('Object', fields) : fields;
  }
  if (value instanceof Date) return tagged('Date', value.getTime());
  if (value instanceof Map) return tagged('Map', mapped([...value].flat(), convert));
  if (value instanceof Set) return tagged('Set', mapped([...value], convert));
  throw new NotJson(value);
}

function tagged(type: string, content?: unknown): object {
  return { [TAG]: content === undefined ? [type] : [type, content] };
}

function untagged(
  [type, content]: readonly [string, unknown],
  convert: (value: unknown) => unknown,
): unknown {
  switch (type) {
    case 'Number':
      return Number(content);
    case 'BigInt':
      return BigInt(content as string);
    case 'Date':
      return new Date((content ?? NaN) as number);
    case 'Map':
      return new Map(pairs(convert(content) as readonly unknown[]));
    case 'Set':
      return new Set(convert(content) as readonly unknown[]);
    case 'Object':
      return mapped(content as object, convert, { ...(content as object) });
    default:
      return undefined;
  }
}

function pairs(flat: readonly unknown[]): (readonly [unknown, unknown])[] {
  return flat.flatMap((key, i) => (i % 2 === 0 ? [[key, flat[i + 1]] as const] : []));
}

function describe(value: unknown): string {
  if (value === undefined) return 'data that is nested too deeply';
  return typeof value === 'object'
    ? `an instance of ${value!.constructor.name}`
    : `a ${typeof value}`;
}
