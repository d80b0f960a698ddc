import type { Entity } from '../schema/entity/entity';
import type { EntityCell, EntityType } from './entity-type';
import { Node, RIGHT } from './node';
import type { Begin } from './type-list';

declare const ngDevMode: unknown;

/** All entities of several types, in order of first arrival across the types. */
export class MergedList extends Node {
  value: readonly Entity[] | undefined;

  constructor(readonly types: readonly EntityType[]) {
    super();
  }

  purge(): void {
    this.value = undefined;
  }

  /** The list; merged again when one of the types' lists changed. */
  read(begin: Begin<EntityCell>): readonly Entity[] {
    const lists = this.types.map((type) => type.allList);
    this.link(lists);
    if (!this.isDirty) return this.value!;
    const next = merge(this.types.map((type) => [type, type.allList.read(begin)] as const));
    this.state = RIGHT;
    if (this.value?.length === next.length && this.value.every((item, i) => item === next[i])) {
      return this.value;
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(next);
    return (this.value = next);
  }
}

function merge(lists: readonly (readonly [EntityType, readonly Entity[]])[]): Entity[] {
  const all: Entity[] = [];
  const arrivals: number[] = [];
  const places: number[] = [];
  for (const [{ allList, table }, entities] of lists) {
    entities.forEach((entity, i) => {
      places.push(all.length);
      arrivals.push(table.insertionOrders[allList.slots?.[i] ?? i]);
      all.push(entity);
    });
  }
  return places.sort((a, b) => arrivals[a] - arrivals[b]).map((place) => all[place]);
}
