import { pure } from '../reactive/node';
import type { Client } from '../requests/client';
import type { Mutations, PendingMutation } from '../requests/sent-mutations';
import type { AnyEndpoint } from '../requests/endpoint';
import { schemaArgsOf } from '../requests/target';
import type {
  Optimistic,
  OptimisticResponse,
  OptimisticSnapshot,
} from '../requests/optimistic-option';
import { cause, type SentRequest } from '../requests/send';
import { Normalizer } from '../schema/normalizer';
import { keyFieldsOf, type Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import { recordFrom } from '../store/merge';
import type { Named } from '../store/followers';
import { nameRow } from '../store/name-row';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { type Fields, keep } from '../util/plain-data';
import { type RowChange, editsOfRows, type LogEntry, PendingLog } from './pending-log';
import { newTemporaryId, noteServerId, TemporaryIds } from './temporary-ids';

/** @see optimistic */
export interface OptimisticUpdates extends Optimistic {
  <T>(response: Expected<T>): OptimisticResponse;
}

/** `T` if it may be a response. The first parameter of the option is often taken for the body. */
type Expected<T> = T extends OptimisticSnapshot
  ? 'a response: the first parameter of the option is the snapshot, the arguments of the call follow'
  : T;

const create = (client: Client): Mutations => new OptimisticMutations(client);

/**
 * Shows mutations before the server has answered. As the `optimistic` option of a REST endpoint, it shows the path
 * parameters and the body. A function that returns `optimistic(response)` shows any other response. Entities without an
 * id receive a temporary id.
 *
 * @example
 * ```ts
 * const todos = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });
 * const vote = new RestEndpoint({
 *   path: '/votes/:id',
 *   method: 'POST',
 *   schema: Post,
 *   optimistic: ({ get }, { id }) =>
 *     optimistic({ id, votes: (get(Post, Number(id))?.votes ?? 0) + 1 }),
 * });
 * ```
 */
export const optimistic: OptimisticUpdates = /* @__PURE__ */ Object.assign(
  (response: unknown): OptimisticResponse => ({ create, response }),
  { create },
);

/** An entity that an optimistic response creates. */
interface Creation {
  readonly id: Pk;
  readonly plan: Plan;
  /** Where the entity is in the response. */
  readonly path: readonly (string | number)[];
}

/** The mutations in flight of a cache. */
class OptimisticMutations implements Mutations {
  readonly #store: Store;
  readonly #log: PendingLog;
  readonly #ids = new TemporaryIds();

  constructor(client: Client) {
    this.#store = client.store;
    this.#store.overlay = this.#log = new PendingLog(client.store);
  }

  whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void {
    return this.#ids.whenKnown(args, send, fail);
  }

  clear(): void {
    this.#ids.clear();
  }

  begin(request: SentRequest, response: unknown): PendingMutation {
    const { endpoint, args } = request;
    const store = this.#store;
    const waits = this.#ids.missingIn(args).size > 0;
    let entry!: LogEntry;
    const created = store.as(cause('optimistic', request), () =>
      store.batch(() => {
        entry = this.#log.begin();
        ++store.order.clock;
        return this.#expect(entry, endpoint, args, response);
      }),
    );
    let served: (readonly [Creation, Pk])[] = [];
    return {
      sent: () => {
        if (waits) store.batch(() => this.#log.moveBack(entry));
        entry.isSent = true;
      },
      commit: (input) => {
        store.batch(() => {
          ++store.order.clock;
          input.late = undefined; // The log keeps the order of the calls.
          served = created.flatMap((each) => {
            const pk = input.keys?.get(String(each.path));
            return pk === undefined ? [] : [[each, pk] as const];
          });
          store.prepare(input);
          for (const [{ id, plan }, pk] of served) this.#name(plan, id, pk);
          this.#know(input);
          this.#log.answer(entry, this.#changes(input, false), () => this.#edits(input));
          store.followers?.log.keep(input, store.order.clock);
        });
      },
      created: () => created.map(({ id, plan }) => store.tables.of(plan).main.row(id)),
      keep: () => () => {
        store.as(cause('mutation', request), () => store.batch(() => this.#log.drop(entry)));
      },
      rollBack: () => {
        served = [];
        store.as(cause('rollback', request), () => store.batch(() => this.#log.drop(entry)));
      },
      end: () => {
        const ids = new Map(served.map(([{ id }, pk]) => [id, pk]));
        for (const [{ id, plan }, pk] of served) noteServerId(plan, id, pk);
        const told = created.splice(0).map(({ id }) => this.#ids.end(id, ids.get(id)));
        for (const tell of told) tell();
      },
    };
  }

  /** Shows the optimistic response of a mutation. Returns the entities that it creates. */
  #expect(
    entry: LogEntry,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    response: unknown,
  ): Creation[] {
    const created: Creation[] = [];
    if (response === undefined) return created;
    const source = `${endpoint.name} (optimistic)`;
    const input = new Normalizer(source, schemaArgsOf(endpoint, args), true);
    input.has = (plan, pk) => this.#store.has(plan, pk);
    input.identify = (plan, row) => {
      const id = newTemporaryId(plan);
      created.push({ id, plan, path: [...input.path] });
      this.#ids.add(id);
      return { ...row, id };
    };
    pure(() => input.begin(endpoint.schema, response));
    this.#keepKey(input, endpoint.ownRow?.(args));
    this.#store.prepare(input);
    this.#know(input);
    entry.input = input;
    this.#log.expect(entry, this.#changes(input, true));
    this.#log.expect(entry, this.#edits(input));
    return created;
  }

  /** A row keeps its key until the server has answered: the next request for it, or a link, uses the one it shows. */
  #keepKey({ last }: Normalizer, own: Named | undefined): void {
    if (!own || !last?.row || last.pk === own.pk || last.plan.identity !== own.plan.identity)
      return;
    if (!this.#store.has(own.plan, own.pk)) return;
    const keys = keyFieldsOf(own.plan);
    last.pk = own.pk;
    last.row = keep(last.row, (name) => !keys.includes(name));
  }

  #edits(input: Normalizer): RowChange[] {
    return editsOfRows(this.#store.followers?.edits(input));
  }

  #know(input: Normalizer): void {
    const { tables } = this.#store;
    for (const plan of input.plans) {
      this.#store.setKnown(tables.of(plan).main, true);
    }
  }

  #changes(input: Normalizer, isOptimistic: boolean): RowChange[] {
    const changes: RowChange[] = [];
    for (let next = input.first; next !== undefined; next = next.next) {
      const { plan, pk } = next;
      const row = this.#store.tables.of(plan).main.row(pk);
      const put = next.row && recordFrom(next);
      changes.push({
        row,
        plan,
        put: put && isOptimistic ? whatChanges(plan, row.data, put) : put,
      });
    }
    return changes;
  }

  /** Gives a created row its server id. */
  #name(plan: Plan, id: Pk, served: Pk): void {
    const store = this.#store;
    nameRow(store, store.tables.of(plan).main, id, served);
    store.followers?.each((follow, table) => follow.rename?.(store, table, id, served));
  }
}

/** The fields of an optimistic response that change something: the arguments name a row, and its key is not a change. */
function whatChanges(plan: Plan, before: Fields | undefined, put: Fields): Fields {
  if (!before) return put;
  const keys = keyFieldsOf(plan);
  return keep(put, (name, value) => !keys.includes(name) || String(before[name]) !== String(value));
}
