import type { Reader } from '../../query/reader';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import { pkOf } from '../../schema/denormalizer';
import { UNKNOWN } from '../../schema/query/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Entity } from '../../schema/entity/entity';
import type { Pk } from '../../schema/entity/pk';
import type { Recipe } from '../../store/store';
import { noKeyError, notWritableError } from '../../writes/write-errors';
import { Endpoint, mustRead } from '../endpoint';
import type { Expiry } from './expiry';
import { resultsThatMention, type StandIn } from './mentions';
import { type ResponseInfo, Responses } from './responses';

/**
 * The responses that an endpoint or a test names; `undefined` when the target is something else.
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
 * The recipe of `refetch`: makes responses stale, or those that show entities, so that active observers refetch.
 *
 * @param expired receives the keys of the records that became stale
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
    const showing = resultsThatMention(reader.store.tables, table, pks, standIns(reader, expiry));
    for (const key of showing) expired.add(key);
    expiry.expireResults(transaction, showing);
  };
}

/**
 * The recipe of `delete`: removes entities, and makes the responses stale that are nothing without them.
 *
 * @throws CacheError NCQ4003 without an Entity class or a key
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
    const observed = standIns(reader, expiry).filter(
      (each) => reader.store.tables.of(planOf(each.type)) === table,
    );
    for (const pk of pks()) {
      const standing = observed.filter((each) => each.pk === pk).map(({ key }) => key);
      const needing = new Set([...reader.responsesNeeding(table, pk), ...standing]);
      transaction.remove(table, pk);
      if (needing.size > 0) expiry.expireResults(transaction, needing);
    }
  };
}

/** The entities that observers see in place of responses. */
function standIns(reader: Reader, { observers }: Expiry): StandIn[] {
  return observers.firsts.flatMap(([key, { endpoint, args }]) => {
    const pk = reader.standIn(endpoint, args);
    return pk === undefined ? [] : { key, type: endpoint.schema as EntityClass, pk };
  });
}

function entityClass(verb: string, target: unknown, expected: string): EntityClass {
  if (!isEntityClass(target)) throw notWritableError(verb, expected, target);
  return target;
}

/** The keys of the entities that a key or a test names, found when the recipe runs. */
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
