import type { CacheError } from '../util/cache-error';
import { isObject, isPlain } from '../util/plain-data';
import { holdsJson, misfit, missingPk, namesOf, notAnEntity, show } from './misfit';
import { ItemSchema } from './item-schema';
import type { Normalizer } from './normalizer';
import { type Pk, pkOf } from './pk';
import { planOf } from './plan';
import { Polymorphic, warnOfUnknownType } from './polymorphic';
import type { EntityClass, EntityMapping, SchemaAttribute, SchemaLike, SchemaNode } from './schema';
import type { AnyUnion } from './union';

declare const ngDevMode: unknown;

/**
 * Deletes the entity that the response identifies, and removes it from every list. If the response contains no key, the
 * path parameters do.
 *
 * @example
 * ```ts
 * const deleteUser = new RestEndpoint({
 *   path: '/users/:id',
 *   method: 'DELETE',
 *   schema: new schema.Invalidate(User),
 * });
 * cache.fetch(deleteUser, { id: 5 });
 * ```
 */
export class Invalidate<D extends EntityClass | EntityMapping | AnyUnion>
  extends ItemSchema
  implements SchemaNode<undefined>
{
  /** @internal */
  readonly readsEmpty = true;
  /** @internal */
  get one(): SchemaLike {
    return this.item;
  }

  /**
   * @param attribute for a mapping: the name of the attribute, or a function of the item that returns its key
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass | AnyUnion ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    super('Invalidate', definition, attribute, true);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const item = input === null || input === '' ? undefined : input;
    const { args, depth, arrayDepth } = walk;
    const isResponse = parent === undefined && depth + arrayDepth === 0 && args.length > 0;
    const byArguments = isResponse && (item === undefined || isPlain(item));
    const type = this.#typeOf(item, parent, key);
    if (!byArguments && !type && isPlain(item)) {
      if (typeof ngDevMode === 'undefined' || ngDevMode) {
        const several = this.item as Polymorphic;
        warnOfUnknownType(several, several.typeOf(item, parent, key), walk.source);
      }
      return;
    }
    for (const each of byArguments ? [item, args[0]] : [item]) {
      const own = this.#typeOf(each, parent, key);
      const pk = own && keyIn(own, each, parent, key, args);
      if (pk !== undefined) return void walk.put(planOf(own!), pk, undefined);
    }
    throw this.#error(walk, item, type, byArguments);
  }

  denormalize(): undefined {
    return undefined;
  }

  #typeOf(input: unknown, parent: unknown, key: string | undefined): EntityClass | undefined {
    const { item } = this;
    if (!(item instanceof Polymorphic)) return item as EntityClass;
    if (!isObject(input)) return undefined;
    return item.classOf({ type: item.typeOf(input, parent, key), pk: '' });
  }

  #error(
    walk: Normalizer,
    input: unknown,
    type: EntityClass | undefined,
    byArguments: boolean,
  ): CacheError {
    const of = type === undefined ? (this.item as Polymorphic) : planOf(type);
    if (byArguments) {
      return misfit(
        walk,
        'NCQ1004',
        (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
          `neither the response nor the path parameters contain the key of the ${namesOf(of)}: the parameters are ` +
            `${show(walk.args[0])}. Give the path parameter the same name as the key, or return the key from the process ` +
            `function of the endpoint: (body, response, params) => params.…`,
      );
    }
    if (isPlain(input)) return missingPk(walk, of, input, undefined);
    return notAnEntity(walk, of, input);
  }
}

/** Returns the key that `item` contains. `item` is an entity, a key or the path parameters. */
function keyIn(
  type: EntityClass,
  item: unknown,
  parent: unknown,
  key: string | undefined,
  args: readonly unknown[],
): Pk | undefined {
  if (holdsJson(item)) return undefined;
  const { ownProcess, type: statics } = planOf(type);
  const isProcessed = ownProcess && isPlain(item);
  return pkOf(type, isProcessed ? (statics.process(item, parent, key, args) ?? item) : item);
}
