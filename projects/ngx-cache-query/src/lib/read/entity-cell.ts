import type { Entity } from '../schema/entity';
import type { Pk } from '../schema/pk';
import type { EntityType } from './entity-type';
import { Node } from './node';

/**
 * What reading needs of one row, made when it is read first: the instance, who shows it, who watches
 * it. A row that is not in its table can have one too, for those who wait for it.
 */
export class EntityCell extends Node {
  /** The instance made last; when the cell is dirty it is out of date. */
  instance: Entity | undefined;
  /** How many live results hold the instance. */
  holders = 0;

  constructor(
    readonly type: EntityType,
    readonly pk: Pk,
  ) {
    super();
  }

  /** Lets go of the instance, and still passes on what changes it. */
  lighten(): void {
    this.instance = undefined;
    this.dirty = true;
    this.failed = true;
  }
}
