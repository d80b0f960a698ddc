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
import type { AnyUnion } from './union';

/**
 * Deletes the entity that the response identifies, and removes it from every list.
 *
 * The response can contain the entity or its key. It can also contain neither, for example if it is empty (204) or an
 * object such as `{ success: true }`. In this case, the path parameters in the first argument of the endpoint must
 * contain the key.
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
export class Invalidate<
  D extends EntityClass | EntityMapping | AnyUnion,
> implements SchemaNode<undefined> {
  readonly #single: EntityClass | undefined;
  readonly #several: Polymorphic | undefined;

  /**
   * @param definition an Entity class, a `schema.Union`, or a mapping from values of an attribute to Entity classes
   * @param attribute required for a mapping: the name of the attribute, or a function that returns a key of the mapping
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass | AnyUnion ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    checkDefinition('Invalidate', definition);
    this.#several = polymorphic(definition, attribute);
    if (isEntityClass(definition)) this.#single = definition;
    else if (this.#several === undefined) throw missingAttributeError('Invalidate');
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const item = input === null || input === '' ? undefined : input;
    const isResponse = walk.path.length === 0 && walk.args.length > 0;
    const byArguments = isResponse && (item === undefined || isPlainObject(item));
    if (!byArguments && isPlainObject(item) && this.#isUnmapped(item, parent, key, walk)) return;
    const found =
      this.#find(item, parent, key, walk) ??
      (byArguments ? this.#find(walk.args[0], parent, key, walk) : undefined);
    if (found === undefined) {
      const type = this.#single ?? this.#typeOf(item, parent, key);
      throw this.#errorFor(item, type, byArguments, walk);
    }
    walk.batch.remove(planOf(found.type), found.pk);
  }

  /** @internal */
  shape(): SchemaShape {
    const parts = this.#single === undefined ? this.#several!.mapping : { item: this.#single };
    return { kind: 'invalidate', parts };
  }

  /** @internal */
  denormalize(): undefined {
    return undefined;
  }

  /** Returns the entity that `item` identifies. `item` is an entity, a key or the path parameters. */
  #find(
    item: unknown,
    parent: unknown,
    key: string | undefined,
    walk: Normalizer,
  ): { readonly type: EntityClass; readonly pk: Pk } | undefined {
    const type = this.#single ?? this.#typeOf(item, parent, key);
    if (type === undefined || holdsJson(item)) return undefined;
    const isProcessed = planOf(type).ownProcess && isPlainObject(item);
    const row = isProcessed ? (type.process(item, parent, key, walk.args) ?? item) : item;
    const pk = pkOf(type, row);
    return pk === undefined ? undefined : { type, pk };
  }

  /** Whether the mapping has no class for the type of an item. If so, logs a warning. */
  #isUnmapped(item: object, parent: unknown, key: string | undefined, walk: Normalizer): boolean {
    const several = this.#several;
    return several !== undefined && !several.knows(several.typeOf(item, parent, key), walk);
  }

  #typeOf(input: unknown, parent: unknown, key: string | undefined): EntityClass | undefined {
    const several = this.#several!;
    if (typeof input !== 'object' || input === null) return undefined;
    const type = several.typeOf(input, parent, key);
    return Object.hasOwn(several.mapping, type) ? several.mapping[type] : undefined;
  }

  #errorFor(
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
