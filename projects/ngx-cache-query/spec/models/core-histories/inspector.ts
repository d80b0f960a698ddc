import type { Classes } from './classes';
import { type EntityName, entityName } from './changes';
import { classOf, isPlain, keyOf, type Plain } from './picture';
import { at, isContainer } from './same-data';

/** Compares values of the cache with values of the model. Each entity must have one instance. */
export class Inspector {
  readonly #known = new Map<Plain, object>();

  /**
   * @param loose the entities that may have several instances
   * @param onEntity receives every instance that is found, once, and returns whether its fields must be compared
   * @param onContainer receives every array, plain object and Map that is found
   */
  constructor(
    private readonly classes: Classes,
    private readonly loose: ReadonlySet<EntityName> = new Set(),
    private readonly onEntity?: (name: EntityName, instance: object) => boolean,
    private readonly onContainer?: (container: object) => void,
  ) {}

  /** Returns the first difference, or `undefined` if there is none. */
  difference(actual: unknown, expected: unknown, path = ''): string | undefined {
    if (isPlain(expected)) return this.#entity(actual, expected, path);
    if (typeof expected !== 'object' || expected === null) {
      return Object.is(actual, expected) ? undefined : differ(path, actual, expected);
    }
    if (expected instanceof Date) {
      const isSame = actual instanceof Date && Object.is(+actual, +expected);
      return isSame ? undefined : differ(path, actual, expected);
    }
    if (typeof actual !== 'object' || actual === null) return differ(path, actual, expected);
    if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected))
      return differ(path, actual, expected);
    this.onContainer?.(actual);
    if (expected instanceof Map)
      return this.difference([...(actual as Map<unknown, unknown>)], [...expected], path);
    return this.#fields(actual, expected, path);
  }

  #entity(actual: unknown, expected: Plain, path: string): string | undefined {
    const [name, key] = [classOf(expected), keyOf(expected)];
    const type = this.classes[name];
    if (!(actual instanceof type) || actual.constructor !== type)
      return differ(path, actual, expected);
    if (key === undefined) return this.#fields(actual, expected, path);
    const known = this.#known.get(expected);
    if (known === actual) return undefined;
    const label = entityName(name, key);
    if (known !== undefined && !this.loose.has(label))
      return `${path}: a second instance of ${label}`;
    this.#known.set(expected, actual);
    if (this.onEntity?.(label, actual) === false) return undefined;
    return this.#fields(actual, expected, path);
  }

  #fields(actual: object, expected: object, path: string): string | undefined {
    const names = Object.keys(expected);
    if (Object.keys(actual).length !== names.length) return differ(path, actual, expected);
    for (const name of names) {
      const found = this.difference(at(actual, name), at(expected, name), `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function differ(path: string, actual: unknown, expected: unknown): string {
  return `${path}: ${show(actual)} instead of ${show(expected)}`;
}

/** Describes a value of the cache or the model. Nested entities are shown as their keys. */
export function show(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Date) return `Date ${+value}`;
  if (value instanceof Map) return `Map ${show([...value], depth)}`;
  if (Array.isArray(value)) return `[${value.map((item) => show(item, depth + 1)).join(', ')}]`;
  const name = isPlain(value) ? classOf(value) : value.constructor.name;
  const isEntity = isPlain(value) || !isContainer(value);
  if (isEntity && depth > 0) return `${name} ${show(at(value, 'id'))}`;
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${show(each, depth + 1)}`);
  return `${isEntity ? `${name} ` : ''}{${fields.join(', ')}}`;
}
