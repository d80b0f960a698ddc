import type { EntityType } from './entity-type';

/** Thrown where a result needs all entities of types of which some were released: it is unknown then. */
export class IncompleteError extends Error {
  constructor(readonly types: readonly EntityType[]) {
    super();
  }
}

/** @throws Lost when entities of one of the types were released */
export function checkComplete(types: readonly EntityType[]): void {
  if (types.some(({ table }) => table.knowledge === 'partial')) throw new IncompleteError(types);
}
