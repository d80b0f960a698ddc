import type { StoreCommit } from '../../src/store/commit';
import type { Store } from '../../src/store/store';

/** Makes a cache that is fed by the changes of another one equal to it, also in the order of arrival. */
export function replay(
  store: Store,
  { changes, known, cause }: StoreCommit,
  origin?: unknown,
): void {
  const { tables } = store;
  const write = () => {
    for (const [type, isKnown] of known) store.setKnown(tables.for(type).main, isKnown);
    for (const { type, pk, after, order, arrival } of changes) {
      const row = tables.for(type).main.row(pk);
      store.order.last = Math.max(store.order.last, order);
      tables.arrivals = Math.max(tables.arrivals, arrival);
      if (!after || (row.data && row.arrival !== arrival)) store.remove(row, order);
      store.change(row, after, order, arrival);
      row.order = order;
    }
  };
  store.as({ ...cause, kind: 'restore', origin }, () => store.batch(write));
}
