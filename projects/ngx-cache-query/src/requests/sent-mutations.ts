import type { Subscriber } from 'rxjs';
import { pure } from '../reactive/node';
import { firstName } from '../reactive/names';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { EntityClass, SchemaLike } from '../schema/entity';
import { Normalizer, type Operation } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import { known, type Queryable } from '../schema/queryable';
import { reaches } from '../schema/schema-shape';
import type { Follow, Named } from '../store/followers';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { sameData } from '../util/equality';
import { structuralKey } from '../util/structural-key';
import { warnOnce } from '../util/warn';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { expire, expireTarget } from './expire';
import type { OptimisticOption, OptimisticResponse, OptimisticSnapshot } from './optimistic-option';
import { MessagesDuring } from './messages-during';
import { track } from './open-mutations';
import { PlainMutations } from './plain-mutations';
import type { MutationQueues } from './serial-option';
import { beforeReset } from './request-errors';
import { containing, markStale, type ResponseName } from './responses';
import { cause, SentRequest } from './send';
import { splitBy } from './sharing';
import { schemaArgsOf, splitTarget } from './target';

declare const ngDevMode: unknown;

/** Finds the responses that a mutation makes stale. Part of the member `FOLLOW` of a class whose rows are lists. */
export interface FollowResponses {
  /**
   * Called before the response to a mutation is written.
   *
   * @param since the last position in the write order when the mutation began
   */
  stale(client: Client, table: Table, input: Normalizer, since: number): ResponseName[];
  /** Whether a mutation with some schema may write entities of the lists. */
  isWrittenBy(schema: SchemaLike): boolean;
}

/** Computes an optimistic response again. Temporary ids in the arguments are replaced when they are known. */
export type Again = (args: readonly unknown[]) => unknown;

/** Begins mutations. */
export interface Mutations {
  /**
   * @param response what is shown until the answer arrives; `undefined` for nothing
   * @param again computes the response again, if it depends on what the cache shows
   */
  begin(request: SentRequest, response: unknown, again?: Again): PendingMutation;
  /**
   * Calls `send` with arguments that the server knows: now, or when the ids of created entities have arrived.
   *
   * @param fail called if one of the entities was not created
   * @returns a function that stops waiting
   */
  whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void;
  /** Called when the cache was emptied. */
  clear(): void;
}

/** A mutation in flight. */
export interface PendingMutation {
  /** Called when the request is sent. */
  sent(): void;
  /** Writes the answer. Called inside the commit. */
  commit(input: Normalizer): void;
  /**
   * Keeps what is shown although the answer does not tell what was created.
   *
   * @returns a function that takes it back
   */
  keep?(): () => void;
  /** Takes back what was shown. */
  rollBack(): void;
  /** Returns the rows that it creates, while they have no ids. */
  created?(): readonly Row[];
  /** Called after the commit or the failure. */
  end(): void;
}

interface Outdated {
  readonly response: ResponseName;
  /** Whether a mutation with some schema in flight may change the response again. */
  mustWait(schema: SchemaLike): boolean;
  /** Called when the response has arrived again. */
  readonly arrived?: (() => void) | undefined;
}

/** An optimistic response, and what computes it again. */
interface Expected extends OptimisticResponse {
  readonly again?: Again;
}

/** The function runs again when what lies under its response changes. */
function checkStable(name: string, a?: OptimisticResponse, b?: OptimisticResponse): void {
  if (sameData(a?.response, b?.response)) return;
  warnOnce(
    `${name}: the optimistic function returns another response each time it runs. It runs again when another mutation ` +
      `fails or other data arrives. Use snapshot.now instead of the current time, and snapshot.newId() instead of a ` +
      `random id.`,
  );
}

/** The server has another version of the entity, or no entity. */
const OLD_BASE = [404, 409, 410, 412];

