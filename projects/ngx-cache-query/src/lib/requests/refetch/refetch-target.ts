import type { Reader } from '../../query/reader';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import type { Table } from '../../store/table';
import type { Recipe } from '../../store/waiting-writes';
import type { Removing } from '../../writes/delete';
import { entitiesOf, entityClass } from '../../writes/entity-target';
import { isEndpoint, mustRead } from '../endpoint';
import type { Expiry, Reload } from './expire-responses';
import { resultsThatMention } from './responses-with-entity';
import { responsesNeeding } from './needed-entities';
import { standIns } from './entity-stand-ins';
import { type ResponseInfo, Responses } from './responses';

/**
 * Returns the responses that `target` selects, if it is an endpoint or a test function. Returns `undefined` for any
 * other target.
 *
 * @throws CacheError NCQ4003 if `target` is a mutation
 */
export function responsesOf(
  verb: string,
  target: unknown,
  args: readonly unknown[],
): Responses | undefined {
  if (isEndpoint(target)) {
    mustRead(verb, target);
    return Responses.of(target, args);
  }
  if (typeof target !== 'function' || isEntityClass(target)) return undefined;
  return Responses.that(target as (response: ResponseInfo) => boolean);
}

/**
 * Returns the {@link Recipe} for `refetch`, which marks responses as stale so that active observers refetch them. If
 * `target` is an endpoint or a test function, the recipe marks the responses that `target` selects. If `target` is an
 * Entity class, the recipe marks the responses that contain entities of this class.
 *
 * @param reload passed for a refetch that observers see as `reloading`; receives the record keys of the stale responses
 */
export function refetching(
  reader: Reader,
  expiry: Expiry,
  target: unknown,
  args: readonly unknown[],
  reload?: Reload,
): Recipe {
  const responses = responsesOf('refetch', target, args);
  if (responses !== undefined) return expiry.expiring(responses, reload);
  const type = entityClass('refetch', target);
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
    expiry.expireResults(transaction, showing, reload);
  };
}

/**
 * Marks responses as stale when they become incomplete because entities are removed. Must be called before any row of
 * `table` is removed. The returned function must be called before each removal. It returns the {@link Recipe} to run
 * after that removal.
 */
export function removing(reader: Reader, expiry: Expiry, table: Table): Removing {
  const observed = standIns(reader, expiry.observers).filter(
    (each) => reader.store.tables.of(planOf(each.type)) === table,
  );
  return (pk) => {
    const standing = observed.filter((each) => each.pk === pk).map(({ key }) => key);
    const needing = new Set([...responsesNeeding(reader, table, pk), ...standing]);
    return (transaction) => {
      if (needing.size > 0) expiry.expireResults(transaction, needing);
    };
  };
}
