import type { Subscriber } from 'rxjs';
import { pure } from '../reactive/node';
import type { Row } from '../reactive/row';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import { commitAs } from '../store/commit';
import type { Named } from '../store/followers';
import type { CacheError } from '../util/cache-error';
import type { Client } from './client';
import { expireTargets } from './expire';
import { MessagesDuring } from './messages-during';
import type { PendingMutation } from './optimistic-option';
import type { Outdated } from './outdated-responses';
import { beforeReset } from './request-errors';
import { expireResponses } from './responses';
import { splitBy } from './run';
import type { SentMutations } from './sent-mutations';
import { cause, type SentRequest } from './sent-request';
import { inputFor } from './target';

/** What to make of the answer to a mutation, which may be incomplete or empty. */
export interface Answer {
  /** Whether nothing is known of the entity, so that nothing is written. */
  readonly isEmpty: boolean;
  /** Returns the names of all fields of a class that were sent; `undefined` if they are not known. */
  sentTo(plan: Plan): readonly string[] | undefined;
  /** Returns the entity of the request if the answer contains it under another key. Called when the answer was read. */
  renamed(): Named | undefined;
  /**
   * Writes the answer with `commit`, and what follows from it.
   *
   * @param since the position in the write order at which the mutation was called
   */
  write(commit: () => void, since: number): void;
}

/** The server has another version of the entity, or no entity. */
const OLD_BASE = [404, 409, 410, 412];

/** Whether the server may have done what a failed mutation asked for, or has other data than the cache. */
function isUncertain({ status }: CacheError): boolean {
  return status !== undefined && (status < 300 || status >= 500 || OLD_BASE.includes(status));
}

/** One mutation, from its call until its caller has the answer. */
export class MutationRun {
  readonly client: Client;
  /** The arguments of the call, in which entities may have temporary ids. */
  readonly #args: readonly unknown[];
  /** The messages about its entity that arrive while it is in flight. */
  during: MessagesDuring | undefined;
  /** Whether the cache was emptied since the call, so that the answer is dropped. */
  isDropped = false;
  /** Whether the mutation is shown, and was not answered. */
  #isShown = true;
  #named: readonly Named[] | undefined;
  #close = () => {};

  /**
   * @param pending what shows it before it is answered; `undefined` if nothing does
   * @param since its position in the write order
   */
  constructor(
    private readonly all: SentMutations,
    readonly sent: SentRequest,
    private readonly pending: PendingMutation | undefined,
    private readonly since: number,
    private readonly subscriber: Subscriber<unknown>,
  ) {
    this.client = all.client;
    this.#args = sent.args;
  }

  /** Returns the rows that it changes, deletes or creates. */
  rows(): readonly Row[] {
    const { store } = this.client;
    this.#named ??= [this.sent.endpoint.named?.(this.#args) ?? []].flat();
    const own = this.#named.flatMap(({ plan, pk }) =>
      store.has(plan, pk) ? store.tables.of(plan).main.row(pk) : [],
    );
    return [...own, ...(this.pending?.shown() ?? [])];
  }

  /** Sends the request, with arguments that the server knows. */
  send(args: readonly unknown[]): void {
    const { client, sent } = this;
    this.pending?.sent();
    sent.args = args;
    // A mutation that waited is handled after the messages that came before.
    const { endpoint } = sent;
    const own = endpoint.named?.(args);
    if (own && 'pk' in own)
      this.during = new MessagesDuring(client.store, own, !endpoint.ownRow?.(args));
    this.#close = client.send(sent, {
      next: (response) => this.#receive(response),
      error: (thrown) => this.fail(thrown),
    });
  }

  fail(thrown: unknown): void {
    const { client, sent } = this;
    this.#rollBack();
    const error = client.failure(sent.endpoint, thrown);
    sent.fail(error);
    try {
      // After `clear`, nothing is requested without a user.
      if (!this.isDropped && isUncertain(error))
        this.all.outdated.distrust(sent, this.since, this.rows());
    } finally {
      this.subscriber.error(error); // Also if the function `refetches` throws.
    }
  }

  /** Ends the request, and takes the mutation back unless it was answered. */
  end(): void {
    this.#close();
    this.#rollBack();
    this.pending?.end();
  }

  #rollBack(): void {
    if (this.#isShown && !this.isDropped) this.pending?.rollBack();
    this.#isShown = false;
  }

  #receive(response: unknown): void {
    const { all, client, pending, sent, since, subscriber } = this;
    const { endpoint } = sent;
    const { renames, store } = client;
    if (this.isDropped) throw beforeReset(endpoint.name);
    const input = inputFor(endpoint, this.#args, true);
    input.has = (plan, pk) => store.has(plan, pk);
    input.keys = new Map<string, Pk>();
    const answer = endpoint.answer?.(client, input, sent.args, response);
    let value: unknown;
    if (!answer?.isEmpty) {
      value = pure(() => input.begin(endpoint.schema, response));
      if (renames) value = renames.apply(input, since, endpoint.schema, value);
    }
    const { last } = input;
    input.before = this.during?.before(last);
    all.deleted.removeFrom(input, since, answer?.renamed());
    const isOvertaken = this.during?.overtake(input, answer);
    const targets = endpoint.refetches(...this.#args);
    const outdated = targets?.length === 0 ? [] : all.outdated.by(input, since);
    if (isOvertaken && this.during!.isAction) outdated.push(...all.outdated.showing(last!));
    splitBy(client, endpoint); // Not the reads that follow from the answer.
    commitAs(store, cause('mutation', sent), () => {
      this.#write(input, answer, outdated);
      if (isOvertaken) expireResponses(client, last!);
      if (targets) expireTargets(client, input, targets);
    });
    this.#isShown = false;
    store.whenSettled((failure) => {
      if (failure) {
        this.#isShown = true;
        return this.fail(failure.error);
      }
      all.outdated.add(outdated, sent);
      pending?.end();
      let shown: unknown;
      try {
        if (!answer?.isEmpty) shown = client.shown(endpoint, this.#args, value);
      } catch (thrown) {
        return this.fail(thrown);
      }
      sent.state = 'success';
      subscriber.next(shown);
      subscriber.complete();
    });
  }

  #write(input: Input, answer: Answer | undefined, outdated: readonly Outdated[]): void {
    const { all, pending, since } = this;
    all.plain.note(input, since, all.open.size > 1, answer);
    const commit = () => (pending ?? this.client.store).write(input);
    if (answer?.isEmpty && outdated.length > 0 && pending) {
      // What was created is shown until its lists have arrived again.
      const arrived = pending.keep();
      for (const each of outdated) each.arrived = arrived;
    } else if (answer) answer.write(commit, since);
    else commit();
    // The pending log keeps the order by itself.
    if (!all.isOptimistic) this.client.store.followers?.answered(input, since);
  }
}
