import type { Table } from '../reactive/table';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Input } from '../schema/input';
import { planOf } from '../schema/plan';
import { classesIn, reaches } from '../schema/schema-shape';
import { commitAs } from '../store/commit';
import type { Named } from '../store/followers';
import type { Client } from './client';
import { expire, expireTargets } from './expire';
import { containing, type ResponseName } from './responses';
import { cause, type SentRequest } from './sent-request';
import { inputFor } from './target';

/** Finds the responses that a mutation makes stale. Part of the member `FOLLOW` of a class whose rows are lists. */
export interface FollowResponses {
  /**
   * Called before the response to a mutation is written.
   *
   * @param since the last position in the write order when the mutation began
   */
  stale(client: Client, table: Table, input: Input, since: number): ResponseName[];
  /** Whether a mutation with some schema may write entities of the lists. */
  isWrittenBy(schema: SchemaLike): boolean;
}

/** A response that a mutation makes stale although it does not name it. */
export interface Outdated {
  readonly response: ResponseName;
  /** The position in the write order before the mutation was written. */
  readonly at: number;
  /** Whether a mutation with some schema in flight may change the response again. */
  mustWait(schema: SchemaLike): boolean;
  /** Called when the response has arrived again. */
  arrived?: (() => void) | undefined;
}

/** The longest time for which a response waits for mutations that may change it again, in milliseconds. */
const LONGEST_WAIT = 1_000;

/** The responses that mutations make stale. They are requested as soon as no other mutation may change them again. */
export class OutdatedResponses {
  #due: Outdated[] = [];
  /** The last mutation that has made one stale. */
  #by!: SentRequest;
  #cancel: (() => void) | undefined;

  /** @param open the mutations in flight */
  constructor(
    private readonly client: Client,
    private readonly open: ReadonlySet<{ readonly sent: SentRequest }>,
  ) {}

  add(responses: readonly Outdated[], by: SentRequest): void {
    this.#due.push(...responses);
    this.#by = by;
  }

  stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Notes the responses that show what a failed mutation was to change: `rows`. What it names is refetched at once. */
  distrust(sent: SentRequest, since: number, rows: readonly Named[]): void {
    const { endpoint, args } = sent;
    const input = inputFor(endpoint, args, true);
    const named = [...rows, endpoint.concerns?.(input, args) ?? []].flat();
    const { status } = sent.error!;
    // If the server has no such entity, what refers to it has to change, too.
    const all = named.flatMap((row) => this.showing(row, status === 404 || status === 410));
    this.add([...all, ...this.by(input, since)], sent);
    const targets = endpoint.refetches(...args);
    if (!targets) return;
    commitAs(this.client.store, cause('mutation', sent), () =>
      expireTargets(this.client, input, targets),
    );
  }

  /**
   * Returns the responses that show an entity. If one of them is observed and contains the entity itself, it is enough
   * for the others, which contain entities that refer to it.
   */
  showing({ plan, pk }: Named, isGone = false): Outdated[] {
    const { client } = this;
    const at = client.store.order.last;
    const isSame = (type: EntityClass) => planOf(type).identity === plan.identity;
    const mustWait = (schema: SchemaLike) => reaches(schema, isSame);
    const all = [...containing(client, plan.type, [pk])];
    const direct = all.filter(({ endpoint }) => classesIn(endpoint.schema).some(isSame));
    const isLoaded = direct.some(({ endpoint, key }) => client.entryAt(endpoint, key).isObserved);
    return (isLoaded && !isGone ? direct : all).map((response) => ({ response, at, mustWait }));
  }

  /** Returns the responses that a mutation makes stale although it does not name them, such as pages of a list. */
  by(input: Input, since: number): Outdated[] {
    const at = this.client.store.order.last;
    const found = this.client.store.followers?.each((each, table) => {
      const follow = each as Partial<FollowResponses>;
      const mustWait = (schema: SchemaLike) => follow.isWrittenBy?.(schema) === true;
      const stale = follow.stale?.(this.client, table, input, since) ?? [];
      return stale.map((response) => ({ response, at, mustWait }));
    });
    return found ?? [];
  }

  /**
   * Refetches outdated responses, except those that another mutation in flight may change again. One that is slow, such
   * as an upload, does not keep them for longer than a second.
   */
  refetch(isLate = false): void {
    const { client } = this;
    const isWaiting = (each: Outdated) =>
      !isLate && [...this.open].some(({ sent }) => each.mustWait(sent.endpoint.schema));
    const due = this.#due.filter((each) => !isWaiting(each));
    this.#due = this.#due.filter(isWaiting);
    if (this.#due.length === 0) this.stopWaiting();
    else this.#cancel ??= client.clock.after(LONGEST_WAIT, () => this.refetch(true));
    if (due.length === 0) return;
    const entryOf = ({ response: { endpoint, key } }: Outdated) => client.entryAt(endpoint, key);
    const isDue = (each: Outdated) => {
      const { arrived, at } = each;
      const { record, requestedAt, run } = entryOf(each);
      if (requestedAt > at) return false; // The mutation has named it, too.
      if (!run) return record !== undefined;
      // The response in flight is shown, with what the mutations have done, before another request is sent.
      if (!arrived) run.mustRepeat = true;
      return arrived !== undefined;
    };
    const stale = due.filter(isDue).map(({ response }) => response);
    client.store.as(cause('mutation', this.#by), () => expire(client, stale, false));
    for (const arrived of new Set(due.flatMap((each) => each.arrived ?? []))) {
      const runs = due.flatMap((each) => (each.arrived === arrived && entryOf(each).run) || []);
      if (runs.length === 0) arrived();
      for (const run of runs) run.ending.push(arrived);
    }
  }
}
