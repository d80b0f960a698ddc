import type { Deserializer } from '../schema';

/** The value that a deserializer makes of a raw one; `Date` stands for `new Date(raw)`. */
export function deserialize(make: Deserializer, raw: unknown): unknown {
  return (make as unknown) === Date ? new Date(raw as string) : make(raw as never);
}
