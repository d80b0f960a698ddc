import { addName } from '../reactive/names';
import { pure } from '../reactive/node';
import type { Row } from '../reactive/row';
import type { Client } from '../requests/client';
import { HeldMessages } from '../requests/held-messages';
import type { AnyEndpoint } from '../requests/endpoint';
import { inputFor } from '../requests/target';
import type {
  Optimistic,
  OptimisticResponse,
  OptimisticSnapshot,
  Again,
  Mutations,
  PendingMutation,
} from '../requests/optimistic-option';
import { cause, type SentRequest } from '../requests/sent-request';
import { type Input, noteMoving, operationsOf } from '../schema/input';
import { keyFieldsOf, type Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import { classesIn } from '../schema/schema-shape';
import { commitAs } from '../store/commit';
import { recordFrom } from '../store/merge';
import type { Named } from '../store/followers';
import { nameRow } from '../store/rename-row';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { keep } from '../util/plain-data';
import { type Creation, type Served, servedIn } from './creation';
import { editsOfRows, type LogEntry, type LoggedChange } from './log-entry';
import { PendingOverlay } from './pending-overlay';
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

/** The mutations in flight of a cache. */
class OptimisticMutations implements Mutations {
  readonly #store: Store;
  readonly #log: PendingOverlay;
  readonly #ids = new TemporaryIds();
  readonly #held: HeldMessages;

  constructor(client: Client) {
    this.#store = client.store;
    this.#store.overlay = this.#log = new PendingOverlay(client.store);
    this.#held = client.held ??= new HeldMessages(client);
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

  begin(request: SentRequest, response: unknown, again?: Again): PendingMutation {
    const { endpoint, args } = request;
    const store = this.#store;
    const waits = this.#ids.missingIn(args).size > 0;
    let entry!: LogEntry;
    const created = commitAs(store, cause('optimistic', request), () => {
      entry = this.#log.begin(request);
      ++store.order.last;
      return this.#expect(entry, endpoint, args, response);
    });
    const rows = () => created.map(({ pk, plan }) => store.tables.of(plan).main.row(pk));
    const plans = Array.isArray(response) ? classesIn(endpoint.schema).map(planOf) : [];
    /** Returns the rows in an array that is shown, without those inside them. */
    const several = () => [...entry.patches.keys()].filter(({ plan }) => plans.includes(plan));
    const holdMessages = () => entry.isSent && created.length > 0 && this.#held.creations.add(rows);
    if (again) {
      entry.replay = () => {
        this.#log.restart(entry);
        try {
          const known = this.#ids.known(args);
          const shown = this.#expect(entry, endpoint, known, again(known), [...created]);
          // Other data may make the response create more.
          created.push(...shown.filter(({ id }) => !created.some((each) => each.id === id)));
          holdMessages();
        } catch {
          // Without a response, nothing is shown.
        }
      };
    }
    let served: Served[] = [];
    let isKept = false;
    const drop = (kind: 'mutation' | 'rollback') =>
      commitAs(store, cause(kind, request), () => this.#log.drop(entry));
    /** Messages about the created rows need not wait any longer. */
    const release = () => {
      if (!isKept && this.#held.creations.delete(rows)) this.#held.check();
    };
    return {
      sent: () => {
        if (waits) store.batch(() => this.#log.moveBack(entry));
        entry.isSent = true;
        holdMessages();
      },
      write: (input) => {
        store.batch(() => {
          ++store.order.last;
          input.late = undefined; // The log keeps the order of the calls.
          served = created.flatMap((each) => servedIn(input, each) ?? []);
          store.prepare(input);
          keepMoves(input, entry.input?.moving);
          for (const each of served) this.#name(each);
          this.#log.answer(
            entry,
            this.#changes(input),
            () => this.#edits(input),
            (row) => this.#sentTo(row, request),
          );
          store.followers?.log.keep(input, store.order.last);
        });
      },
      shown: () => [...rows(), ...several()],
      keep: () => {
        isKept = true;
        return () => {
          drop('mutation');
          isKept = false;
          release();
        };
      },
      rollBack: () => {
        served = [];
        isKept = false;
        drop('rollback');
      },
      end: () => {
        const ids = new Map(served.map(({ id, servedId }) => [id, servedId]));
        for (const { pk, plan, served: next } of served) noteServerId(plan, pk, next);
        const ended = isKept ? [...created] : created.splice(0);
        const told = ended.map(({ id }) => this.#ids.end(id, ids.get(id)));
        for (const tell of told) tell();
        release();
      },
    };
  }

  /** Shows the optimistic response of a mutation. Returns the entities that it creates. */
  #expect(
    entry: LogEntry,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    response: unknown,
    known: Creation[] = [],
  ): Creation[] {
    const created: Creation[] = [];
    if (response === undefined) return created;
    const source = `${endpoint.name} (optimistic)`;
    const input = inputFor(endpoint, args, true, source);
    input.has = (plan, pk) => this.#store.has(plan, pk);
    input.keys = new Map<string, Pk>();
    input.isExpected = true;
    input.identify = (plan, row, lacks) => {
      const isMissing = (name: string) => row[name] === undefined || row[name] === null;
      const field = lacks ?? keyFieldsOf(plan).find(isMissing);
      if (field === undefined) return undefined;
      // A response that is computed again creates the same entities.
      const id = known.shift()?.id ?? newTemporaryId(plan, field);
      created.push({ id, field, plan, path: String(input.path), pk: id });
      return { ...row, [field]: id };
    };
    pure(() => input.begin(endpoint.schema, response));
    for (const each of created) {
      each.pk = input.keys.get(each.path)!;
      this.#ids.add(each.id);
    }
    this.#keepKey(input, endpoint.ownRow?.(args));
    this.#store.prepare(input);
    entry.input = input;
    this.#log.add(entry, this.#changes(input));
    this.#log.add(entry, this.#edits(input));
    return created;
  }

  /** A row keeps its key until the server has answered: the next request for it, or a link, uses the one it shows. */
  #keepKey({ last }: Input, own: Named | undefined): void {
    if (!own || !last?.row || last.pk === own.pk || last.plan.identity !== own.plan.identity)
      return;
    const { main } = this.#store.tables.of(own.plan);
    const data = main.record(own.pk) ?? this.#store.known(main, own.pk).data;
    if (!data) return;
    const keys = keyFieldsOf(own.plan);
    last.pk = own.pk;
    last.row = { ...last.row, ...keep(data, (name) => keys.includes(name)) };
  }

  /** Returns the names of the fields that a request has sent, if it is about a row. */
  #sentTo(row: Row, { args, endpoint }: SentRequest): readonly string[] | undefined {
    const own = endpoint.ownRow?.(args);
    if (!own || this.#store.tables.of(own.plan).main.index.get(own.pk) !== row) return undefined;
    const body = args.at(-1) ?? {};
    return Object.keys(body).filter((name) => !keyFieldsOf(own.plan).includes(name));
  }

  #edits(input: Input): LoggedChange[] {
    return editsOfRows(this.#store.followers?.edits(input));
  }

  #changes(input: Input): LoggedChange[] {
    const store = this.#store;
    return operationsOf(input).map((next) => {
      const { plan, pk } = next;
      const row = store.tables.of(plan).main.row(pk);
      const put = next.row && recordFrom(next);
      if (!put || !input.isExpected) return { row, plan, put, moving: input.moving?.get(next) };
      // An entity inside of another one is sent as a whole. The mutation that shows it already may fail, or be answered.
      const isShown = next !== input.last && row.data !== undefined;
      const creates = isShown && !store.has(plan, pk) && this.#ids.missingIn([pk]).size === 0;
      const before = creates ? undefined : row.data;
      const keys = keyFieldsOf(plan);
      // The arguments name the row, so its key is not a change.
      const isChange = (name: string, value: unknown) =>
        !keys.includes(name) || String(before?.[name]) !== String(value);
      return { row, plan, put: keep(put, isChange), creates };
    });
  }

  /** Gives a created row its server id. */
  #name({ plan, pk, served, id, servedId }: Served): void {
    const store = this.#store;
    nameRow(store, store.tables.of(plan).main, pk, served);
    // A list inside it is named by its id, and its items by their keys.
    const names = new Map([
      [pk, served],
      [id, servedId],
    ]);
    for (const [from, to] of names)
      store.followers?.each((follow, table) => follow.rename?.(store, table, from, to, addName));
    this.#ids.serve(id, servedId);
    this.#log.serve(id, servedId);
  }
}

/**
 * Makes an answer move entities between lists as the optimistic response did. Compared with the optimistic response, it
 * changes nothing, but it also lies over earlier mutations whose answers are still missing.
 */
function keepMoves(input: Input, moved: Input['moving']): void {
  for (const [{ plan, pk }, names] of moved ?? []) {
    for (const next of operationsOf(input)) {
      if (next.plan === plan && next.pk === pk && next.row) noteMoving(input, next, names);
    }
  }
}
