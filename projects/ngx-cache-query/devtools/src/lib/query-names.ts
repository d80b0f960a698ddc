import { type AnyEndpoint, Endpoint, Query } from 'ngx-cache-query';

interface Named {
  readonly name: string;
}

/** Knows the names of queries. */
export class QueryNames {
  readonly #given: ReadonlyMap<unknown, string>;
  readonly #made = new WeakMap<object, string>();

  /** @param given the names that the application has given */
  constructor(given: object = {}) {
    this.#given = new Map(Object.entries(given).map(([name, value]) => [value, name]));
  }

  /** Returns the name of a query, class, schema or endpoint, as far as it has one. */
  of(queryable: unknown): string {
    if (Object(queryable) !== queryable) return String(queryable);
    let name = this.#given.get(queryable) ?? this.#made.get(queryable as object);
    if (name === undefined) this.#made.set(queryable as object, (name = this.#make(queryable)));
    return name;
  }

  #make(queryable: unknown): string {
    if (queryable instanceof Endpoint) return (queryable as AnyEndpoint).name;
    if (queryable instanceof Query) {
      const { process, schema } = queryable as { process: Named; schema: unknown };
      const isNamed = process.name && process.name !== 'process';
      return `${isNamed ? process.name : 'a Query'} of ${this.of(schema)}`;
    }
    if (typeof queryable === 'function') {
      const { key, name } = queryable as Named & { readonly key?: string };
      return key ?? name;
    }
    if (Array.isArray(queryable)) return `[${this.of(queryable[0])}]`;
    const { types, name } = queryable as { types?: readonly unknown[]; name?: unknown };
    const kind = (queryable as object).constructor.name;
    if (types) return `${kind}(${types.map((type) => this.of(type)).join(', ')})`;
    if (kind !== 'Object') return typeof name === 'string' ? `${kind}(${name})` : kind;
    const members = Object.entries(queryable as object);
    return `{ ${members.map(([member, of]) => `${member}: ${this.of(of)}`).join(', ')} }`;
  }
}
