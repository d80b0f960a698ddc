import { setLog } from './log-steps';
import type { OpenCall } from './open-call';
import type { Swap } from './rename';
import { inCallOrder } from './row-log';
import type { Transaction } from './transaction';

/**
 * Mutations that waited for these keys, and for no other, are sent when this is committed: the server hears
 * of them after all that were sent meanwhile, so that is their place from now on, in the order of their calls.
 */
export function sendWaiting(transaction: Transaction, swaps: readonly Swap[]): void {
  const { tables, journal, order } = transaction;
  const sent: OpenCall[] = [];
  for (const call of tables.calls) {
    const waits = call.waitsFor;
    if (waits === undefined || !swaps.some(({ temporary }) => waits.has(temporary))) continue;
    const rest = [...waits].filter((key) => swaps.every(({ temporary }) => temporary !== key));
    journal.assign(call, 'waitsFor', rest.length > 0 ? new Set(rest) : undefined);
    if (rest.length === 0) sent.push(call);
  }
  sent.sort((a, b) => a.order - b.order);
  sent.forEach((call, i) => {
    journal.assign(call, 'order', order + (i + 1) / (sent.length + 1));
  });
  for (const call of sent) {
    for (const [table, pk] of call.rows) {
      const log = table.logs.get(pk);
      if (log === undefined) continue;
      const entries = inCallOrder(log.entries);
      setLog(transaction, table, pk, { ...log, entries });
    }
  }
}
