import { Node } from './node';

/** A record that is no entity, as it is read: an endpoint's last response with its entities in place. */
export class RecordCell extends Node {
  value: unknown;

  /** @param key the endpoint's key with its arguments */
  constructor(readonly key: string) {
    super();
  }
}
