import type { EntityClass } from '../schema/schema';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { WriteCause } from '../store/commit';
import type { Client } from './client';
import type { Entry } from './entry';
import { needing, type ResponseName, responsesOf } from './responses';
import { because } from './sent-request';
import { splitTarget } from './target';

declare const ngDevMode: unknown;

/**
 * Marks responses as stale. When the open write is committed, those that are observed are requested again; they stay
 * until new ones arrive. A response that is in flight will be stale when it arrives; after a message of a stream, it is
 * requested once more then.
 *
 * @param isReloading whether observers see the requests as reloads
 * @returns the entries that are observed
 */
export function expire(
  client: Client,
  responses: readonly ResponseName[],
  isReloading: boolean,
): Entry[] {
  const { store } = client;
  let cause: WriteCause | undefined;
  if (typeof ngDevMode === 'undefined' || ngDevMode) cause = store.cause;
  const isMessage = store.cause.kind === 'stream';
  const observed = new Set<Entry>();
  store.batch(() => {
    for (const { endpoint, key } of responses) {
      const entry = client.entryAt(endpoint, key);
      const { isFetching, record, run } = entry;
      if (record) entry.patch({ stale: true, error: undefined, isRendered: false });
      if (run) run.isOld = true;
      // Many messages must not abort a read again and again: it is shown, and another one follows.
      if (isMessage && isFetching) {
        run!.mustRepeat = true;
        continue;
      }
      const { expiredAt } = entry;
      entry.expiredAt = store.order.last++; // What begins in the next batch is newer.
      store.undos.push(() => (entry.expiredAt = expiredAt));
      if (entry.isObserved) observed.add(entry);
    }
    store.onCommit((failure) => {
      if (failure) return;
      for (const entry of observed) {
        // Another target may have named the same response, and the request may have been answered at once.
        if (entry.requestedAt > entry.expiredAt) continue;
        because('stale', cause);
        client.reads.request(entry, { isReloading });
      }
    });
  });
  return [...observed];
}

/** Marks the responses of a target as stale, and returns a promise that resolves when the observed ones have arrived. */
export function refetch(client: Client, target: unknown, args: readonly unknown[]): Promise<void> {
  const observed = expire(client, responsesOf(client, 'refetch', target, args), true);
  return new Promise((resolve) => {
    client.store.whenSettled(() => client.reads.whenSettled(observed, resolve));
  });
}

/**
 * Marks the responses of targets as stale because of another write.
 *
 * @param input what is written: the response to a mutation, or a message
 */
export function expireTargets(
  client: Client,
  { source, echoOf }: Input,
  targets: readonly unknown[],
): void {
  for (const each of targets) {
    const [target, ...args] = splitTarget(each);
    const named = responsesOf(client, source, target, args);
    expire(
      client,
      named.filter((response) => !echoOf?.isIn(response)),
      false,
    );
  }
}

/** The application is about to remove entities: marks the responses as stale that become incomplete. */
export function removing(client: Client, type: EntityClass, pks: ReadonlySet<Pk>): void {
  client.mutations.deleting(type, pks);
  expire(client, needing(client, type, pks), false);
}

/** Drops the responses of a target, and makes their observers request them again. */
export function reset(client: Client, target: unknown, args: readonly unknown[]): Promise<void> {
  const { store } = client;
  const dropped = responsesOf(client, 'reset', target, args);
  store.batch(() => {
    const entries = dropped.map(({ endpoint, key }) => client.entryAt(endpoint, key));
    client.dropping(true, new Set(entries));
    const order = ++store.order.last;
    for (const { endpoint, key, record } of entries)
      if (record) store.remove(store.tables.for(endpoint.responses).row(key), order);
  });
  return new Promise((resolve) => store.whenSettled(() => resolve()));
}
