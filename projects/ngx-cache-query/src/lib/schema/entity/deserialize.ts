import type { Deserializer } from '../schema';

/** Runs a deserializer on a raw value. The deserializer `Date` is short for `new Date(raw)`. */
export function deserialize(make: Deserializer, raw: unknown): unknown {
  return (make as unknown) === Date ? new Date(raw as string) : make(raw as never);
}
