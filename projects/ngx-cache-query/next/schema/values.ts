import { isPlain, setField } from '../util/plain-data';
import type { ItemOf } from './array';
import { checkDefined } from './checks';
import type { Denormalizer, SchemaLike, SchemaShape } from './entity';
import { wrongShape } from './misfit';
import { checkAttribute } from './mistakes';
import type { Normalizer } from './normalizer';
import { itemSchema, partsOf, Polymorphic, redefined } from './polymorphic';
import type { EntityMapping, SchemaAttribute, SchemaNode } from './schema';

/**
 * An object with arbitrary field names. All values have the same schema, or each value is an entity of one of several
 * classes.
 *
 * @example
 * ```ts
 * new schema.Values(User); // { "alice": { "id": 1, … }, "bob": { "id": 2, … } }
 * ```
 */
export class Values<
  D extends SchemaLike | EntityMapping,
  A extends SchemaAttribute<D> | undefined = undefined,
> implements SchemaNode<Record<string, ItemOf<D, A>>> {
  #item: SchemaLike;

  /**
   * @param definition the schema of every value, or a mapping from values of an attribute to Entity classes
   * @param attribute required for a mapping: the name of the attribute, or a function that returns a key of the mapping
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(definition: D, attribute?: A) {
    checkDefined('new schema.Values(…)', definition);
    checkAttribute('Values', definition, attribute);
    this.#item = itemSchema(definition, attribute);
  }

  /**
   * Adds classes to the mapping, or sets the schema of the values. Use this method for schemas that reference each
   * other.
   */
  define(definition: SchemaLike | EntityMapping): void {
    this.#item = redefined(this.#item, definition);
  }

  /** @internal The schema of each value. */
  get item(): SchemaLike {
    return this.#item;
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    if (!isPlain(input)) throw wrongShape(walk, 'an object of values', input);
    walk.list(this.#item);
    const stored: Record<string, unknown> = {};
    walk.arrayDepth++;
    for (const name of Object.keys(input)) {
      const value = input[name];
      if (value === undefined || value === null) continue;
      const kept = walk.at(name, this.#item, value, input);
      if (kept !== undefined) setField(stored, name, kept);
    }
    walk.arrayDepth--;
    return stored;
  }

  /** @internal */
  shape(): SchemaShape {
    return {
      kind: this.#item instanceof Polymorphic ? 'values of several' : 'values',
      parts: partsOf(this.#item),
    };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Record<string, ItemOf<D, A>> {
    if (!isPlain(stored)) return stored as Record<string, ItemOf<D, A>>;
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(stored)) {
      const value = read.value(this.#item, stored[name], isPlain(last) ? last[name] : undefined);
      if (value !== undefined) setField(values, name, value);
    }
    return values as Record<string, ItemOf<D, A>>;
  }
}
