import type { Reader } from '../query/reader';
import { pkOf } from '../schema/denormalizer';
import type { Entity } from '../schema/entity/entity';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { UNKNOWN } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import { noKeyError, notWritableError } from './write-errors';

declare const ngDevMode: unknown;

/** @throws CacheError NCQ4003 if `target` is not an Entity class */
export function entityClass(verb: 'delete' | 'refetch', target: unknown): EntityClass {
  if (isEntityClass(target)) return target;
  throw notWritableError(
    verb,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      (verb === 'delete'
        ? 'an Entity class'
        : 'an Entity class, an endpoint, or a function that tests responses'),
    target,
  );
}

/**
 * Returns a function that finds the keys of the selected entities. The recipe calls this function when it runs.
 * Therefore a test is applied to the entities that exist at that time.
 *
 * @param keyOrTest the key of one entity, or a function that tests entities
 * @throws CacheError NCQ4003 if the key is missing
 */
export function entitiesOf(
  reader: Reader,
  verb: string,
  type: EntityClass,
  keyOrTest: unknown,
): () => readonly Pk[] {
  const plan = planOf(type);
  const table = reader.store.tables.of(plan);
  if (typeof keyOrTest === 'function') {
    const test = keyOrTest as (entity: Entity) => boolean;
    return () =>
      [...table.index.keys()].filter((pk) => {
        const entity = reader.get(type, [pk]);
        return entity !== UNKNOWN && test(entity as Entity);
      });
  }
  const pk = pkOf(type, keyOrTest);
  if (pk === undefined) {
    throw noKeyError(`${verb}(${plan.name})`, keyOrTest);
  }
  return () => [table.keyOf(pk)];
}

/**
 * Checks the arguments of `refetch`.
 *
 * @throws CacheError NCQ4003 if `target` is neither an Entity class nor a function that tests responses, or if the key
 *   is missing
 */
export function checkRefetch(reader: Reader, target: unknown, args: readonly unknown[]): void {
  if (typeof target === 'function' && !isEntityClass(target)) return;
  const type = entityClass('refetch', target);
  if (args.length > 0) entitiesOf(reader, 'refetch', type, args[0]);
}
