import { type Fields, isPlain, setField } from '../util/plain-data';
import type { ItemOf } from './array';
import { ItemSchema } from './item-schema';
import { type Place, wrongShape } from './misfit';
import type { Normalizer } from './normalizer';
import type {
  Denormalizer,
  EntityMapping,
  SchemaAttribute,
  SchemaLike,
  SchemaNode,
} from './schema';

declare const ngDevMode: unknown;

/**
 * An object with arbitrary field names, whose values have one schema.
 *
 * @example
 * ```ts
 * new schema.Values(User); // { "alice": { "id": 1, … }, "bob": { "id": 2, … } }
 * ```
 */
export class Values<
  D extends SchemaLike | EntityMapping,
  A extends SchemaAttribute<D> | undefined = undefined,
>
  extends ItemSchema
  implements SchemaNode<Record<string, ItemOf<D, A>>>
{
  /**
   * @param attribute for a mapping: the name of the attribute, or a function of the item that returns its key
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(definition: D, attribute?: A) {
    super('Values', definition, attribute);
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    checkValues(walk, input);
    walk.list(this.item);
    const stored: Record<string, unknown> = {};
    walk.arrayDepth++;
    for (const name of Object.keys(input)) {
      const value = input[name];
      if (value === undefined || value === null) continue;
      const kept = walk.at(name, this.item, value, input);
      if (kept !== undefined) setField(stored, name, kept);
    }
    walk.arrayDepth--;
    return stored;
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Record<string, ItemOf<D, A>> {
    if (!isPlain(stored)) return stored as Record<string, ItemOf<D, A>>;
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(stored)) {
      const value = read.value(this.item, stored[name], isPlain(last) ? last[name] : undefined);
      if (value !== undefined) setField(values, name, value);
    }
    return values as Record<string, ItemOf<D, A>>;
  }
}

/** @throws CacheError NCQ1001 if an input is no object of values */
export function checkValues(place: Place, input: unknown): asserts input is Fields {
  const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
  if (!isPlain(input)) throw wrongShape(place, dev && 'an object of values', input);
}
