import type { Row } from '../reactive/row';
import type { Input, Operation } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { RecordEdit } from '../store/edit-log';
import { followOf } from '../store/followers';
import type { KeyRenaming } from '../store/key-renaming';
import type { Overlay } from '../store/overlay';
import { mapped } from '../util/mapped';
import type { Fields } from '../util/plain-data';
import { canReplay, editsOfRows, LogEntry } from './log-entry';
import { isDeletion, overwritten, putUnder, written } from './patch';
import { PendingLog } from './pending-log';

/** What else is written while mutations are in flight: below what they show, or above it. */
export class PendingOverlay extends PendingLog implements Overlay {
  /** Whether the open write has changed what optimistic responses were computed from. */
  #mustReplay = false;

  /** @see Overlay */
  isDeletedAfter(row: Row, order: number): boolean {
    return this.entries.some(({ patches, answeredAt = -1 }) => {
      const patch = patches.get(row);
      return answeredAt > order && !!patch && isDeletion(patch);
    });
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
      this.add(entry, editsOfRows(this.store.followers!.edits(input, list)));
    }
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
    this.insert(entry, place);
    this.add(entry, editsOfRows([{ row, edit }]), true);
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
    if (!isLocal || base.data || !incoming || !this.entries.some(creates)) {
      const data = written(plan, base, incoming, order);
      this.setBase(row, { ...base, data, order: Math.max(base.order, order) });
    }
    for (const entry of this.entries) {
      const { patches, answeredAt } = entry;
      const patch = patches.get(row);
      if (!patch) continue;
      if (answeredAt !== undefined) {
        if (answeredAt > order) continue;
        // What is written after a deletion does not get back what was deleted.
        const isRevived = incoming && isDeletion(patch) && !isOld;
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
    this.replayAfter(-1);
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
  rewrite(renaming: KeyRenaming): void {
    this.replaceIn(
      (row, fields) => renaming.row(row, fields),
      (edit) => edit.renamed?.(renaming) ?? edit,
    );
  }

  /** Replaces the temporary id of a created entity in the fields of others, such as `projectId`. */
  serve(id: Pk, served: Pk): void {
    this.replaceIn((_, fields) => mapped(fields, (value) => (value === id ? served : value)));
  }
}
