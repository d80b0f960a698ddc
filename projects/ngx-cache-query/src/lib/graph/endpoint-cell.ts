import type { RowMarker } from './source';
import { Node, type NodeMaps } from './node';

/**
 * Returns the key under which the response and the request record of an endpoint are stored. The key contains the id of
 * the endpoint, so that endpoints with equal keys do not collide.
 */
export function recordKeyOf({ id }: { readonly id: number }, key: string): string {
  return `${id} ${key}`;
}

/** Returns the endpoint key that `recordKey` contains. */
export function endpointKeyOf({ id }: { readonly id: number }, recordKey: string): string {
  return recordKey.slice(`${id} `.length);
}

/**
 * The graph node of a row that is not an entity. Such a row is a request record or the last response of an endpoint.
 * The node stores the value that a read of the row returns. In a response, each entity key is replaced with the
 * instance of that entity.
 */
export class EndpointCell extends Node {
  value: unknown;

  /** @param key the key of the row, as returned by {@link recordKeyOf} */
  constructor(readonly key: string) {
    super();
  }

  purge(): void {
    this.value = undefined;
  }

  dropFrom({ endpointCells }: NodeMaps): void {
    for (const cells of endpointCells.values()) {
      if (cells.get(this.key) === this) cells.delete(this.key);
    }
  }

  override markRows(marker: RowMarker): void {
    marker.response(this.key);
  }
}
