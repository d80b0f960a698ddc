import { Entity, type EntityStatics } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';

/**
 * Returns the earliest time at which an entity in a response expires according to `static expiresAt`, in milliseconds
 * since 1970; `undefined` if none expires.
 */
export function expiresAtOf({ first, plans }: Normalizer, fetchedAt: number): number | undefined {
  const isOwn = ({ expiresAt }: EntityStatics) => expiresAt !== Entity.expiresAt;
  if (![...plans].some(({ type }) => isOwn(type))) return undefined;
  let earliest = Infinity;
  for (let next = first; next !== undefined; next = next.next) {
    const { type } = next.plan;
    if (next.row && isOwn(type)) {
      earliest = Math.min(earliest, type.expiresAt(next.row, { fetchedAt }) ?? Infinity);
    }
  }
  return earliest === Infinity ? undefined : earliest;
}
