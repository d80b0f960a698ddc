import type { Observable } from 'rxjs';
import type { Reader } from '../read/reader';
import type { Batch } from '../schema/batch';
import { answerCall, dropCall, expectWrites, forgetCall } from '../store/layers';
import type { OpenCall } from '../store/open-call';
import type { Swap } from '../store/rename';
import type { Told } from '../store/store';
import type { Transaction } from '../store/transaction';
import { AwaitedKeys } from './awaited-keys';
import type { AnyEndpoint } from './endpoint';
import type { Mutation, Mutations } from './mutations';
import { type Expected, expectedOf, swapsOf } from './optimism';

/** Mutations that show optimistic responses, and that wait for the server ids of entities that are being created. */
export class OptimisticMutations implements Mutations {
  readonly #keys: AwaitedKeys;

  constructor(private readonly reader: Reader) {
    this.#keys = new AwaitedKeys(reader.store.tables);
  }

  /** Resolves temporary ids to those of the server. */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]> {
    return this.#keys.resolved(args);
  }

  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation {
    const waitsFor = this.#keys.missingIn(args);
    const call = this.reader.store.beginCall();
    call.waitsFor = waitsFor;
    return new OptimisticMutation(this.reader, this.#keys, call, () =>
      expectedOf(this.reader, endpoint, args),
    );
  }
}

/** A mutation in flight, with its optimistic response if it has one. */
class OptimisticMutation implements Mutation {
  #expected: Expected | undefined;
  /** The ids that the committed response gave in place of temporary ones. */
  #swaps: readonly Swap[] = [];
  #isRolledBack = false;

  /** @param respond makes the optimistic response, if the endpoint has one */
  constructor(
    private readonly reader: Reader,
    private readonly keys: AwaitedKeys,
    private readonly call: OpenCall,
    private readonly respond: () => Expected | undefined,
  ) {}

  expect(): void {
    const expected = this.respond();
    if (expected === undefined) return;
    this.#expected = expected;
    for (const key of expected.ids.made.keys()) this.keys.expect(key);
    expected.walk.locating(() =>
      this.reader.store.write((transaction) => {
        // It may have waited for its turn longer than for the response.
        if (!this.#isRolledBack) expectWrites(transaction, expected.walk.batch, this.call);
      }),
    );
  }

  commit(transaction: Transaction, batch: Batch, stored: unknown): void {
    const expected = this.#expected;
    this.#swaps = expected ? swapsOf(transaction.tables, expected, batch, stored) : [];
    answerCall(transaction, batch, this.call, this.#swaps);
  }

  committed(): void {
    for (const { temporary, pk } of this.#swaps) this.keys.resolve(temporary, pk);
  }

  rollBack(): void {
    this.#isRolledBack = true;
    this.#drop(true);
  }

  /** Requests that still wait for ids which this mutation was expected to create fail. */
  end(): void {
    if (this.#expected !== undefined) this.keys.refuse(this.#expected.ids.made.keys());
  }

  /** @param again whether to drop it again when the batch that dropped it is rolled back */
  #drop(again: boolean): void {
    const { call } = this;
    const { store } = this.reader;
    const told: Told = (failure) => {
      if (failure !== undefined && again) this.#drop(false);
    };
    try {
      store.write((transaction) => dropCall(transaction, call), told);
    } catch (error) {
      store.write((transaction) => forgetCall(transaction, call));
      throw error;
    }
  }
}
