import { Entity, type EntityStatics } from '../schema/entity';
import { type Normalizer, operationsOf } from '../schema/normalizer';

/**
 * Returns the earliest time at which an entity in a response expires according to `static expiresAt`, in milliseconds
 * since 1970; `undefined` if none expires.
 */
export function expiresAtOf(input: Normalizer, fetchedAt: number): number | undefined {
  const isOwn = ({ expiresAt }: EntityStatics) => expiresAt !== Entity.expiresAt;
  if (![...input.plans].some(({ type }) => isOwn(type))) return undefined;
  let earliest = Infinity;
  for (const next of operationsOf(input)) {
    const { type } = next.plan;
    if (next.row && isOwn(type)) {
      earliest = Math.min(earliest, type.expiresAt(next.row, { fetchedAt }) ?? Infinity);
    }
  }
  return earliest === Infinity ? undefined : earliest;
}
