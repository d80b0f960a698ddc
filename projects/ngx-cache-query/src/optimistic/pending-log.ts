import type { Row } from '../reactive/row';
import { Input, type Operation } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { RecordEdit } from '../store/edit-log';
import { followOf } from '../store/followers';
import type { Renaming } from '../store/renaming';
import type { Overlay } from '../store/store';
import { type Fields, keep } from '../util/plain-data';
import { canReplay, editsOfRows, LogEntry, type RowChange } from './log-entry';
import { overwritten, type Patch, putUnder, shownOver, written } from './patch';
import { PendingRows } from './pending-rows';
import { withServedId } from './temporary-ids';

/**
 * The mutations in flight, in the order of their calls. An entry contains the optimistic response at first, and the
 * answer of the server later. Answered entries leave the log at its head. A mutation that fails leaves the log, and the
 * rest is replayed.
 */
export class PendingLog extends PendingRows implements Overlay {
  /** Whether the open write has changed what optimistic responses were computed from. */
  #mustReplay = false;

  /** Whether a mutation is in flight. */
  get isBusy(): boolean {
    return this.entries.length > 0;
  }

  /** Adds a mutation to the end of the log. */
  begin(request: object): LogEntry {
    const entry = new LogEntry(this.store.order.clock, request);
    this.setEntries([...this.entries, entry]);
    return entry;
  }

  /** Shows changes of a mutation: its optimistic response. */
  expect(entry: LogEntry, changes: readonly RowChange[]): void {
    for (const change of changes) this.patch(entry, change, false);
    this.show(changes.map(({ row }) => row));
  }

  /**
   * Replaces the optimistic response of a mutation by the answer of the server.
   *
   * @param edits returns what the answer does to lists; called when its operations are shown
   * @param sent returns the names of the fields of a row that were sent, for mutations without an optimistic response
   */
  answer(
    entry: LogEntry,
    changes: readonly RowChange[],
    edits: () => readonly RowChange[],
    sent: (row: Row) => readonly string[] | undefined,
  ): void {
    const before = entry.patches;
    // A batch that failed may have taken the call back, but not the request.
    if (!this.entries.includes(entry)) {
      const later = this.entries.findIndex(({ since }) => since > entry.since);
      const place = later < 0 ? this.entries.length : later;
      this.setEntries([...this.entries.slice(0, place), entry, ...this.entries.slice(place)]);
    }
    entry.patches = new Map<Row, Patch>();
    entry.answeredAt = this.store.order.clock;
    this.store.undos.push(() => {
      entry.patches = before;
      entry.answeredAt = undefined;
    });
    for (const change of changes) {
      const own = before.get(change.row)?.own ?? sent(change.row);
      this.patch(entry, change, true, own);
      if (own) this.#overrule(entry, change.row, own);
    }
    this.show([...before.keys(), ...entry.patches.keys()]);
    const gone = changes.filter(({ put }) => !put).map(({ row }) => row);
    const more = [...this.#left(gone), ...edits()];
    for (const change of more) this.patch(entry, change, true);
    this.show(more.map(({ row }) => row));
    this.settle([...before.keys(), ...entry.patches.keys()]);
    this.#replayAfter(entry.since);
  }

  /**
   * Removes what a mutation has set from the answers to later mutations that arrived before: they may be from before the
   * server has handled it.
   */
  #overrule(entry: LogEntry, row: Row, own: readonly string[]): void {
    for (const { patches } of this.entries.slice(this.entries.indexOf(entry) + 1)) {
      const patch = patches.get(row);
      if (!patch?.put) continue;
      const isKept = (name: string) => !own.includes(name) || patch.own.includes(name);
      this.set(patches, row, { ...patch, put: keep(patch.put, isKept) });
    }
  }

