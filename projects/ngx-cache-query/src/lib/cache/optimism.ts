import type { Reader } from '../read/reader';
import type { Batch } from '../schema/batch';
import { Normalizer } from '../schema/normalizer';
import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { TemporaryIds } from '../schema/temporary';
import type { Swap } from '../store/rename';
import type { Tables } from '../store/tables';
import { type Fields, isPlainObject, ownField } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';
import type { OptimisticSnapshot } from './optimistic-snapshot';

/** An optimistic response, normalized. */
export interface Expected {
  readonly walk: Normalizer;
  readonly stored: unknown;
  readonly ids: TemporaryIds;
}

/** The optimistic response of an endpoint, if it has one. */
export function expectedOf(
  reader: Reader,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): Expected | undefined {
  const snapshot = {
    get: (queryable: Queryable, ...its: readonly unknown[]) => {
      const value = reader.get(queryable, its);
      return value === UNKNOWN ? undefined : value;
    },
  };
  const response = endpoint.getOptimisticResponse(snapshot as OptimisticSnapshot, ...args);
  if (response === undefined) return undefined;
  const ids = new TemporaryIds();
  const walk = new Normalizer(`${endpoint.name} (optimistic)`, args, true, ids);
  const stored = walk.begin(endpoint.schema, response, true);
  return { walk, stored, ids };
}

/**
 * The keys that a response gives in place of temporary ones: those in the same places, in the response itself and in its
 * entities.
 */
export function swapsOf(tables: Tables, expected: Expected, batch: Batch, stored: unknown): Swap[] {
  const swaps: Swap[] = [];
  const waiting: (readonly [unknown, unknown])[] = [[expected.stored, stored]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [before, after] = pair;
    const plan = expected.ids.made.get(before as Pk);
    if (plan !== undefined && (typeof after === 'string' || typeof after === 'number')) {
      const table = tables.of(plan);
      if (swaps.some(({ temporary }) => temporary === before)) continue;
      swaps.push({ table, temporary: before as Pk, pk: after });
      waiting.push([rowIn(expected.walk.batch, plan, before), rowIn(batch, plan, after)]);
    } else if (typeof before === 'string' && typeof after === 'string') {
      waiting.push(...listsIn(expected.walk.batch, before, batch, after));
    } else if (Array.isArray(before) && Array.isArray(after)) {
      before.forEach((each, i) => waiting.push([each, after[i]]));
    } else if (isPlainObject(before) && isPlainObject(after)) {
      for (const name of Object.keys(before)) waiting.push([before[name], ownField(after, name)]);
    }
  }
  return swaps;
}

function rowIn(batch: Batch, { identity }: EntityPlan, pk: unknown): Fields | undefined {
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    const isIt = entry.pk === pk && entry.plan.identity === identity;
    if (isIt && entry.row !== undefined) return entry.row;
  }
  return undefined;
}

/** The items of each list with one key in the optimistic response, beside those with the other key in the response. */
function listsIn(expected: Batch, before: string, batch: Batch, after: string) {
  const pairs: [unknown, unknown][] = [];
  for (let entry = expected.first; entry !== undefined; entry = entry.next) {
    if (entry.plan.list === undefined || entry.pk !== before) continue;
    pairs.push([entry.row?.['items'], rowIn(batch, entry.plan, after)?.['items']]);
  }
  return pairs;
}
