import type { Subscriber } from 'rxjs';
import { firstName } from '../reactive/names';
import { pure } from '../reactive/node';
import type { Row } from '../reactive/row';
import type { EntityClass } from '../schema/entity';
import { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { structuralKey } from '../util/structural-key';
import type { Client } from './client';
import { DeletedRows } from './deleted-rows';
import type { AnyEndpoint } from './endpoint';
import { expectedOf } from './expected-response';
import { expireTarget } from './expire';
import { MessagesDuring } from './messages-during';
import { track } from './open-mutations';
import { OutdatedResponses } from './outdated-responses';
import type { Mutations, PendingMutation } from './pending-mutation';
import { PlainMutations } from './plain-mutations';
import { beforeReset } from './request-errors';
import { markStale } from './responses';
import { cause, SentRequest } from './send';
import type { MutationQueues } from './serial-option';
import { splitBy } from './sharing';
import { schemaArgsOf, splitTarget } from './target';

/** The server has another version of the entity, or no entity. */
const OLD_BASE = [404, 409, 410, 412];

/** Whether the server may have done what a failed mutation asked for, or has other data than the cache. */
function isUncertain({ status }: CacheError): boolean {
  return status !== undefined && (status < 300 || status >= 500 || OLD_BASE.includes(status));
}

/**
 * Sends the mutations of a cache, and shows them before they are answered if their endpoints are optimistic. Refetches
 * what a mutation makes stale, as soon as no other mutation in flight may change it again.
 */
export class SentMutations {
  readonly #client: Client;
  readonly #store: Store;
  /** The mutations in flight. */
  readonly #open = new Map<PendingMutation, AnyEndpoint>();
  /** The messages that arrive while the mutations of single entities are in flight. */
  readonly #during = new Set<MessagesDuring>();
  /** What shows mutations before they are answered. Comes with the first endpoint that is optimistic. */
  #pending: Mutations | undefined;
  readonly #plain: PlainMutations;
  /** The mutations that wait for each other. Comes with the first endpoint that is serial. */
  #queues: MutationQueues | undefined;
  readonly #deleted: DeletedRows;
  /** What mutations make stale without naming it. */
  readonly outdated: OutdatedResponses;
  /** The number of mutations so far. */
  #calls = 0;
  /** The number of times that the cache was emptied. */
  #epoch = 0;

  constructor(client: Client) {
    this.#client = client;
    this.#store = client.store;
    this.#plain = new PlainMutations(client.store);
    this.#deleted = new DeletedRows(client.store);
    this.outdated = new OutdatedResponses(client, this.#open);
  }

  /** Called with each message of a stream when it arrives. */
  arriving(message: Normalizer): void {
    for (const each of this.#during) each.note(message);
  }

  /** Ends all mutations, because the cache was emptied: their answers are dropped. */
  drop(): void {
    this.#epoch++;
    this.#pending?.clear();
    this.#queues?.clear();
  }

  /** Sends a mutation. Returns a function that takes it back unless it was answered, and ends it. */
  send(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    subscriber: Subscriber<unknown>,
  ): () => void {
    const epoch = this.#epoch;
    const since = this.#store.order.clock;
    endpoint.key(...args); // Finds a mistake in the arguments before anything is shown.
    const call = ++this.#calls;
    splitBy(this.#client, endpoint);
    const sent = new SentRequest(endpoint, args);
    this.#client.hook?.began(sent);
    const mutation = this.#begin(sent);
    this.#open.set(mutation, endpoint);
    const untrack = track({
      client: this.#client,
      sent,
      rows: () => [...this.#rowOf(endpoint, args), ...(mutation.created?.() ?? [])],
    });
    let isShown = true;
    let during: MessagesDuring | undefined;
    let close = () => {};
    /** Takes the mutation back, unless it was answered. */
    const rollBack = () => {
      if (isShown && epoch === this.#epoch) mutation.rollBack();
      isShown = false;
    };
    const fail = (thrown: unknown) => {
      rollBack();
      const error = this.#client.failure(endpoint, thrown);
      sent.fail(error);
      if (isUncertain(error)) this.outdated.distrust(sent, since);
      subscriber.error(error);
    };
    const receive = (response: unknown) => {
      if (epoch !== this.#epoch) throw beforeReset(endpoint.name);
      const input = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args), true);
      input.has = (plan, pk) => this.#store.has(plan, pk);
      input.keys = new Map<string, Pk>();
      const answer = endpoint.answer?.(this.#client, input, sent.args, response);
      let value: unknown;
      if (!answer?.isEmpty) {
        value = pure(() => input.begin(endpoint.schema, response));
        const { renames } = this.#client;
        if (renames) value = renames.apply(input, since, endpoint.schema, value);
      }
      const { last } = input;
      const old = answer?.renamed();
      input.filter((each) => !this.#deleted.has(each, call, each === last ? old : undefined));
      const isOvertaken = during?.overtake(input, answer);
      const targets = endpoint.refetches(...args);
      const outdated = targets?.length === 0 ? [] : this.outdated.by(input, since, args);
      /** What was created is shown until its lists have arrived again. */
      const isKept = answer?.isEmpty && outdated.length > 0 && mutation.keep !== undefined;
      let kept: (() => void) | undefined;
      const write = () => {
        this.#plain.note(input, call, this.#open.size > 1, answer);
        if (isKept) kept = mutation.keep!();
        else if (answer) answer.write(() => mutation.commit(input));
        else mutation.commit(input);
        if (isOvertaken) markStale(this.#client, last!);
        // The pending log keeps the order by itself.
        if (!this.#pending) this.#plain.edited(input, call);
      };
      this.#store.as(cause('mutation', sent), () => {
        this.#store.batch(() => {
          write();
          for (const each of targets ?? []) {
            const [target, ...rest] = splitTarget(each);
            expireTarget(this.#client, endpoint.name, target, rest);
          }
        });
      });
      isShown = false;
      splitBy(this.#client, endpoint);
      this.#store.whenSettled((failure) => {
        if (failure) {
          isShown = true;
          return fail(failure.error);
        }
        for (const each of outdated) each.arrived = kept;
        this.outdated.add(outdated);
        mutation.end();
        let shown: unknown;
        try {
          if (!answer?.isEmpty) shown = this.#client.shown(endpoint, args, value);
        } catch (thrown) {
          return fail(thrown);
        }
        sent.state = 'success';
        subscriber.next(shown);
        subscriber.complete();
      });
    };
    const send = (known: readonly unknown[]) => {
      mutation.sent();
      sent.args = known;
      // A mutation that waited is handled after the messages that came before.
      const own = endpoint.ownRow?.(known);
      if (own) this.#during.add((during = new MessagesDuring(this.#store, own)));
      close = this.#client.send(sent, {
        next: (response) => {
          try {
            receive(response);
          } catch (thrown) {
            fail(thrown);
          }
        },
        error: fail,
        complete: () => {
          rollBack();
          subscriber.complete();
        },
      });
    };
    let stop = () => {};
    const start = () => (stop = this.#whenKnown(args, send, fail));
    const leave = this.#enter(sent, start, fail);
    return () => {
      stop();
      close();
      rollBack();
      mutation.end();
      this.#open.delete(mutation);
      if (during) this.#during.delete(during);
      untrack();
      leave();
      this.#client.hook?.ended(sent);
      if (this.#open.size === 0) {
        this.#plain.clear();
        this.#deleted.clear();
      }
      this.outdated.refetch();
    };
  }

  /** Sends a mutation now, or after those before it. Returns a function that is called when it has ended. */
  #enter(sent: SentRequest, start: () => void, fail: (error: CacheError) => void): () => void {
    const { args, endpoint } = sent;
    const { serial } = endpoint.options;
    const own = serial && endpoint.ownRow?.(args);
    if (!serial || !(serial.key || own)) {
      start();
      return () => {};
    }
    this.#queues ??= serial.create(this.#client as never) as MutationQueues;
    const key = serial.key
      ? structuralKey(serial.key(...(args as never)))
      : `${own!.plan.number} ${firstName(this.#store.tables.of(own!.plan).main, own!.pk)}`;
    return this.#queues.enter({ key, sent, start, fail, limit: serial.limit });
  }

  /** Returns the row that a mutation is sent to, if it is known. */
  #rowOf(endpoint: AnyEndpoint, args: readonly unknown[]): Row[] {
    const { plan, pk } = endpoint.ownRow?.(args) ?? {};
    return plan && this.#store.has(plan, pk!) ? [this.#store.tables.of(plan).main.row(pk!)] : [];
  }

  /** Notes that the application deletes entities. Called inside the commit. */
  deleting(type: EntityClass, pks: ReadonlySet<Pk>): void {
    if (this.#open.size > 0) this.#deleted.note(type, pks, this.#calls);
  }

  #begin(sent: SentRequest): PendingMutation {
    try {
      const expected = expectedOf(this.#client, sent);
      if (expected) this.#pending ??= expected.create(this.#client as never) as Mutations;
      return (this.#pending ?? this.#plain).begin(sent, expected?.response, expected?.again);
    } catch (thrown) {
      sent.fail(this.#client.failure(sent.endpoint, thrown));
      this.#client.hook?.ended(sent);
      throw thrown;
    }
  }

  /** Calls `send` when the ids in the arguments are known to the server. */
  #whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void {
    if (this.#pending) return this.#pending.whenKnown(args, send, fail);
    send(args);
    return () => {};
  }
}
