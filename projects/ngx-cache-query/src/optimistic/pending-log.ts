import type { Row } from '../reactive/row';
import { Input } from '../schema/input';
import { keyFieldsOf } from '../schema/pk';
import { keep } from '../util/plain-data';
import { canReplay, editsOfRows, LogEntry, type LoggedChange } from './log-entry';
import { isDeletion, type Patch, shownOver } from './patch';
import { PendingRows } from './pending-rows';

/**
 * The mutations in flight, in the order of their calls. An entry contains the optimistic response at first, and the
 * answer of the server later. Answered entries leave the log at its head. A mutation that fails leaves the log, and the
 * rest is replayed.
 */
export class PendingLog extends PendingRows {
  /** Whether a mutation is in flight. */
  get isBusy(): boolean {
    return this.entries.length > 0;
  }

  /** Adds a mutation to the end of the log. */
  begin(request: object): LogEntry {
    const entry = new LogEntry(this.store.order.last, request);
    this.setEntries([...this.entries, entry]);
    return entry;
  }

  /** Adds changes of a mutation, and shows them: by default its optimistic response. */
  add(entry: LogEntry, changes: readonly LoggedChange[], isAnswer = false): void {
    for (const change of changes) this.patch(entry, change, isAnswer);
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
    changes: readonly LoggedChange[],
    edits: () => readonly LoggedChange[],
    sent: (row: Row) => readonly string[] | undefined,
  ): void {
    const before = entry.patches;
    // A batch that failed may have taken the call back, but not the request.
    if (!this.entries.includes(entry)) {
      const later = this.entries.findIndex(({ since }) => since > entry.since);
      this.insert(entry, later < 0 ? Infinity : later);
    }
    entry.patches = new Map<Row, Patch>();
    entry.answeredAt = this.store.order.last;
    this.store.undos.push(() => {
      entry.patches = before;
      entry.answeredAt = undefined;
    });
    for (const change of changes) {
      const own = before.get(change.row)?.own ?? sent(change.row);
      this.patch(entry, change, true, own);
      if (own && !change.plan.hasVersions) this.#overrule(entry, change.row, own);
      if (change.moving) this.#keepPlaces(entry, change, own);
    }
    this.show([...before.keys(), ...entry.patches.keys()]);
    const gone = changes.filter(({ put }) => !put).map(({ row }) => row);
    // Deleted rows leave their lists even if they are created again before this is settled.
    const left = this.store.followers?.leave(gone, true);
    this.add(entry, [...editsOfRows(left), ...edits()], true);
    this.settle([...before.keys(), ...entry.patches.keys()]);
    this.replayAfter(entry.since);
  }

  /**
   * Removes what a mutation has set from the answers to later mutations that arrived before: they may be from before the
   * server has handled it.
   */
  #overrule(entry: LogEntry, row: Row, own: readonly string[]): void {
    for (const { patches } of this.entries.slice(this.entries.indexOf(entry) + 1)) {
      const patch = patches.get(row);
      if (!patch?.put) continue;
      // Another mutation may have changed the key, which the creation has set.
      const kept = [...patch.own, ...keyFieldsOf(patch.plan)];
      const isKept = (name: string) => !own.includes(name) || kept.includes(name);
      this.set(patches, row, { ...patch, put: keep(patch.put, isKept) });
    }
  }

  /**
   * Lets lists follow earlier mutations in flight rather than an answer: the server may not have handled them when it
   * answered.
   */
  #keepPlaces(entry: LogEntry, { row, moving }: LoggedChange, own: readonly string[] = []): void {
    for (const { answeredAt, patches } of this.entries.slice(0, this.entries.indexOf(entry))) {
      if (answeredAt !== undefined) continue;
      for (const name in patches.get(row)?.put) if (!own.includes(name)) moving!.delete(name);
    }
  }

  /** Moves a mutation that has waited behind all that were sent before, because the server handles it after them. */
  moveBack(entry: LogEntry): void {
    const others = this.entries.filter((each) => each !== entry);
    const place = others.map(({ isSent }) => isSent).lastIndexOf(true) + 1;
    const before = this.entries.indexOf(entry);
    if (place <= before) return;
    this.insert(entry, place, others);
    this.show(entry.patches.keys());
    this.settle(); // An answered mutation may be at the head now.
  }

  /** Takes a mutation back. */
  drop(entry: LogEntry): void {
    if (!this.entries.includes(entry)) return;
    this.setEntries(this.entries.filter((each) => each !== entry));
    const lost = this.#writtenFor(entry);
    this.show(entry.patches.keys());
    this.settle(entry.patches.keys());
    this.replayAfter(entry.since);
    if (lost.first) this.store.write(lost);
  }

  /** Returns what deletes the rows that were written for entities that only one mutation creates, such as for a Scalar. */
  #writtenFor(entry: LogEntry): Input {
    const { store } = this;
    const [input, lost] = [new Input(''), new Input('')];
    for (const [row, { plan, creates }] of entry.patches) {
      const isOnly = !this.entries.some(({ patches }) => patches.get(row)?.creates);
      if (creates && isOnly && !this.known(row).data) input.put(plan, row.pk, undefined);
    }
    const { last } = input;
    store.decide(input);
    for (let next = last?.next; next; next = next.next) {
      const { order } = store.known(store.tables.of(next.plan), next.pk);
      if (order > entry.since) lost.put(next.plan, next.pk, undefined);
    }
    return lost;
  }

  /** Computes optimistic responses again, because what they were computed from has changed: each over those below it. */
  protected replayAfter(since: number): void {
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
        // Also if a later mutation has created the row again: older reads do not add to it.
        if (isDeletion(patch)) store.undos.push(store.order.bury(row, head.answeredAt));
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
      store.followers?.left(gone, head.answeredAt);
    }
    for (const row of done) this.release(row);
    this.showLists(done);
  }

  /** Forgets all mutations, because the cache is emptied. */
  clear(): void {
    this.setEntries([]);
    for (const row of [...this.bases.keys()]) this.setBase(row, undefined);
  }
}
