import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import { Input, type Operation, operationsOf } from '../schema/input';
import { recordFrom } from '../store/merge';
import { getOrInsert } from '../util/get-or-insert';
import { callAll } from '../util/report-uncaught';
import type { Client } from './client';
import type { SentIds } from './sent-ids';

/** A message of a stream, which has not been written. */
interface Message {
  /** The stream. Its messages keep their order. */
  readonly connection: object;
  readonly input: Input;
  /**
   * Writes the message.
   *
   * @param order its position in the write order; default: a new one
   * @param newer rows of the message that are newer than what was written in the meantime
   */
  arrive(order?: number, newer?: Input): void;
  readonly onError: (error: unknown) => void;
}

/** What a message waits for. */
interface Wait {
  /** The operations on the rows of the mutation. */
  readonly own: readonly Operation[];
  /** Whether the mutation has ended, or is not shown any more. */
  isOver(): boolean;
}

interface Held extends Wait {
  readonly message: Message;
  readonly order: number;
  /** Whether it has waited for the longest time. */
  isLate: boolean;
  stop?: () => void;
}

/** Of a message that only follows others of its stream. */
const NOTHING: Wait = { own: [], isOver: () => true };

/** The messages of one stream that wait. */
interface Queue {
  readonly held: Held[];
  /** The rows that mutations have written while messages waited. */
  readonly written: Set<Row>;
}

/** The longest time for which a message waits, in milliseconds. */
const LONGEST_WAIT = 2_000;

/**
 * The messages of streams that wait for the answers to own mutations: a created row would be shown twice, under its
 * temporary id and under that of the server.
 *
 * A message that waits is as old as its arrival, as in a frame. Only the rows of the mutation itself are newer in it
 * than in the answer, because the server sends a message after what it has answered.
 */
export class HeldMessages {
  readonly #queues = new Map<object, Queue>();
  /** The creations that were sent, as functions that return the rows that they show under temporary ids. */
  readonly creations = new Set<() => readonly Row[]>();
  /** The request ids of mutations. Comes with `requestIds`. */
  ids: SentIds | undefined;

  constructor(private readonly client: Client) {}

  /**
   * Writes a message, or keeps it if it must wait.
   *
   * @param id the request id in the message; `undefined` if there is none
   */
  take(message: Message, id: string | null | undefined): void {
    const { connection, input } = message;
    const orderOfAnswer = id == null ? undefined : this.ids?.takeEcho(input, id);
    const wait = this.#waitOf(input, id);
    if (!wait && !this.#queues.has(connection)) return message.arrive(orderOfAnswer);
    const create = (): Queue => ({ held: [], written: new Set<Row>() });
    const queue = getOrInsert(this.#queues, connection, create);
    // The caller may change the value while it waits.
    for (const each of operationsOf(input)) each.row &&= recordFrom(each);
    const arrived = this.client.store.beginRead();
    const order = orderOfAnswer ?? arrived;
    const held: Held = { message, order, isLate: false, ...(wait ?? NOTHING) };
    if (wait) {
      held.stop = this.client.after(LONGEST_WAIT, () => {
        held.isLate = true;
        this.check();
      });
    }
    queue.held.push(held);
  }

  /** Writes the messages that need not wait any longer. Called when a mutation has ended, or is not shown any more. */
  check(): void {
    if (this.#queues.size > 0) this.client.store.whenSettled(() => this.#release());
  }

  /** Drops the messages that wait, because the cache is emptied. */
  drop(): void {
    const queues = [...this.#queues.values()];
    this.#queues.clear();
    for (const each of queues.flatMap(({ held }) => held)) this.#stop(each);
    this.ids?.clear();
  }

  /** Returns what a message must wait for. */
  #waitOf(input: Input, id: string | null | undefined): Wait | undefined {
    if (id != null) {
      // The message of another page is no echo, whatever it creates.
      const { ids } = this;
      if (!ids?.has(id)) return undefined;
      return { own: operationsOf(input), isOver: () => !ids.has(id) };
    }
    const own: Operation[] = [];
    const over: (() => boolean)[] = [];
    for (const rows of this.creations) {
      for (const row of rows()) {
        const creating = row.data ? this.#creating(input, row.table) : [];
        own.push(...creating);
        if (creating.length > 0) over.push(() => !row.data || !this.creations.has(rows));
      }
    }
    return own.length > 0 ? { own, isOver: () => over.every((isOver) => isOver()) } : undefined;
  }

  /** Returns the operations of a message that would create rows of a table. */
  #creating(input: Input, table: Table): Operation[] {
    const { store } = this.client;
    return operationsOf(input).filter((each) => {
      if (!each.row || input.optional?.has(each)) return false;
      return store.tables.of(each.plan).main === table && !this.#isThere(each);
    });
  }

  /** Whether a row is shown, or will be when a deletion in flight fails. */
  #isThere({ plan, pk }: Operation): boolean {
    const { store } = this.client;
    return store.has(plan, pk) || store.tables.of(plan).record(pk) !== undefined;
  }

  #release(): void {
    const { store } = this.client;
    const due: (() => void)[] = [];
    const failures: (() => void)[] = [];
    for (const [connection, queue] of this.#queues) {
      while (isDue(queue.held[0])) {
        const held = queue.held.shift()!;
        const { message, order } = held;
        if (!held.isLate) for (const each of held.own) queue.written.add(this.#rowOf(each));
        const newer = this.#newer(queue, message.input);
        due.push(() => {
          try {
            store.batch(() => message.arrive(order, newer));
          } catch (error) {
            failures.push(() => message.onError(error));
          } finally {
            this.#stop(held);
          }
        });
      }
      if (queue.held.length === 0) this.#queues.delete(connection);
    }
    if (due.length === 0) return;
    // In one commit, so that the states between are not shown.
    store.batch(() => {
      for (const write of due) write();
    });
    callAll(failures);
  }

  /** Returns the operations of a message on the rows that mutations have written while messages waited. */
  #newer({ written }: Queue, input: Input): Input | undefined {
    const newer = new Input(input.source);
    for (const each of operationsOf(input)) {
      // What the page has deleted in the meantime stays deleted.
      const isNewer = written.has(this.#rowOf(each)) && this.#isThere(each);
      if (isNewer) newer.put(each.plan, each.pk, each.row);
    }
    return newer.first && newer;
  }

  #rowOf({ plan, pk }: Operation): Row {
    return this.client.store.tables.of(plan).main.row(pk);
  }

  #stop({ stop }: Held): void {
    stop?.();
    this.client.store.endRead();
  }
}

function isDue(held: Held | undefined): boolean {
  return held !== undefined && (held.isLate || held.isOver());
}
