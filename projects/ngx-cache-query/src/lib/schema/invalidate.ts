import { isEntityClass, planOf } from './entity-plan';
import { holdsJson, missingPkError, notAnEntityError } from './normalize-errors';
import { isPlainObject } from '../util/plain-data';
import type { CacheError } from '../util/cache-error';
import type { Normalizer } from './normalizer';
import { missingAttributeError, type Polymorphic, polymorphic } from './polymorphic';
import { pkOf } from './denormalizer';
import type {
  EntityClass,
  EntityMapping,
  SchemaAttribute,
  SchemaNode,
  SchemaShape,
} from './schema';

/**
 * An entity that the response says is gone: it leaves the cache, and every list, at once.
 *
 * An item may be the entity or its key. When the response is empty (204), the first argument of the
 * endpoint names it.
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
export class Invalidate<D extends EntityClass | EntityMapping> implements SchemaNode<undefined> {
  readonly #single: EntityClass | undefined;
  readonly #several: Polymorphic | undefined;

  /**
   * @param definition one Entity class, or Entity classes by the value of an attribute
   * @param attribute required with a mapping
   * @throws CacheError 106 when a mapping comes without an attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    if (isEntityClass(definition)) this.#single = definition;
    else if (attribute === undefined) throw missingAttributeError('Invalidate');
    this.#several = polymorphic(definition, attribute);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const given = input === null || input === undefined || input === '' ? walk.args[0] : input;
    const type = this.#single ?? this.#typeOf(given, parent, key, walk);
    const own = planOf(type).ownProcess && isPlainObject(given);
    const row = own ? (type.process(given, parent, key, walk.args) ?? given) : given;
    const pk = pkOf(type, row);
    if (pk === undefined || holdsJson(given)) throw refusal(walk, planOf(type).name, given);
    walk.batch.remove(planOf(type), pk);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'invalidate', parts: {} };
  }

  /** @internal */
  denormalize(): undefined {
    return undefined;
  }

  #typeOf(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): EntityClass {
    const several = this.#several!;
    const names = Object.keys(several.mapping).join(' or ');
    if (typeof input !== 'object' || input === null) throw notAnEntityError(walk, names, input);
    const type = several.typeOf(input, parent, key);
    if (!Object.hasOwn(several.mapping, type)) throw refusal(walk, names, input);
    return several.mapping[type];
  }
}

function refusal(walk: Normalizer, name: string, given: unknown): CacheError {
  return isPlainObject(given)
    ? missingPkError(walk, name, given, undefined)
    : notAnEntityError(walk, name, given);
}
