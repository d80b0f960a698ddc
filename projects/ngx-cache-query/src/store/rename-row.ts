import { addName } from '../reactive/names';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import { inheritGrave } from '../reactive/write-order';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import type { Named } from './followers';
import { KeyRenaming } from './key-renaming';
import type { Store } from './store';

/** Gives a created row the key that it has on the server. Another response may have brought the server's row before. */
export function nameRow(store: Store, table: Table, id: Pk, served: Pk): void {
  const { undos, tables, overlay } = store;
  const row = table.row(id);
  const other = table.row(served);
  if (other.data || tables.held.has(other)) {
    overlay?.rename(row, other); // First, because the rows of other classes are found by the key of the created one.
    undos.push(addName(table, other, id, served));
    return;
  }
  undos.push(addName(table, row, served));
  // The server's row may have been deleted in the meantime: older responses do not restore the created one either.
  inheritGrave(store.order, row, other, undos);
}

/**
 * Gives a row another key, with everything that references it. It stays the same row, with its pending changes, its
 * instance and its place in the order of arrival. The old key is free afterwards, because another entity may get it: it
 * does not become a second name. Must be called in a batch.
 *
 * @param keys the fields that the key consists of, with their new values
 * @returns what replaces the references in data that is older
 */
export function renameRow(store: Store, { plan, pk }: Named, to: Pk, keys: Fields): KeyRenaming {
  const { order: clock, overlay, tables } = store;
  const table = tables.of(plan).main;
  const row = table.row(pk);
  const order = ++clock.last;
  const { data = {} } = store.known(table, pk);
  const entry = table.index.get(to);
  // Another response may have brought the row under its new key before.
  const isOther = store.known(table, to).data || tables.held.has(entry as Row);
  const target = isOther ? table.row(to) : row;
  const names = new Set([pk, row.pk]);
  const renaming = new KeyRenaming(table, names, isOther ? target.pk : to, keys, order);
  if (isOther) {
    inheritGrave(clock, target, row, store.undos);
    if (!overlay?.replace(row, undefined, order)) store.remove(row, order);
    overlay?.rename(row, target);
  } else {
    rekey(store, row, pk, to, keys, order);
  }
  for (const { main, plan: of, mirrors } of tables.all) {
    if (main.plan !== of) continue;
    const plans = [of, ...mirrors.map((mirror) => mirror.plan)];
    if (plans.every(({ relations }) => relations.length === 0)) continue;
    const renamed = (record: Fields) =>
      plans.reduce((next, each) => renaming.record(each, next), record);
    for (const each of [...main.all()]) {
      if (!tables.held.has(each)) store.change(each, renamed(each.data!), each.order);
    }
  }
  overlay?.rewrite(renaming);
  store.followers?.log.rewrite(renaming);
  store.followers?.each((follow, of) => {
    for (const [old, next, fields] of follow.renamed?.(store, of, data, [pk, to]) ?? [])
      renameRow(store, { plan: of.plan, pk: old }, next, fields);
  });
  return renaming;
}

/** Puts a row under another key. What finds rows by keys learns that it leaves, and that it comes again. */
function rekey(store: Store, row: Row, from: Pk, to: Pk, keys: Fields, order: number): void {
  const { data, order: before, arrival, table, pk } = row;
  const { names, mirrors } = table;
  store.change(row, undefined, order);
  const move = (old: Pk, next: Pk) => {
    for (const name of [old, next]) table.leave(name);
    for (const { index } of [table, ...mirrors]) {
      const entry = index.get(old);
      index.delete(old);
      if (typeof entry !== 'object') continue;
      entry.pk = next;
      index.set(next, entry);
    }
  };
  const forget = names?.rename(row, from, to);
  move(from, to);
  store.undos.push(() => {
    const { data: last, order: at } = row;
    store.change(row, undefined, at);
    move(to, from);
    row.pk = pk;
    forget?.();
    store.change(row, last, at, arrival);
  });
  if (data) store.change(row, { ...data, ...keys }, Math.max(before, order), arrival);
}
