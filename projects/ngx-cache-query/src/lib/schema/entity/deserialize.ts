import type { Deserializer } from '../schema';

/** Converts a raw value with a deserializer. The deserializer `Date` is shorthand for `new Date(raw)`. */
export function deserialize(make: Deserializer, raw: unknown): unknown {
  return (make as unknown) === Date ? new Date(raw as string) : make(raw as never);
}