  /** Returns the edits of the lists that deleted rows leave, even if they are created again before this is settled. */
  #left(rows: readonly Row[]): RowChange[] {
    const { store } = this;
    if (rows.length === 0) return [];
    const edits = store.followers?.each((follow, table) =>
      follow.leave?.(store, table, rows, true),
    );
    return editsOfRows(edits);
  }

  /** @see Overlay */
  arrived({ first, plans }: Input): void {
    for (const table of this.store.tables.followers) {
      if (!plans.has(table.plan)) continue;
      for (let next = first; next !== undefined; next = next.next) {
        if (next.plan === table.plan && next.row) this.#showIn(table.row(next.pk));
      }
      this.showTable(table);
    }
  }

  /** Shows what mutations in flight do to a list that was not loaded when they were called. */
  #showIn(list: Row): void {
    for (const entry of this.entries) {
      const { answeredAt, input, patches } = entry;
      if (answeredAt !== undefined || !input || patches.has(list)) continue;
      followOf(list.table)!.complete?.(this.store, list.table, input);
      const edits = this.store.followers!.edits(input, list);
      for (const change of editsOfRows(edits)) this.patch(entry, change, false);
    }
    this.show([list]);
  }

  /** Moves a mutation that has waited behind all that were sent before, because the server handles it after them. */
  moveBack(entry: LogEntry): void {
    const others = this.entries.filter((each) => each !== entry);
    const place = others.map(({ isSent }) => isSent).lastIndexOf(true) + 1;
    const before = this.entries.indexOf(entry);
    if (place <= before) return;
    this.setEntries([...others.slice(0, place), entry, ...others.slice(place)]);
    this.show(entry.patches.keys());
    this.settle(); // An answered mutation may be at the head now.
  }

  /** Takes a mutation back. */
  drop(entry: LogEntry): void {
    if (!this.entries.includes(entry)) return;
    const lost = this.#writtenFor(entry);
    this.setEntries(this.entries.filter((each) => each !== entry));
    this.show(entry.patches.keys());
    this.settle(entry.patches.keys());
    this.#replayAfter(entry.since);
    if (lost.length === 0) return;
    const input = new Input('');
    for (const { plan, pk } of lost) input.put(plan, pk, undefined);
    this.store.write(input);
  }

  /** Returns the rows that were written for entities that only one mutation creates, such as the values of a Scalar. */
  #writtenFor(entry: LogEntry): Operation[] {
    const { store } = this;
    const input = new Input('');
    for (const [row, { plan, creates }] of entry.patches) {
      const isIn = ({ patches }: LogEntry) => patches.get(row)?.creates;
      const isOnly = this.entries.every((each) => each === entry || !isIn(each));
      if (creates && isOnly && !this.known(row).data) input.put(plan, row.pk, undefined);
    }
    const { last } = input;
    store.decide(input);
    const found: Operation[] = [];
    for (let next = last?.next; next; next = next.next) {
      const { order } = store.known(store.tables.of(next.plan), next.pk);
      if (order > entry.since) found.push(next);
    }
    return found;
  }

  /** @see Overlay */
  isDeletedAfter(row: Row, order: number): boolean {
    return this.entries.some(({ patches, answeredAt = -1 }) => {
      const patch = patches.get(row);
      return answeredAt > order && !!patch && !patch.put && patch.edits.length === 0;
    });
  }

  /** Forgets all mutations, because the cache is emptied. */
  clear(): void {
    this.setEntries([]);
    for (const row of [...this.bases.keys()]) this.setBase(row, undefined);
  }

  /** Moves the patches of a row to another row: the server's row of a created entity was in the cache already. */
  rename(from: Row, to: Row): void {
    for (const { patches } of this.entries) {
      const patch = patches.get(from);
      if (!patch) continue;
      this.set(patches, from, undefined);
      this.set(patches, to, patch);
      this.track(to);
    }
    this.show([from, to]);
    this.settle([from, to]);
  }

  /** @see Overlay */
  rewrite(renaming: Renaming): void {
    this.replaceIn(
      (row, fields) => renaming.row(row, fields),
      (edit) => edit.renamed?.(renaming) ?? edit,
    );
  }

  /** Replaces the temporary id of a created entity in the fields of others, such as `projectId`. */
  serve(id: Pk, served: Pk): void {
    this.replaceIn((_, fields) => withServedId(fields, id, served));
  }

  /** @see Overlay */
  append(row: Row, edit: RecordEdit, order: number): boolean {
    const entries = this.entries;
    const isBefore = ({ answeredAt = Infinity, patches }: LogEntry) =>
      answeredAt <= order && patches.has(row);
    let place = entries.length;
    while (place > 0 && !isBefore(entries[place - 1])) place--;
    if (place === 0) return false;
    const entry = new LogEntry(order);
    entry.answeredAt = order;
    this.setEntries([...entries.slice(0, place), entry, ...entries.slice(place)]);
    this.patch(entry, { row, plan: row.plan, put: {}, edit }, true);
    this.show([row]);
    return true;
  }

  /** @see Overlay */
  replace(row: Row, data: Fields | undefined, order: number): boolean {
    const base = this.bases.get(row);
    if (!base) return false;
    this.setBase(row, { ...base, data, order: Math.max(base.order, order) });
    this.show([row]);
    return true;
  }

  /** @see Overlay */
  write(row: Row, operation: Operation, order: number, incoming: Fields | undefined): boolean {
    const base = this.bases.get(row);
    if (!base) return false;
    const { kind, source } = this.store.cause;
    const isLocal = kind === 'set';
    // A response that the application sets is below optimistic values, like one that arrives.
    const isAbove = isLocal && source === undefined;
    const { plan } = operation;
    const isOld = order < base.order;
    // A local write to a row that only mutations in flight create belongs to them.
    const creates = ({ answeredAt, patches }: LogEntry) =>
      answeredAt === undefined && patches.get(row)?.creates;
    const isCreated = () => this.entries.some(creates);
    if (!isLocal || base.data || !incoming || !isCreated()) {
      const data = written(plan, base, incoming, order);
      this.setBase(row, { ...base, data, order: isOld ? base.order : order });
    }
    for (const entry of this.entries) {
      const { patches, answeredAt } = entry;
      const patch = patches.get(row);
      if (!patch) continue;
      if (answeredAt !== undefined) {
        if (answeredAt > order) continue;
        // What is written after a deletion does not get back what was deleted.
        const isRevived = incoming && !patch.put && patch.edits.length === 0 && !isOld;
        if (isRevived) this.setBase(row, { ...this.bases.get(row)!, data: incoming });
        this.set(patches, row, overwritten(patch, incoming, isOld));
      } else if (isLocal && !incoming) {
        this.set(patches, row, undefined);
        this.set(entry.writtenIn(row.table), row.pk, null);
      } else if (incoming && patch.put && (isAbove || (isLocal && patch.creates))) {
        this.set(patches, row, {
          ...patch,
          put: putUnder(patch.put, incoming, patch.creates),
        });
        const own = entry.writtenIn(row.table);
        this.set(own, row.pk, { ...own.get(row.pk), ...incoming });
      }
    }
    this.show([row]);
    this.settle([row]);
    if (this.entries.some((each) => canReplay(each) && each.patches.has(row))) {
      this.#mustReplay = true;
    }
    return true;
  }

  /** @see Overlay */
  applied(): void {
    if (!this.#mustReplay) return;
    this.#mustReplay = false;
    this.#replayAfter(-1);
  }

  /** Computes optimistic responses again, because what they were computed from has changed: each over those below it. */
  #replayAfter(since: number): void {
    const all = this.entries;
    const first = all.findIndex((each) => each.since > since && canReplay(each));
    if (first < 0) return;
    const touched = new Set<Row>();
    const show = (entries: readonly LogEntry[]) => {
      this.setEntries(entries);
      for (const { patches } of all.slice(first))
        for (const row of patches.keys()) touched.add(row);
      this.show(touched);
    };
    this.isReplaying = true;
    try {
      for (let i = first; i < all.length; i++) {
        if (!canReplay(all[i])) continue;
        show(all.slice(0, i)); // What is computed reads what the mutations before it show.
        all[i].replay!();
      }
      show(all);
    } finally {
      this.isReplaying = false;
    }
    this.settle(touched);
  }

  /** Replaces what an optimistic response shows. */
  restart(entry: LogEntry): void {
    const { patches } = entry;
    this.store.undos.push(() => (entry.patches = patches));
    entry.before = patches;
    entry.patches = new Map<Row, Patch>();
    this.setEntries([...this.entries, entry]);
  }

  /** Merges the answered entries at the head of the log into the bases, and lets go of rows that no entry touches. */
  settle(touched: Iterable<Row> = []): void {
    const { store } = this;
    const done = new Set(touched);
    for (let [head] = this.entries; head?.answeredAt !== undefined; [head] = this.entries) {
      for (const [row, patch] of head.patches) {
        const base = this.bases.get(row)!;
        for (const edit of patch.edits) store.followers!.log.note(row, edit, head.answeredAt);
        // What was written after the answer stays newer than reads that were sent before it.
        const order = Math.max(base.order, head.answeredAt);
        this.setBase(row, { ...base, ...shownOver(base, row, [head]), order });
        done.add(row);
      }
      this.setEntries(this.entries.slice(1));
      // Lists are only walked for rows that may leave them.
      const gone = [...head.patches.keys()].filter(
        (row) => !this.known(row).data || store.followers?.isStrict(row.plan),
      );
      if (gone.length > 0) store.followers?.left(gone, head.answeredAt);
    }
    for (const row of done) this.release(row);
    this.showLists(done);
  }
}
