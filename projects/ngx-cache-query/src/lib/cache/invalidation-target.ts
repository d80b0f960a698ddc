import type { Reader } from '../read/reader';
import { isEntityClass, planOf } from '../schema/entity-plan';
import { pkOf } from '../schema/denormalizer';
import { UNKNOWN } from '../schema/queryable';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Entity } from '../schema/entity';
import type { Pk } from '../schema/pk';
import type { Recipe } from '../store/store';
import { notWritableError } from './cache-errors';
import { Endpoint } from './endpoint';
import type { Expiry } from './expiry';
import { resultsThatMention } from './mentions';
import { type ResponseInfo, Responses } from './responses';

/** What is to be asked for again: an endpoint, perhaps with arguments, or entities. */
export type Invalidation =
  | Endpoint<never, SchemaLike>
  | EntityClass
  | readonly [target: Endpoint<never, SchemaLike> | EntityClass, ...args: unknown[]];

/** Whether `target` and `args` say which responses are meant; otherwise they say which entities. */
function responsesOf(target: unknown, args: readonly unknown[]): Responses | undefined {
  if (target instanceof Endpoint) return Responses.of(target as never, args);
  if (typeof target !== 'function' || isEntityClass(target)) return undefined;
  return Responses.that(target as (response: ResponseInfo) => boolean);
}

/**
 * The recipe of `invalidate`, which forgets responses or entities, or of `expire`, which makes responses stale, or
 * those that mention entities. Who watches asks again.
 */
export function recipeOf(
  verb: 'invalidate' | 'expire',
  reader: Reader,
  expiry: Expiry,
  target: unknown,
  args: readonly unknown[],
): Recipe {
  const forgets = verb === 'invalidate';
  const responses = responsesOf(target, args);
  if (responses !== undefined) {
    return forgets ? expiry.forgetting(responses) : expiry.expiring(responses);
  }
  const { table, pks } = entitiesOf(reader, verb, target, args);
  return (transaction) => {
    for (const pk of pks()) {
      const mentioning = resultsThatMention(reader.store.tables, table, pk);
      if (forgets && pk === undefined) transaction.removeAll(table);
      else if (forgets) transaction.remove(table, pk!);
      expiry.expireResults(transaction, mentioning);
    }
  };
}

/** The entities that are meant, when it is their turn: one, those that pass a test, or (`undefined`) all. */
function entitiesOf(reader: Reader, verb: string, target: unknown, args: readonly unknown[]) {
  if (!isEntityClass(target)) {
    throw notWritableError(verb, 'an Entity class, an endpoint, or a test of responses');
  }
  const plan = planOf(target);
  const table = reader.store.tables.of(plan);
  const [key] = args;
  if (args.length === 0) return { table, pks: (): readonly (Pk | undefined)[] => [undefined] };
  if (typeof key === 'function') {
    const test = key as (entity: Entity) => boolean;
    const pks = () =>
      [...table.index.keys()].filter((pk) => {
        const entity = reader.get(target, [pk]);
        return entity !== UNKNOWN && test(entity as Entity);
      });
    return { table, pks };
  }
  const pk = pkOf(target, key);
  if (pk === undefined) throw notWritableError(`${verb}(${plan.name})`, `the key of an entity`);
  return { table, pks: () => [table.keyOf(pk)] };
}
