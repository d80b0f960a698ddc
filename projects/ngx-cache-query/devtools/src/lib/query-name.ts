import { type AnyEndpoint, Endpoint, Query } from 'ngx-cache-query';

/** Knows the names of queries. */
export class QueryNames {
  readonly #given: ReadonlyMap<unknown, string>;
  readonly #known = new WeakMap<object, string>();

  /** @param given the names that the application has given */
  constructor(given: object = {}) {
    this.#given = new Map(Object.entries(given).map(([name, value]) => [value, name]));
  }

  /** Returns the name of a query, class, schema or endpoint, as far as it has one. */
  of(queryable: object): string {
    let name = this.#known.get(queryable);
    if (name === undefined) this.#known.set(queryable, (name = nameOf(queryable, this.#given)));
    return name;
  }
}

function nameOf(queryable: unknown, given: ReadonlyMap<unknown, string>): string {
  const own = given.get(queryable);
  return own ?? described(queryable, (part) => nameOf(part, given));
}

function described(queryable: unknown, nameOf: (part: unknown) => string): string {
  if (queryable instanceof Endpoint) return (queryable as AnyEndpoint).name;
  if (queryable instanceof Query) {
    const { process, schema } = queryable as { process: Named; schema: unknown };
    const own = process.name && process.name !== 'process' ? `${process.name} of ` : 'a Query of ';
    return own + nameOf(schema);
  }
  if (typeof queryable === 'function') {
    const { key, name } = queryable as Named & { readonly key?: string };
    return key ?? name;
  }
  if (typeof queryable !== 'object' || queryable === null) return String(queryable);
  if (Array.isArray(queryable)) return `[${nameOf(queryable[0])}]`;
  const { types, name } = queryable as { types?: readonly unknown[]; name?: unknown };
  const kind = queryable.constructor.name;
  if (types) return `${kind}(${types.map(nameOf).join(', ')})`;
  if (kind !== 'Object') return typeof name === 'string' ? `${kind}(${name})` : kind;
  const members = Object.entries(queryable).map(([member, of]) => `${member}: ${nameOf(of)}`);
  return `{ ${members.join(', ')} }`;
}

interface Named {
  readonly name: string;
}
