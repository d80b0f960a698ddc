import { isEntityClass, planOf } from '../entity/entity-plan';
import {
  holdsJson,
  missingPkError,
  notAnEntityError,
  noTypeError,
  unnamedError,
} from '../normalize/normalize-errors';
import { isPlainObject } from '../../util/plain-data';
import type { CacheError } from '../../util/cache-error';
import type { Normalizer } from '../normalize/normalizer';
import type { Pk } from '../entity/pk';
import { checkDefinition } from '../checks/undefined-schema';
import { missingAttributeError, type Polymorphic, polymorphic } from './polymorphic';
import { pkOf } from '../denormalizer';
import type {
  EntityClass,
  EntityMapping,
  SchemaAttribute,
  SchemaNode,
  SchemaShape,
} from '../schema';

/**
 * Deletes the entity that the response names: it leaves the cache, and every list, at once.
 *
 * An item may be the entity or its key. When the response names none, being empty (204) or something
 * like `{ success: true }`, the first argument of the endpoint does: the path parameters.
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
   * @throws CacheError NCQ1006 when a mapping comes without an attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    checkDefinition('Invalidate', definition);
    if (isEntityClass(definition)) this.#single = definition;
    else if (attribute === undefined) throw missingAttributeError('Invalidate');
    this.#several = polymorphic(definition, attribute);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const given = input === null || input === '' ? undefined : input;
    const isAnswer = walk.path.length === 0 && walk.args.length > 0;
    const byArguments = isAnswer && (given === undefined || isPlainObject(given));
    if (!byArguments && isPlainObject(given) && this.#isOfNone(given, parent, key, walk)) return;
    const found =
      this.#named(given, parent, key, walk) ??
      (byArguments ? this.#named(walk.args[0], parent, key, walk) : undefined);
    if (found === undefined) {
      const type = this.#single ?? this.#typeOf(given, parent, key);
      throw this.#refusal(given, type, byArguments, walk);
    }
    walk.batch.remove(planOf(found.type), found.pk);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'invalidate', parts: {} };
  }

  /** @internal */
  denormalize(): undefined {
    return undefined;
  }

  /** The entity that an item, its key or the arguments name. */
  #named(
    given: unknown,
    parent: unknown,
    key: string | undefined,
    walk: Normalizer,
  ): { readonly type: EntityClass; readonly pk: Pk } | undefined {
    const type = this.#single ?? this.#typeOf(given, parent, key);
    if (type === undefined || holdsJson(given)) return undefined;
    const own = planOf(type).ownProcess && isPlainObject(given);
    const row = own ? (type.process(given, parent, key, walk.args) ?? given) : given;
    const pk = pkOf(type, row);
    return pk === undefined ? undefined : { type, pk };
  }

  /** Whether an item is of none of several types; warns when it is. */
  #isOfNone(given: object, parent: unknown, key: string | undefined, walk: Normalizer): boolean {
    const several = this.#several;
    return several !== undefined && !several.knows(several.typeOf(given, parent, key), walk);
  }

  #typeOf(input: unknown, parent: unknown, key: string | undefined): EntityClass | undefined {
    const several = this.#several!;
    if (typeof input !== 'object' || input === null) return undefined;
    const type = several.typeOf(input, parent, key);
    return Object.hasOwn(several.mapping, type) ? several.mapping[type] : undefined;
  }

  #refusal(
    input: unknown,
    type: EntityClass | undefined,
    byArguments: boolean,
    walk: Normalizer,
  ): CacheError {
    const name = type === undefined ? this.#several!.names : planOf(type).name;
    if (byArguments) return unnamedError(walk, name, walk.args[0]);
    if (isPlainObject(input)) return missingPkError(walk, name, input, undefined);
    return (type === undefined ? noTypeError : notAnEntityError)(walk, name, input);
  }
}
