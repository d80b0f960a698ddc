import { type Entity, recordOf, setRecord } from '../schema/entity';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import type { Made } from './deserialized';
import { instantiate } from './instance';
import { type Before, Node } from './node';
import type { Table } from './table';

/**
 * A row of a table, and the node of its instance. A row exists before its data arrives, if something depends on it.
 */
export class Row extends Node {
  declare value: Entity | undefined;
  /** The record: the fields, with keys in place of related entities. `undefined` if the entity is not in the cache. */
  data: Fields | undefined = undefined;
  /** The position in the write order. Also kept for a deleted row, so that an older response does not restore it. */
  order = 0;
  /** The position in the order of arrival. */
  arrival = 0;
  /** What the deserializers made of raw values, until an instance takes it. */
  made: Made | undefined = undefined;

  constructor(
    readonly table: Table,
    readonly pk: Pk,
  ) {
    super();
  }

  get plan(): Plan {
    return this.table.plan;
  }

  /** Returns the instance, or `undefined` if the row has no data. */
  read(): Entity | undefined {
    return this.dirty ? instantiate(this) : this.value;
  }

  /** Takes a record with equal data. */
  adopt(data: Fields): void {
    if (this.value && recordOf(this.value) === this.data) setRecord(this.value, data);
    this.data = data;
  }

  override outdated(): void {
    this.table.changed(this);
  }

  isSaved(): boolean {
    return true;
  }

  override restore(before: Before): void {
    this.value = before.value as Entity | undefined;
    if (this.value && this.data) setRecord(this.value, this.data);
  }
}
