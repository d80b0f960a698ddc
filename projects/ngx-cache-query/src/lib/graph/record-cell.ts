import type { RowMarker } from './source';
import { Node } from './node';

/** Returns the key of an endpoint's records. It contains the endpoint's id, so endpoints with equal keys do not collide. */
export function recordKeyOf({ id }: { readonly id: number }, key: string): string {
  return `${id} ${key}`;
}

/** Returns the endpoint's key from the key of one of its records. */
export function endpointKeyOf({ id }: { readonly id: number }, recordKey: string): string {
  return recordKey.slice(`${id} `.length);
}

/** The read side of a record that is not an entity: the last response of an endpoint, with its entities in place. */
export class RecordCell extends Node {
  value: unknown;

  /** @param key the key of the record, see {@link recordKeyOf} */
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
