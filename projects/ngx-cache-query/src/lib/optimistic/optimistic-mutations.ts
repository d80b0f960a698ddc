// The cache shows the optimistic response of a mutation until the server responds. Then the optimistic response is
// replaced or rolled back. Created entities have temporary ids until their server ids arrive.
//
// Public API: the method `getOptimisticResponse` of mutation endpoints. This folder implements these interfaces:
// Mutations for the `requests` folder, Overlay for each table, CommitHook (`Overlays`), EffectWriter for optimistic
// responses and for responses, and IdSource for the normalizer. It uses InternalRows to replace ids in keys.

import type { Observable } from 'rxjs';
import type { Reader } from '../query/reader';
import type { Batch } from '../schema/normalize/batch';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Mutation, Mutations } from '../requests/mutations';
import { because } from '../store/cause';
import { hookOf } from '../store/hook-of';
import type { OnSettled } from '../store/waiting-writes';
import type { Transaction } from '../store/transaction';
import { AwaitedIds } from './ids/awaited-ids';
import type { IdMapping } from './ids/replace-temporary-id';
import { idMappings, type OptimisticResponse, optimisticResponse } from './optimistic-response';
import { discard, rollBack } from './roll-back';
import { showOptimistic } from './show-optimistic';
import { Overlays } from './overlay/overlays';
import type { PendingMutation } from './overlay/pending-mutation';
import { writeResponse } from './commit-response';

/**
 * Begins mutations, and shows their optimistic responses. If the arguments of a request contain temporary ids, the
 * request waits for the server ids.
 */
export class OptimisticMutations implements Mutations {
  readonly #overlays: Overlays;
  readonly #ids: AwaitedIds;

  constructor(private readonly reader: Reader) {
    this.#overlays = hookOf(reader.store, Overlays);
    this.#ids = new AwaitedIds(this.#overlays);
  }

  /** @see Mutations */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]> {
    return this.#ids.resolved(args);
  }

  /** @see Mutations */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation {
    const pending = this.#overlays.begin(this.#ids.missingIn(args));
    return new OptimisticMutation(this.reader, this.#overlays, this.#ids, pending, () =>
      optimisticResponse(this.reader, endpoint, args),
    );
  }
}

/** A mutation in flight and its optimistic response. */
class OptimisticMutation implements Mutation {
  #optimistic: OptimisticResponse | undefined;
  /** The id mappings of the committed response. */
  #mappings: readonly IdMapping[] = [];
  #isRolledBack = false;

  /** @param respond returns the optimistic response; `undefined` if the endpoint has none */
  constructor(
    private readonly reader: Reader,
    private readonly overlays: Overlays,
    private readonly ids: AwaitedIds,
    private readonly pending: PendingMutation,
    private readonly respond: () => OptimisticResponse | undefined,
  ) {}

  expect(): void {
    const optimistic = this.respond();
    if (optimistic === undefined) return;
    const { ids, walk } = optimistic;
    this.#optimistic = optimistic;
    for (const id of ids.plans.keys()) this.ids.expect(id);
    walk.locating(() =>
      this.reader.store.write((transaction) => {
        // The write may have been queued by the store. If the request failed in the meantime, nothing is shown.
        if (this.#isRolledBack) return;
        because(transaction, 'optimistic', this);
        showOptimistic(transaction, this.overlays, this.pending, walk.batch);
      }),
    );
  }

  commit(transaction: Transaction, batch: Batch, stored: unknown): void {
    const { tables } = transaction;
    this.#mappings = this.#optimistic ? idMappings(tables, this.#optimistic, batch, stored) : [];
    writeResponse(transaction, this.overlays, this.pending, batch, this.#mappings);
  }

  committed(): void {
    for (const { temporary, pk } of this.#mappings) this.ids.resolve(temporary, pk);
  }

  rollBack(): void {
    this.#isRolledBack = true;
    this.#drop(true);
  }

  /**
   * Fails the requests that are still waiting for a server id from this mutation, because the server did not create the
   * entities that these requests need.
   */
  end(): void {
    if (this.#optimistic !== undefined) this.ids.refuse(this.#optimistic.ids.plans.keys());
  }

  /** @param again whether to repeat the rollback if the batch that contains it fails */
  #drop(again: boolean): void {
    const { overlays, pending } = this;
    const { store } = this.reader;
    const onSettled: OnSettled = (failure) => {
      if (failure !== undefined && again) this.#drop(false);
    };
    try {
      store.write((transaction) => {
        because(transaction, 'rollback', this);
        rollBack(transaction, overlays, pending);
      }, onSettled);
    } catch (error) {
      store.write((transaction) => discard(transaction, overlays, pending));
      throw error;
    }
  }
}
