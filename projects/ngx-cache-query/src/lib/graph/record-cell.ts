import type { RowMarker } from './source';
import { Node } from './node';

/** The key of an endpoint's records: two endpoints with one key keep records of their own. */
export function recordKeyOf({ id }: { readonly id: number }, key: string): string {
  return `${id} ${key}`;
}

/** The key of the endpoint in the key of one of its records. */
export function endpointKeyOf({ id }: { readonly id: number }, recordKey: string): string {
  return recordKey.slice(`${id} `.length);
}

/** A record that is no entity, as it is read: an endpoint's last response with its entities in place. */
export class RecordCell extends Node {
  value: unknown;

  /** @param key the endpoint's key with its arguments */
  constructor(readonly key: string) {
    super();
  }

  purge(): void {
    this.value = undefined;
  }

  override markRows(retainer: RowMarker): void {
    retainer.response(this.key);
  }
}
