import type { EntityClass, SchemaLike } from '../schema/entity';
import { planOf } from '../schema/plan';
import { classesIn, reaches } from '../schema/schema-shape';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import type { Entry } from './entry';
import { isEndpoint, splitTarget } from './target';

/**
 * Makes new callers send their own requests, if a mutation may affect the reads in flight: if they share a class with its
 * schema or with what it refetches. A mutation without a schema may affect all reads, unless it refetches nothing.
 */
export function splitBy(client: Client, { schema, options: { refetches } }: AnyEndpoint): void {
  if (client.reads.inFlight.size === 0) return;
  // What a function returns is refetched when the mutation has been answered.
  const targets = Array.isArray(refetches) ? (refetches as readonly unknown[]) : undefined;
  if (schema === undefined && targets?.length === 0) return;
  const others = (targets ?? []).map((each) => {
    const [target] = splitTarget(each);
    return (isEndpoint(target) ? target.schema : target) as SchemaLike;
  });
  const written = new Set<EntityClass>();
  // The test never passes, so that all classes are visited.
  reaches({ ...[schema, ...others] }, (type) => !written.add(type));
  client.stopSharing(readsOf(client, [...written]));
}

/**
 * Returns the entries in flight whose endpoints read one of some classes. Without a class, nothing is known of a schema.
 */
export function* readsOf(client: Client, types: readonly EntityClass[]): Iterable<Entry> {
  const identityOf = (type: EntityClass) => planOf(type).identity;
  const written = new Set<unknown>(types.map(identityOf));
  for (const entry of client.reads.inFlight) {
    const { schema: read } = entry.endpoint;
    const isUnknown = written.size === 0 || classesIn(read).length === 0;
    if (isUnknown || reaches(read, (type) => written.has(identityOf(type)))) yield entry;
  }
}
