import type { EntityPlan } from '../schema/entity-plan';
import { FieldKey } from '../schema/field-key';
import type { Pk } from '../schema/pk';
import type { Change } from '../store/change-set';
import type { Table } from '../store/table';
import type { Fields } from '../util/plain-data';
import type { Source } from './beacon';
import { FieldIndex } from './field-index';
import type { Membership } from './membership';

/** The indexes of one entity class: those that it declares, once they are used, and those of who follows it. */
export class Indexes {
  readonly #byFields = new Map<string, FieldIndex>();
  /** How many follow an index. */
  readonly #users = new Map<FieldIndex, number>();
  /** Who follows lists that are rows of the class, by their keys. */
  readonly #lists = new Map<Pk, Set<Membership>>();
  /** Who follows entities of the class in lists. */
  readonly #members = new Set<Membership>();

  constructor(
    private readonly plan: EntityPlan,
    private readonly table: Table,
  ) {}

  /** The index over some fields, if the class declares it or somebody follows it. */
  over(fields: readonly string[]): FieldIndex | undefined {
    const index = this.#byFields.get(nameOf(fields));
    if (index !== undefined || !this.plan.isIndexed(fields)) return index;
    return this.#add(new FieldKey(fields, this.plan));
  }

  /** An index for as long as somebody follows it; give it back with {@link close}. */
  open(key: FieldKey): FieldIndex {
    const index = this.over(key.fields) ?? this.#add(key);
    this.#users.set(index, (this.#users.get(index) ?? 0) + 1);
    return index;
  }

  close(index: FieldIndex): void {
    const users = this.#users.get(index)! - 1;
    this.#users.set(index, users);
    if (users > 0) return;
    this.#users.delete(index);
    const { fields } = index.key;
    if (!this.plan.isIndexed(fields)) this.#byFields.delete(nameOf(fields));
  }

  /** Moves a changed row. */
  move(change: Change, touched: Set<Source>): void {
    for (const index of this.#byFields.values()) index.move(change, touched);
    for (const list of this.#lists.get(change.pk) ?? NONE) list.follow(change.after, touched);
    for (const each of this.#members) each.memberChanged(change.pk, touched);
  }

  /** Notes that a row shows something else, although it is stored as it was. */
  touch(pk: Pk, touched: Set<Source>): void {
    for (const index of this.#byFields.values()) index.touch(pk, this.table.get(pk), touched);
    for (const each of this.#members) each.memberChanged(pk, touched);
  }

  /** From now on `list` follows a row of the class. */
  addList(pk: Pk, list: Membership): void {
    const lists = this.#lists.get(pk) ?? new Set<Membership>();
    this.#lists.set(pk, lists.add(list));
  }

  removeList(pk: Pk, list: Membership): void {
    const lists = this.#lists.get(pk);
    lists?.delete(list);
    if (lists?.size === 0) this.#lists.delete(pk);
  }

  /** From now on `members` follows entities of the class. */
  addMembers(members: Membership): void {
    this.#members.add(members);
  }

  removeMembers(members: Membership): void {
    this.#members.delete(members);
  }

  /** Forgets keys that nobody asks for. */
  sweep(sweep: number): void {
    for (const index of this.#byFields.values()) index.sweep(sweep);
  }

  /** The first row with these values, found without an index: for a draft, which has none. */
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

  #add(key: FieldKey): FieldIndex {
    const index = new FieldIndex(key, this.table);
    this.#byFields.set(nameOf(key.fields), index);
    return index;
  }
}

const NONE: readonly never[] = [];

function nameOf(fields: readonly string[]): string {
  return fields.join('\n');
}
