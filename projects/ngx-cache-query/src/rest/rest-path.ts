import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { isObject } from '../util/plain-data';
import { parameterError, sendable } from './parameter-text';

declare const ngDevMode: unknown;

/** Parameters by name, as the caller passed them. */
export type Params = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  /** What separates the items of an array: the segments of a wildcard, or an encoded comma. */
  readonly separator: string;
}

/** A text, a parameter, or an optional group. */
type Part = string | Parameter | Part[];

/** Matches an escaped character, a parameter, a text, or any other character. */
const TOKEN =
  /\\([^])|([:*])(?:([$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*)|"((?:\\[^]|[^"\\])*)")?|[^\\:*{}()[\]+?!]+|[^]/gu;

/** A parsed path template, in the syntax of path-to-regexp: `/users/:id`, `/users{/:id}`, `/files/*path`. */
export class RestPath {
  /** The names of its parameters. All others of a call are search parameters. */
  readonly names = new Set<string>();
  readonly #source: string;
  readonly #parts: readonly Part[];

  /**
   * @param source the name of the endpoint, for error messages
   * @throws CacheError NCQ5004 if the template is invalid, or contains a host or search parameters
   */
  constructor(template: string, source = template) {
    this.#source = source;
    const fail: (problem: string | false) => never = (problem) => {
      throw new CacheError(
        'NCQ5004',
        (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
          `${source}: this path cannot be used: ${likelyMistake(template) ?? (problem as string)}.`,
        { source },
      );
    };
    if (template.startsWith('//')) fail(false);
    let parts: Part[] = (this.#parts = []);
    const outer: Part[][] = [];
    for (const [token, escaped, kind, id, quoted] of template.matchAll(TOKEN)) {
      if (kind) {
        const name = id ?? quoted?.replace(/\\([^])/g, '$1');
        if (!name) return fail((typeof ngDevMode === 'undefined' || !!ngDevMode) && NO_NAME);
        this.names.add(name);
        const separator = kind === ':' ? '%2C' : '/';
        parts.push({ name, isOptional: outer.length > 0, separator });
      } else if (token === '{') {
        const group: Part[] = [];
        parts.push(group);
        outer.push(parts);
        parts = group;
      } else if (token === '}' && outer.length > 0 && parts.some(isObject)) {
        parts = outer.pop()!;
      } else if (escaped === undefined && '}()[]+?!\\'.includes(token)) {
        fail((typeof ngDevMode === 'undefined' || !!ngDevMode) && unexpected(token, outer, parts));
      } else parts.push(escaped ?? token);
    }
    if (outer.length > 0) fail((typeof ngDevMode === 'undefined' || !!ngDevMode) && NO_END);
  }

  /**
   * Returns the path for some parameters. Optional groups without a value are omitted.
   *
   * @throws CacheError NCQ5001 if a parameter is missing or empty; NCQ5002 if it is `.` or `..`; NCQ5005 if it cannot be
   * converted to text
   */
  fill(params: Params): string {
    const fillAll = (parts: readonly Part[]): string => {
      // Also the other parameters of a group that is left out are checked.
      const texts = parts.map((part) => {
        if (typeof part === 'string') return part;
        return Array.isArray(part) ? fillAll(part) : this.#textOf(part, params);
      });
      return texts.includes(undefined) ? '' : texts.join('');
    };
    return fillAll(this.#parts);
  }

  /** Returns the encoded value of a parameter; `undefined` if the parameter is omitted. */
  #textOf({ name, isOptional, separator }: Parameter, params: Params): string | undefined {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (isOptional && (value === undefined || value === null)) return undefined;
    const fail = (code: CacheErrorCode, problem: string | false) =>
      parameterError(code, this.#source, name, problem);
    const texts = [value].flat().map((item) => {
      if (EMPTY.includes(item)) return '';
      const text = sendable(this.#source, 'path', name, item);
      if (/^\.\.?$/.test(text)) {
        throw fail('NCQ5002', (typeof ngDevMode === 'undefined' || !!ngDevMode) && unsafe(name));
      }
      return encodeURIComponent(text);
    });
    if (texts.length === 0 || texts.includes('')) {
      throw fail(
        'NCQ5001',
        (typeof ngDevMode === 'undefined' || !!ngDevMode) && missing(name, value, isOptional),
      );
    }
    return texts.join(separator);
  }
}

/** The values that a parameter must not have. */
const EMPTY: readonly unknown[] = [undefined, null, '', NaN];

const NO_NAME = 'Missing parameter name';
const NO_END = 'Unexpected end of an optional part, expected }';

// The functions below return texts of errors. They are called only in dev mode.

/** Returns the most likely mistake in a template: a host, search parameters, or an optional parameter such as `:id?`. */
function likelyMistake(template: string): string | undefined {
  const [host] = /^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(template) ?? [];
  if (host !== undefined) {
    return `"${host}" belongs in urlPrefix. Set this option on the endpoint, or use withRest to set it for all endpoints`;
  }
  const at = template.search(/(?<!\\)\?/);
  if (at < 0) return undefined;
  const [optional] = /:\w+\?(?=\/|$)/.exec(template) ?? [];
  return optional === undefined
    ? `"${template.slice(at)}" belongs in searchParams. Declare the search parameters with ` +
        `searchParams: typed<{ name?: string }>(), and pass their values in the first argument`
    : `an optional parameter is written "{/${optional.slice(0, -1)}}", not "/${optional}"`;
}

/** The text of a character that cannot stand where it is. An optional part cannot end without a parameter. */
function unexpected(token: string, outer: readonly unknown[], parts: readonly unknown[]): string {
  const text = parts.join('');
  return token === '}' && outer.length > 0 && text !== ''
    ? `"{${text}}" is an optional part without a parameter. Write a parameter as ":${text}"`
    : `Unexpected ${token}`;
}

/** The problem of error NCQ5001. */
function missing(name: string, value: unknown, isOptional: boolean): string {
  return (
    `path parameter "${name}" is ` +
    (value === undefined || value === null
      ? `missing. Pass it in the first argument: fetch(endpoint, { ${name}: … })`
      : 'empty: "", NaN or []') +
    '. While the value is not known, write watch(endpoint, null). In the function that you pass to resource, return ' +
    `undefined.${isOptional ? ' To omit this part of the path, leave out the parameter.' : ''}`
  );
}

/** The problem of error NCQ5002. */
function unsafe(name: string): string {
  return (
    `path parameter "${name}" is "." or "..". Such a value would change the path, even in encoded form. Check where ` +
    `the value comes from.`
  );
}
