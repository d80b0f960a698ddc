import type { Table } from '../reactive/table';
import { type Input, noteMoving } from '../schema/input';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Named } from '../store/followers';
import { confirmedRecord } from '../store/overlay';
import type { Store } from '../store/store';
import { sameData } from '../util/equality';
import { type Fields, ownField } from '../util/plain-data';
import { allArguments } from './all-arguments';
import { matches } from './fits';
import type { Items, ListKind } from './list-kind';
import type { ListRules } from './list-rules';

/** The record of a list. */
export interface ListRecord extends Fields {
  readonly args: Fields;
  readonly items: Items;
  /** The arguments that each entity of the response has as a field; `undefined` if the response was empty. */
  readonly exact?: readonly string[];
  readonly pages?: unknown;
}

/** What a change of an entity does to a list. `'unsure'`: only the server knows. */
export type Transition = 'joins' | 'leaves' | 'unsure' | undefined;

/** Finds out which lists an entity joins or leaves when its fields change, because the lists have them as arguments. */
export class Transitions {
  /** The arguments that each entity of some list has as a field. They say what an empty list contains. */
  #exact: ReadonlySet<string> | undefined;

  readonly rules: ListRules;

  constructor(
    readonly kind: ListKind,
    readonly store: Store,
    private readonly table: Table,
  ) {
    this.rules = kind.rulesIn(store);
  }

  /** Notes the operations of an input, which is about to be written or shown, that change an argument of a list. */
  note(input: Input): void {
    const { kind, rules, store } = this;
    if (!kind.follows) return;
    const names = rules.filterNames(allArguments(this.table));
    if (names.length === 0) return;
    for (let next = input.first; next !== undefined; next = next.next) {
      const { row, plan, pk } = next;
      if (!row || !kind.classOf(plan.type)) continue;
      const table = store.tables.of(plan);
      const before = [table.main.record(pk), store.known(table, pk).data];
      if (next === input.last) before.push(input.before);
      // What is not in the cache yet changes nothing: a created entity joins lists for other reasons.
      const changed = names.filter(
        (name) =>
          Object.hasOwn(row, name) &&
          before.some((each) => each && !sameData(each[name], row[name])),
      );
      if (changed.length > 0) noteMoving(input, next, changed);
    }
  }

  /**
   * Returns what a change does to a list. Arguments that are no fields of its entities cannot be compared.
   *
   * @param changed the names of the fields that have changed
   */
  of(list: ListRecord, changed: ReadonlySet<string>, after: Fields): Transition {
    const { kind, rules } = this;
    if (!kind.follows || rules.paging.isWindow(list)) return undefined;
    const names = rules.filterNames(list.args);
    if (!names.some((name) => changed.has(name))) return undefined;
    const fits = this.fits(list, after);
    if (fits === false) return 'leaves';
    // The place in a map is unknown.
    return fits === undefined || kind.isMap ? 'unsure' : 'joins';
  }

  /** Whether an entity belongs to a list, as far as the arguments are fields; `undefined` if others decide. */
  fits(list: ListRecord, row: Fields): boolean | undefined {
    const { kind, rules } = this;
    if (kind.isStrict) return rules.fits(row, list.args, []);
    const names = rules.filterNames(list.args);
    const exact = names.filter((name) => this.#isExact(list, name));
    if (!exact.every((name) => matches(ownField(row, name), list.args[name]))) return false;
    return exact.length === names.length ? true : undefined;
  }

  #isExact({ exact }: ListRecord, name: string): boolean {
    if (exact) return exact.includes(name);
    this.#exact ??= new Set(
      this.table.all().flatMap(({ data }) => (data as ListRecord).exact ?? []),
    );
    return this.#exact.has(name);
  }
}

/** Returns the arguments of a list that each of its entities has as a field; `undefined` if it has no entities. */
export function exactArguments(
  kind: ListKind,
  store: Store,
  { args, items }: ListRecord,
  written: ReadonlyMap<unknown, ReadonlyMap<Pk, readonly (Fields | undefined)[]>>,
): readonly string[] | undefined {
  let exact = kind.rulesIn(store).filterNames(args);
  const all = Object.values(items);
  if (all.length === 0 || exact.length === 0) return undefined;
  for (const item of all) {
    const member = kind.memberOf(item);
    if (!member) return [];
    const plan = planOf(member.type);
    const known = store.tables.of(plan).main.record(member.pk);
    const rows = written.get(plan.identity)?.get(member.pk) ?? [];
    const row = Object.assign({}, known, ...rows) as Fields;
    exact = exact.filter((name) => matches(ownField(row, name), args[name]));
    if (exact.length === 0) break;
  }
  return exact;
}

/** Returns the fields of an entity after an operation; `undefined` if it is deleted. */
export function fieldsAfter(
  store: Store,
  { plan, pk }: Named,
  isShown: boolean,
): Fields | undefined {
  const table = store.tables.of(plan).main;
  return isShown ? table.record(pk) : confirmedRecord(store, table, pk);
}
