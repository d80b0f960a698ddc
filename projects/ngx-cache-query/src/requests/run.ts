import type { Subscriber } from 'rxjs';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { planOf } from '../schema/plan';
import { classesIn, reaches } from '../schema/schema-shape';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import type { Entry } from './entry';
import type { SentRequest } from './sent-request';
import { isEndpoint, splitTarget } from './target';

/** A call of `fetch` that waits for a response. */
export interface Caller {
  readonly subscriber: Subscriber<unknown>;
  /** Whether the caller receives an error if the read is dropped. Otherwise, it completes. */
  readonly rejects: boolean;
}

/** A read in flight. */
export class Run {
  readonly callers = new Set<Caller>();
  /** Called in the commit of the response, or when the read has failed or ended. */
  readonly ending: (() => void)[] = [];
  /** Whether new callers send another request, because something has changed since this one was sent. */
  isOld = false;
  /** Whether the response lacks what mutations have done in the meantime, so that another request follows. */
  mustRepeat = false;
  /** Whether a response has arrived, but the request is still open, because it may be answered again. */
  isAnswered = false;
  close: (() => void) | undefined;

  constructor(
    readonly entry: Entry,
    readonly sent: SentRequest,
    /** The position in the write order. */
    readonly order: number,
  ) {}

  /** Whether the response is stale when it arrives, because of a `refetch`. */
  get isSuperseded(): boolean {
    return this.order <= this.entry.expiredAt;
  }
}

/**
 * Makes new callers send their own requests instead of sharing reads in flight that a mutation may affect: those that
 * share a class with its schema or with what it refetches. Without a schema, all are, unless it refetches nothing.
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

/** Returns the entries in flight that may read one of some classes. Without a class, nothing is known of a schema. */
export function* readsOf(client: Client, types: readonly EntityClass[]): Iterable<Entry> {
  const identityOf = (type: EntityClass) => planOf(type).identity;
  const written = new Set<unknown>(types.map(identityOf));
  for (const entry of client.reads.inFlight) {
    const { schema: read } = entry.endpoint;
    const isUnknown = written.size === 0 || classesIn(read).length === 0;
    if (isUnknown || reaches(read, (type) => written.has(identityOf(type)))) yield entry;
  }
}
