import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { outlivesReads, type RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import { StoreWriter } from './effect-writer';
import type { Transaction } from './transaction';

/** Lets an effect read and write rows in a transaction. */
export class TransactionWriter extends StoreWriter {
  constructor(
    private readonly transaction: Transaction,
    order: number,
    private readonly isLocal: boolean,
  ) {
    super(transaction.tables, order);
  }

  row(plan: EntityPlan, pk: Pk): Fields | undefined {
    const table = this.tables.of(plan);
    const { overlay } = table;
    if (overlay === undefined) return table.get(pk);
    return this.isLocal ? overlay.shown(pk) : overlay.known(pk);
  }

  write(plan: EntityPlan, pk: Pk, op: RowOp): void {
    // Some operations are kept when the response to an older read arrives. They get the write order of the transaction
    // instead of the write order of their input.
    this.transaction.write(plan, pk, op, outlivesReads(op) ? undefined : this.order);
  }
}
