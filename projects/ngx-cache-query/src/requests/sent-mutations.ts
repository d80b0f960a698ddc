import type { Subscriber } from 'rxjs';
import type { EntityClass } from '../schema/schema';
import { type Input, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { CacheError } from '../util/cache-error';
import type { Client } from './client';
import { DeletedRows } from './deleted-rows';
import type { AnyEndpoint } from './endpoint';
import { MutationRun } from './mutation-run';
import { expectedOf, type Mutations, type PendingMutation } from './optimistic-option';
import { OutdatedResponses } from './outdated-responses';
import { PlainMutations } from './plain-mutations';
import { splitBy } from './run';
import { mutationListener, track } from './saving';
import { SentRequest } from './sent-request';
import type { Queues } from './serial';

/**
 * Sends the mutations of a cache, and shows them before they are answered if their endpoints are optimistic. Refetches
 * what a mutation makes stale, as soon as no other mutation in flight may change it again.
 */
export class SentMutations {
  /** The mutations in flight. */
  readonly open = new Set<MutationRun>();
  readonly plain: PlainMutations;
  readonly deleted: DeletedRows;
  /** What mutations make stale without naming it. */
  readonly outdated: OutdatedResponses;
  /** What shows mutations before they are answered. Comes with the first endpoint that is optimistic. */
  #pending: Mutations | undefined;
  /** The mutations that wait for each other. Comes with the first endpoint that is serial. */
  #queues: Queues | undefined;

  constructor(readonly client: Client) {
    const { store } = client;
    this.plain = new PlainMutations(store);
    this.deleted = new DeletedRows(store);
    this.outdated = new OutdatedResponses(client, this.open);
  }

  /** Whether the pending log keeps the order of the mutations. */
  get isOptimistic(): boolean {
    return this.#pending !== undefined;
  }

  /** Called with each message of a stream when it arrives. */
  arriving(message: Input): void {
    if (this.open.size === 0) return;
    for (const { during } of this.open) during?.note(message);
    for (const { plan, pk, row } of operationsOf(message)) {
      // What is gone already may be created again, for example because the user has undone the deletion.
      if (!row && this.client.store.has(plan, pk)) this.deleting(plan.type, [pk]);
    }
  }

  /** Ends all mutations, because the cache was emptied: their answers are dropped. */
  drop(): void {
    for (const run of this.open) run.isDropped = true;
    mutationListener.dropped?.(this.client);
    this.#pending?.clear();
    this.#queues?.clear();
  }

  /** Notes that entities are deleted. Called inside the commit of the application, and when a message arrives. */
  deleting(type: EntityClass, pks: Iterable<Pk>): void {
    if (this.open.size > 0) this.deleted.note(type, pks);
  }

  /** Sends a mutation. Returns a function that takes it back unless it was answered, and ends it. */
  send(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    subscriber: Subscriber<unknown>,
  ): () => void {
    const { client, open } = this;
    const since = ++client.store.order.last;
    endpoint.check(args); // Finds a mistake before anything is shown.
    const sent = new SentRequest(endpoint, args);
    const { serial } = endpoint.options;
    const queues = serial && (this.#queues ??= serial.create(client as never) as Queues);
    const key = queues?.keyOf(sent);
    splitBy(client, endpoint);
    client.hook?.began(sent);
    const run = new MutationRun(this, sent, this.#begin(sent), since, subscriber);
    open.add(run);
    const untrack = track(run);
    let stopWaiting: (() => void) | undefined;
    const fail = (error: CacheError) => run.fail(error);
    const start = () => {
      const go = (known: readonly unknown[]) => run.send(known);
      // The ids in the arguments must be known to the server.
      if (this.#pending) stopWaiting = this.#pending.whenKnown(args, go, fail);
      else go(args);
    };
    const leave = key === undefined ? start() : queues!.enter({ key, sent, start, fail });
    return () => {
      stopWaiting?.();
      run.end();
      // First this, because what follows asks which mutations are in flight: the next one is sent, and lists are refetched.
      open.delete(run);
      untrack();
      leave?.();
      client.hook?.ended(sent);
      if (open.size === 0) {
        this.plain.clear();
        this.deleted.clear();
      }
      this.outdated.refetch();
    };
  }

  #begin(sent: SentRequest): PendingMutation | undefined {
    const { client } = this;
    try {
      const expected = expectedOf(client, sent);
      if (expected) this.#pending ??= expected.create(client as never) as Mutations;
      return this.#pending?.begin(sent, expected?.response, expected?.again);
    } catch (thrown) {
      sent.fail(client.failure(sent.endpoint, thrown));
      client.hook?.ended(sent);
      throw thrown;
    }
  }
}
