import type { Reader } from '../query/reader';
import type { Batch } from '../schema/normalize/batch';
import { Normalizer } from '../schema/normalize/normalizer';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { ATTACH } from '../store/store';
import type { Tables } from '../store/tables';
import { type Fields, isPlainObject, ownField } from '../util/plain-data';
import { type AnyEndpoint, schemaArgsOf } from '../requests/endpoint';
import type { IdMapping } from './ids/replace-temporary-id';
import type { OptimisticSnapshot } from '../requests/optimistic-snapshot';
import { TemporaryIds } from './ids/temporary-ids';

/** The normalized optimistic response of a mutation. */
export interface OptimisticResponse {
  readonly walk: Normalizer;
  readonly stored: unknown;
  readonly ids: TemporaryIds;
}

/** Returns the normalized optimistic response for the given arguments. Returns `undefined` if the endpoint has none. */
export function optimisticResponse(
  reader: Reader,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): OptimisticResponse | undefined {
  const snapshot = {
    get: (queryable: Queryable, ...queryArgs: readonly unknown[]) => {
      const value = reader.get(queryable, queryArgs);
      return value === UNKNOWN ? undefined : value;
    },
  };
  const response = endpoint.getOptimisticResponse(snapshot as OptimisticSnapshot, ...args);
  if (response === undefined) return undefined;
  const ids = new TemporaryIds();
  const walk = new Normalizer(
    `${endpoint.name} (optimistic)`,
    schemaArgsOf(endpoint, args),
    true,
    ids,
  );
  const stored = walk.begin(endpoint.schema, response, true);
  return { walk, stored, ids };
}

/**
 * Compares an optimistic response with the server response, and returns the server ids that replace temporary ids. A
 * server id replaces a temporary id if the two ids are at the same location in the two responses. The entities with
 * these two ids are then compared in the same way.
 */
export function idMappings(
  tables: Tables,
  optimistic: OptimisticResponse,
  batch: Batch,
  stored: unknown,
): IdMapping[] {
  const mappings: IdMapping[] = [];
  const { plans } = optimistic.ids;
  const shown = optimistic.walk.batch;
  const waiting: (readonly [unknown, unknown])[] = [[optimistic.stored, stored]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [before, after] = pair;
    const plan = plans.get(before as Pk);
    if (plan !== undefined && (typeof after === 'string' || typeof after === 'number')) {
      const table = tables.of(plan);
      if (mappings.some(({ temporary }) => temporary === before)) continue;
      mappings.push({ table, temporary: before as Pk, pk: after });
      waiting.push([rowIn(shown, plan, before), rowIn(batch, plan, after)]);
    } else if (typeof before === 'string' && typeof after === 'string') {
      waiting.push(...internalRows(shown, before, batch, after));
    } else if (Array.isArray(before) && Array.isArray(after)) {
      before.forEach((item, i) => waiting.push([item, after[i]]));
    } else if (isPlainObject(before) && isPlainObject(after)) {
      for (const name of Object.keys(before)) waiting.push([before[name], ownField(after, name)]);
    }
  }
  return mappings;
}

function rowIn(batch: Batch, { identity }: EntityPlan, pk: unknown): Fields | undefined {
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    const matches = entry.pk === pk && entry.plan.identity === identity;
    if (matches && entry.row !== undefined) return entry.row;
  }
  return undefined;
}

/**
 * In the optimistic response, finds the rows that are stored under the key `before`: lists, and values of Scalars.
 * Returns each list or value with the matching row of the server response.
 */
function internalRows(shown: Batch, before: string, batch: Batch, after: string) {
  const pairs: [unknown, unknown][] = [];
  for (let entry = shown.first; entry !== undefined; entry = entry.next) {
    if (!(ATTACH in entry.plan.type) || entry.pk !== before) continue;
    pairs.push([entry.row, rowIn(batch, entry.plan, after)]);
  }
  return pairs;
}
