import { denormalize } from '../schema/denormalizer';
import type { SchemaLike } from '../schema/schema';
import { freezeData } from '../util/plain-data';
import type { Reader } from './reader';

declare const ngDevMode: unknown;

/** Denormalizes data that is not stored as a response. The read adds no dependencies to the current computation. */
export function readOnce(reader: Reader, schema: SchemaLike, stored: unknown): unknown {
  const graph = reader.draftGraph ?? reader.graph;
  const value = graph.read(() => denormalize(schema, stored, graph));
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
  return value;
}
