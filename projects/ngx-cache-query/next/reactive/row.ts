import type { Entity } from '../schema/entity';
import { setRecord } from '../schema/entity';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { instantiate } from './instance';
import { type Before, Node } from './node';
import type { Table } from './table';

/** A node whose value is the instance of an entity. */
export abstract class EntityNode extends Node {
  declare value: Entity | undefined;
  /** The row whose data the instance shows. */
  abstract readonly row: Row;
  abstract readonly plan: Plan;

  /** Returns the instance, or `undefined` if the row has no data. */
  read(): Entity | undefined {
    return this.dirty ? instantiate(this) : this.value;
  }

  override outdated(): void {
    this.row.table.changed(this);
  }

  isSaved(): boolean {
    return true;
  }

  override restore(before: Before): void {
    this.value = before.value as Entity | undefined;
    const { data } = this.row;
    if (this.value && data) setRecord(this.value, data);
  }
}

/**
 * A row of a table. It exists before its data arrives, if something depends on it. It is also the node of its instance
 * of the first class of the table.
 */
export class Row extends EntityNode {
  /** The record: the fields, with keys in place of related entities. `undefined` if the entity is not in the cache. */
  data: Fields | undefined = undefined;
  /** The position in the write order. Also kept for a deleted row, so that an older response does not restore it. */
  order = 0;
  /** The position in the order of arrival. */
  arrival = 0;

  constructor(
    readonly table: Table,
    readonly pk: Pk,
  ) {
    super();
  }

  get row(): this {
    return this;
  }
  get plan(): Plan {
    return this.table.plan;
  }
}

/** The node of the instance of a row, for a further class with the same `static key`. */
export class Face extends EntityNode {
  constructor(
    readonly row: Row,
    readonly plan: Plan,
  ) {
    super();
  }

  get data(): Fields | undefined {
    return this.row.data;
  }
}
