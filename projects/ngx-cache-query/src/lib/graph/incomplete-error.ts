import type { EntityType } from './entity-type';

/** Thrown when a result needs all entities of types that are partial, since some were evicted. The result is unknown. */
export class IncompleteError extends Error {
  constructor(readonly types: readonly EntityType[]) {
    super();
  }
}

/** @throws IncompleteError when entities of one of the types were evicted */
export function checkComplete(types: readonly EntityType[]): void {
  if (types.some(({ table }) => table.knowledge === 'partial')) throw new IncompleteError(types);
}