/** The longest time for which a response waits for mutations that may change it again, in milliseconds. */
const LONGEST_WAIT = 1_000;

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
  /** The responses to refetch after the mutations. */
  #outdated: Outdated[] = [];
  /** What the application has deleted while mutations were in flight, with the number of calls before. */
  readonly #deleted = new Map<Table, ReadonlyMap<Pk, number>>();
  /** The number of mutations so far. */
  #calls = 0;
  /** Cancels the timer for responses that wait. */
  #cancelWait: (() => void) | undefined;
  /** The number of times that the cache was emptied. */
  #epoch = 0;

  constructor(client: Client) {
    this.#client = client;
    this.#store = client.store;
    this.#plain = new PlainMutations(client.store);
  }

  /** Called with each message of a stream when it arrives. */
  arriving(message: Normalizer): void {
    for (const each of this.#during) each.note(message);
  }

  /** Cancels the timer for responses that wait. */
  stopWaiting(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
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
      if (isUncertain(error)) this.#distrust(sent, since);
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
      input.filter((each) => !this.#isGone(each, call, each === last ? old : undefined));
      const isOvertaken = during?.overtake(input, answer);
      const targets = endpoint.refetches(...args);
      const outdated = targets?.length === 0 ? [] : this.#outdatedBy(input, since);
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
        this.#outdated.push(...outdated.map((each) => ({ ...each, arrived: kept })));
        mutation.end();
        sent.state = 'success';
        subscriber.next(answer?.isEmpty ? undefined : this.#client.shown(endpoint, args, value));
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
      this.#refetchOutdated();
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
    if (this.#open.size === 0) return;
    const { tables, undos } = this.#store;
    const table = tables.of(planOf(type)).main;
    const last = this.#deleted.get(table);
    const next = new Map(last);
    for (const pk of pks) next.set(pk, this.#calls);
    this.#deleted.set(table, next);
    undos.push(() => this.#deleted.set(table, new Map(last)));
  }

  /** Whether the application has deleted an entity after a mutation was called: the answer does not bring it back. */
  #isGone({ plan, pk, row }: Operation, call: number, old?: Named): boolean {
    if (!row || this.#deleted.size === 0) return false;
    const follow = plan.follow as Follow | undefined;
    const of = old ?? follow?.within?.(row) ?? { plan, pk };
    const table = this.#store.tables.of(of.plan).main;
    const calls = this.#deleted.get(table)?.get(of.pk) ?? 0;
    return calls >= call && table.record(of.pk) === undefined;
  }

  #begin(sent: SentRequest): PendingMutation {
    try {
      const expected = this.#expected(sent);
      if (expected) this.#pending ??= expected.create(this.#client as never) as Mutations;
      return (this.#pending ?? this.#plain).begin(sent, expected?.response, expected?.again);
    } catch (thrown) {
      sent.fail(this.#client.failure(sent.endpoint, thrown));
      this.#client.hook?.ended(sent);
      throw thrown;
    }
  }

  /** Returns the response to show before the server has answered. */
  #expected({ endpoint, args }: SentRequest): Expected | undefined {
    const option: OptimisticOption<readonly never[]> | undefined = endpoint.options.optimistic;
    if (!option) return undefined;
    if ('create' in option) {
      return { ...option, response: endpoint.optimisticResponse?.(args) };
    }
    let reads = false;
    const get = (queryable: Queryable, ...of: readonly unknown[]) => {
      reads = true;
      return known(this.#client.results.read(queryable, of));
    };
    const now = this.#client.clock.now();
    const ids: string[] = [];
    const run = (known: readonly unknown[]) => {
      let count = 0;
      const newId = () => (ids[count++] ??= crypto.randomUUID());
      const snapshot = { get, now, newId } as OptimisticSnapshot;
      return option(snapshot, ...(known as readonly never[]));
    };
    const first = run(args);
    if (typeof ngDevMode === 'undefined' || ngDevMode) checkStable(endpoint.name, first, run(args));
    if (!first || !reads) return first;
    return { ...first, again: (known) => run(known)?.response };
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

  /** Notes the responses that show what a failed mutation was to change. */
  #distrust({ endpoint, args }: SentRequest, since: number): void {
    const input = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args), true);
    const named = endpoint.concerns?.(input, args);
    const mustWait = (schema: SchemaLike) =>
      reaches(schema, (type) => planOf(type).identity === named!.plan.identity);
    const shown = named ? [...containing(this.#client, named.plan.type, [named.pk])] : [];
    this.#outdated.push(
      ...shown.map((response) => ({ response, mustWait })),
      ...this.#outdatedBy(input, since),
    );
  }

  /** Returns the responses that a mutation makes stale although it does not name them, such as pages of a list. */
  #outdatedBy(input: Normalizer, since: number): Outdated[] {
    const found = this.#store.followers?.each((each, table) => {
      const follow = each as Partial<FollowResponses>;
      const mustWait = (schema: SchemaLike) => follow.isWrittenBy?.(schema) === true;
      const stale = follow.stale?.(this.#client, table, input, since) ?? [];
      return stale.map((response) => ({ response, mustWait }));
    });
    return found ?? [];
  }

  /**
   * Refetches outdated responses, except those that another mutation in flight may change again. One that is slow, such
   * as an upload, does not keep them for longer than a second.
   */
  #refetchOutdated(isLate = false): void {
    const isWaiting = (each: Outdated) =>
      !isLate && [...this.#open.values()].some(({ schema }) => each.mustWait(schema));
    const due = this.#outdated.filter((each) => !isWaiting(each));
    this.#outdated = this.#outdated.filter(isWaiting);
    if (this.#outdated.length === 0) this.stopWaiting();
    else {
      this.#cancelWait ??= this.#client.clock.after(LONGEST_WAIT, () => {
        this.#cancelWait = undefined;
        this.#refetchOutdated(true);
      });
    }
    if (due.length === 0) return;
    const { tables } = this.#store;
    const isDue = ({ response: { endpoint, key }, arrived }: Outdated) => {
      const run = this.#client.entriesOf(endpoint).get(key)?.run;
      if (!run) return tables.of(planOf(endpoint.responses)).record(key) !== undefined;
      // The response in flight is shown, with what the mutations have done, before another request is sent.
      if (!arrived) run.mustRepeat = true;
      return arrived !== undefined;
    };
    expire(
      this.#client,
      due.filter(isDue).map(({ response }) => response),
      false,
    );
    for (const arrived of new Set(due.flatMap((each) => each.arrived ?? []))) {
      const runs = due.flatMap(({ arrived: of, response: { endpoint, key } }) => {
        return (of === arrived && this.#client.entriesOf(endpoint).get(key)?.run) || [];
      });
      if (runs.length === 0) arrived();
      for (const run of runs) run.ending.push(arrived);
    }
  }
}
