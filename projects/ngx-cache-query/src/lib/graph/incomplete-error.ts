import type { EntityType } from './entity-type';

/**
 * Thrown if a result needs all entities of a type, but some of them have been evicted. In this case, the result is
 * unknown.
 */
export class IncompleteError extends Error {
  constructor(readonly types: readonly EntityType[]) {
    super();
  }
}

/** Throws {@link IncompleteError} if entities of any of the `types` were evicted. */
export function checkComplete(types: readonly EntityType[]): void {
  if (types.some(({ table }) => table.knowledge === 'partial')) throw new IncompleteError(types);
}
