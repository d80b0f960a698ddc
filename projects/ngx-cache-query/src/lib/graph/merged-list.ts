import { sameItems } from '../util/equality';
import type { Entity } from '../schema/entity/entity';
import type { EntityCell, EntityType } from './entity-type';
import { Node, CURRENT, type NodeMaps } from './node';
import type { Begin } from './type-list';

declare const ngDevMode: unknown;

/** The list of all entities of several types, sorted by insertion order across all types. */
export class MergedList extends Node {
  value: readonly Entity[] | undefined;

  constructor(readonly types: readonly EntityType[]) {
    super();
  }

  purge(): void {
    this.value = undefined;
  }

  dropFrom({ merged }: NodeMaps): void {
    for (const [key, list] of merged) if (list === this) merged.delete(key);
  }

  /** Returns the list. If the list of one of the types has changed, merges the lists again. */
  read(begin: Begin<EntityCell>): readonly Entity[] {
    const lists = this.types.map((type) => type.allList);
    this.link(lists);
    if (!this.isDirty) return this.value!;
    const next = merge(this.types.map((type) => [type, type.allList.read(begin)] as const));
    this.state = CURRENT;
    if (this.value !== undefined && sameItems(this.value, next)) {
      return this.value;
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(next);
    return (this.value = next);
  }
}

function merge(lists: readonly (readonly [EntityType, readonly Entity[]])[]): Entity[] {
  const all: Entity[] = [];
  const orders: number[] = [];
  const places: number[] = [];
  for (const [{ allList, table }, entities] of lists) {
    entities.forEach((entity, i) => {
      places.push(all.length);
      orders.push(table.insertionOrders[allList.slots?.[i] ?? i]);
      all.push(entity);
    });
  }
  return places.sort((a, b) => orders[a] - orders[b]).map((place) => all[place]);
}

/** Assigns a number to each entity type. {@link keyOfTypes} builds keys from these numbers. */
const identities = new WeakMap<EntityType, number>();
let identified = 0;

function identify(type: EntityType): number {
  let id = identities.get(type);
  if (id === undefined) identities.set(type, (id = ++identified));
  return id;
}

/** Returns the key of the merged list of the given types. */
export function keyOfTypes(types: readonly EntityType[]): string {
  return types.map((type) => identify(type)).join();
}
