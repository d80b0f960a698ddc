import type { Reader } from '../../query/reader';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import { pkOf } from '../../schema/denormalizer';
import { UNKNOWN } from '../../schema/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Entity } from '../../schema/entity/entity';
import type { Pk } from '../../schema/entity/pk';
import type { Recipe } from '../../store/waiting-writes';
import { noKeyError, notWritableError } from '../../writes/write-errors';
import { Endpoint, mustRead } from '../endpoint';
import type { Expiry } from './expire-responses';
import { resultsThatMention } from './responses-with-entity';
import { responsesNeeding } from './needed-entities';
import { standIns } from './entity-stand-ins';
import { type ResponseInfo, Responses } from './responses';

/**
 * Returns the responses that `target` names, if it is an endpoint or a test; `undefined` for any other target.
 *
 * @throws CacheError NCQ4003 for a mutation
 */
export function responsesOf(
  verb: string,
  target: unknown,
  args: readonly unknown[],
): Responses | undefined {
  if (target instanceof Endpoint) {
    mustRead(verb, target as never);
    return Responses.of(target as never, args);
  }
  if (typeof target !== 'function' || isEntityClass(target)) return undefined;
  return Responses.that(target as (response: ResponseInfo) => boolean);
}

/**
 * Returns the {@link Recipe} of `refetch`. It makes responses stale, so that active observers refetch. For an endpoint
 * or a test, these are the responses that `target` names. For an Entity class, they are the responses that show its
 * entities.
 *
 * @param expired receives the record keys of the responses that became stale
 */
export function refetching(
  reader: Reader,
  expiry: Expiry,
  target: unknown,
  args: readonly unknown[],
  expired = new Set<string>(),
): Recipe {
  const responses = responsesOf('refetch', target, args);
  if (responses !== undefined) return expiry.expiring(responses, expired);
  const expected = 'an Entity class, an endpoint, or a test of responses';
  const type = entityClass('refetch', target, expected);
  const table = reader.store.tables.of(planOf(type));
  const named = args.length === 0 ? undefined : entitiesOf(reader, 'refetch', type, args[0]);
  return (transaction) => {
    const pks = named && new Set(named());
    if (pks?.size === 0) return;
    const showing = resultsThatMention(
      reader.store.tables,
      table,
      pks,
      standIns(reader, expiry.observers),
    );
    for (const key of showing) expired.add(key);
    expiry.expireResults(transaction, showing);
  };
}

/**
 * Returns the {@link Recipe} of `delete`. It removes entities, and makes stale the responses that are incomplete
 * without these entities.
 *
 * @throws CacheError NCQ4003 if `target` is not an Entity class, or the key is missing
 */
export function deletion(
  reader: Reader,
  expiry: Expiry,
  target: unknown,
  keyOrTest: unknown,
): Recipe {
  const type = entityClass('delete', target, 'an Entity class');
  const table = reader.store.tables.of(planOf(type));
  const pks = entitiesOf(reader, 'delete', type, keyOrTest);
  return (transaction) => {
    const observed = standIns(reader, expiry.observers).filter(
      (each) => reader.store.tables.of(planOf(each.type)) === table,
    );
    for (const pk of pks()) {
      const standing = observed.filter((each) => each.pk === pk).map(({ key }) => key);
      const needing = new Set([...responsesNeeding(reader, table, pk), ...standing]);
      transaction.remove(table, pk);
      if (needing.size > 0) expiry.expireResults(transaction, needing);
    }
  };
}

function entityClass(verb: string, target: unknown, expected: string): EntityClass {
  if (!isEntityClass(target)) throw notWritableError(verb, expected, target);
  return target;
}

/**
 * Returns a function that finds the keys of the entities that `keyOrTest` names. The recipe calls this function, so a
 * test is applied to the entities at the time of the write.
 */
function entitiesOf(
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
    throw noKeyError(
      `${verb}(${plan.name})`,
      `a key for ${plan.name}, or a function that tests entities`,
      keyOrTest,
    );
  }
  return () => [table.keyOf(pk)];
}
