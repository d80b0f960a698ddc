import { CacheError } from 'ngx-cache-query';
import { compile, type Token } from 'path-to-regexp';
import { textOf, unsendableParameterError } from './parameter-text';
import { tokensOf } from './path-tokens';

declare const ngDevMode: unknown;

/** Parameters by name, as the caller passed them. */
export type Params = Readonly<Record<string, unknown>>;

/** A parsed path template. */
export class RestPath {
  readonly #required: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #wildcards: ReadonlySet<string>;
  readonly #compile: (params: Record<string, string | string[]>) => string;

  /**
   * @param template a template for `path-to-regexp`, such as `/users/:id`, `/users{/:id}` or `/files/*path`
   * @param source the name of the endpoint, for error messages
   * @throws CacheError NCQ5004 if the template is invalid
   */
  constructor(
    readonly template: string,
    source = template,
  ) {
    const tokens = tokensOf(template, source);
    this.#required = tokens.flatMap((token) => ('name' in token ? [token.name] : []));
    this.#wildcards = new Set(namesOf(tokens, 'wildcard'));
    this.#names = new Set([...namesOf(tokens, 'param'), ...this.#wildcards]);
    this.#compile = compile(template);
  }

  /** Whether the path has parameters. */
  get isOpen(): boolean {
    return this.#names.size > 0;
  }

  /** Whether a parameter is a path parameter. All other parameters are search parameters. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * Returns the path with its parameters encoded and inserted. Optional groups without a value are omitted.
   *
   * @throws CacheError NCQ5001 if a parameter is missing or empty; NCQ5002 if a parameter is `.` or `..`; NCQ5005 if a
   * parameter cannot be converted to text
   */
  fill(source: string, params: Params): string {
    const texts: Record<string, string | string[]> = {};
    for (const name of this.#names) {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      const isOptional = !this.#required.includes(name);
      if (isOptional && (value === undefined || value === null)) continue;
      const values: readonly unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [value];
      const parts = values.map((part) => {
        const text = partOf(part);
        if (text === undefined) throw unsendableParameterError(source, 'path', name, part);
        return text;
      });
      if (parts.length === 0 || parts.includes('')) {
        throw missingParameterError(source, name, value, isOptional);
      }
      if (parts.some((part) => part === '.' || part === '..')) {
        throw unsafeParameterError(source, name);
      }
      texts[name] = this.#wildcards.has(name) ? parts : parts.join();
    }
    return this.#compile(texts);
  }
}

/**
 * Converts the value of a path parameter, or one item of an array, to text. Returns `''` for a missing value or NaN,
 * and `undefined` for a value that cannot be converted.
 */
function partOf(value: unknown): string | undefined {
  if (value === undefined || value === null || Number.isNaN(value)) return '';
  return typeof value === 'object' && !(value instanceof Date) ? undefined : textOf(value);
}

/** Error NCQ5001. */
export function missingParameterError(
  source: string,
  name: string,
  value: unknown,
  isOptional: boolean,
): CacheError {
  return new CacheError(
    'NCQ5001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the path parameter "${name}" is ` +
        (value === undefined || value === null
          ? `missing. Pass it in the first argument: fetch(endpoint, { ${name}: … })`
          : 'empty: "", NaN or []') +
        '. While the value is not known, write watch(endpoint, null) or state(endpoint, null). In the function that ' +
        `you pass to resource, return undefined.${isOptional ? ' To omit this part of the path, leave out the parameter.' : ''}`,
    { source, path: name },
  );
}

/** Error NCQ5002. */
export function unsafeParameterError(source: string, name: string): CacheError {
  return new CacheError(
    'NCQ5002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the path parameter "${name}" is "." or "..". Such a value would change the path, ` +
        `even in encoded form. Check where the value comes from.`,
    { source, path: name },
  );
}

function namesOf(tokens: readonly Token[], type: 'param' | 'wildcard'): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'group') return namesOf(token.tokens, type);
    return token.type === type ? [token.name] : [];
  });
}
