import type { RowMarker } from './source';
import { Node } from './node';

/**
 * Returns the key of the rows that an endpoint has for `key`. It contains the id of the endpoint, so that endpoints
 * with equal keys do not collide.
 */
export function recordKeyOf({ id }: { readonly id: number }, key: string): string {
  return `${id} ${key}`;
}

/** Returns the endpoint key that is contained in `recordKey`. */
export function endpointKeyOf({ id }: { readonly id: number }, recordKey: string): string {
  return recordKey.slice(`${id} `.length);
}

/** The read side of a row that is not an entity: the last response of an endpoint, with its entities in place. */
export class RecordCell extends Node {
  value: unknown;

  /** @param key the key of the row, see {@link recordKeyOf} */
  constructor(readonly key: string) {
    super();
  }

  purge(): void {
    this.value = undefined;
  }

  override markRows(marker: RowMarker): void {
    marker.response(this.key);
  }
}
