import { type Input, operationsOf } from '../schema/input';
import { canonicalPk, type Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';

/** An entity that an optimistic response creates. */
export interface Creation {
  readonly plan: Plan;
  /** The field of its key that has a temporary id. */
  readonly field: string;
  readonly id: Pk;
  /** Where the entity is in the response. */
  readonly path: string;
  /** The key of the entity, which may be composed. */
  pk: Pk;
}

/** The keys that the server has given to a created entity. */
export interface Served extends Creation {
  readonly served: Pk;
  readonly servedId: Pk;
}

/** Returns the keys that an answer contains for a created entity. */
export function servedIn(input: Input, creation: Creation): Served | undefined {
  const { field, path, plan } = creation;
  const served = input.keys?.get(path);
  if (served === undefined) return undefined;
  let servedId: unknown;
  for (const next of operationsOf(input)) {
    if (next.plan === plan && next.pk === served) servedId = next.row?.[field] ?? servedId;
  }
  return { ...creation, served, servedId: canonicalPk(servedId) ?? served };
}
