import { Node } from './node';

/** The last response of an endpoint as it is read: its entities in place, as of now. */
export class ResultCell extends Node {
  value: unknown;

  /** @param key the endpoint's key with its arguments */
  constructor(readonly key: string) {
    super();
  }
}
