import type { EntityPlan } from '../../schema/entity/entity-plan';
import { FieldKey } from '../../schema/entity/field-key';
import type { Pk } from '../../schema/entity/pk';
import type { Change } from '../../store/change-set';
import type { Table } from '../../store/table';
import type { Fields } from '../../util/plain-data';
import type { Source } from '../source';
import { FieldIndex } from './field-index';
import type { RowObserver } from '../row-observer';

/**
 * The indexes of one Entity class: the indexes that the class declares, and the indexes that incremental results use. A
 * declared index is created on first use.
 */
export class Indexes implements RowObserver {
  readonly byFields = new Map<string, FieldIndex>();

  constructor(
    readonly plan: EntityPlan,
    private readonly table: Table,
  ) {}

  /**
   * Returns the index over `fields`. Returns `undefined` if the class does not declare this index and no incremental
   * result uses it.
   */
  over(fields: readonly string[]): FieldIndex | undefined {
    const index = this.byFields.get(nameOf(fields));
    if (index !== undefined || !this.plan.isIndexed(fields)) return index;
    return this.add(new FieldKey(fields, this.plan));
  }

  rowChanged(change: Change, touched: Set<Source>): void {
    for (const index of this.byFields.values()) index.move(change, touched);
  }

  instanceChanged(pk: Pk, touched: Set<Source>): void {
    for (const index of this.byFields.values()) index.touch(pk, this.table.get(pk), touched);
  }

  /** Drops unused empty buckets. */
  sweep(sweep: number): void {
    for (const index of this.byFields.values()) index.sweep(sweep);
  }

  /**
   * Finds the first row with `values` in `fields` by searching all rows. Used by drafts, which have no indexes.
   */
  scan(fields: readonly string[], values: Fields): Pk | undefined {
    const key = new FieldKey(fields, this.plan);
    const wanted = key.ofWanted(values);
    const { index, records } = this.table;
    let first: Pk | undefined;
    for (const [pk, slot] of index) {
      if (!Object.is(key.ofRow(records[slot]!), wanted)) continue;
      if (first === undefined || slot < index.get(first)!) first = pk;
    }
    return first;
  }

  add(key: FieldKey): FieldIndex {
    const index = new FieldIndex(key, this.table);
    this.byFields.set(nameOf(key.fields), index);
    return index;
  }
}

export function nameOf(fields: readonly string[]): string {
  return fields.join('\n');
}
