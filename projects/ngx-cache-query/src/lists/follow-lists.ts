import { type addName, firstName } from '../reactive/names';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Input } from '../schema/input';
import { canonicalPk, type Pk } from '../schema/pk';
import { type Plan } from '../schema/plan';
import type { Edit, RecordEdit } from '../store/edit-log';
import { Follow, type KeyChange, type Named } from '../store/followers';
import type { KeyRenaming } from '../store/key-renaming';
import { confirmedRecord } from '../store/overlay';
import type { Store } from '../store/store';
import { mapped } from '../util/mapped';
import { type Fields } from '../util/plain-data';
import { isList, presentIn } from './edited-items';
import { matches } from './fits';
import { ListEffect } from './list-change';
import { editOf, firstNames, itemOf, type ListEdit, removal } from './list-edit';
import { operationEdits, type Written, writtenBy } from './list-operations';
import { warnOfOrdering } from './list-rules';
import type { Page, PagePlace } from './stored-pages';
import type { Items, ListKind, ListMember, PageEffect } from './list-kind';
import { exactArguments, fieldsAfter, type ListRecord, Transitions } from './transitions';

declare const ngDevMode: unknown;

/** Keeps the lists of a Collection in step with the entities. */
export class FollowLists extends Follow {
  constructor(readonly kind: ListKind) {
    super();
  }

  /** The pages of a list contain its items, too. */
  override renameIn(record: Fields, renaming: KeyRenaming): Fields | undefined {
    const { item } = this.kind;
    const schema = { pages: [{ items: [item], served: [item] }], served: [item] };
    const next = renaming.value(schema, record);
    return next === record ? undefined : (next as Fields);
  }

  /** Makes incoming lists as new as the cache: they may have been requested before deletions and edits. */
  override arrive(store: Store, table: Table, input: Input, order: number): Row[] {
    const { kind } = this;
    const fresh: Row[] = [];
    if (!input.plans.has(table.plan)) return fresh;
    const { log } = store.followers!;
    let written: Written | undefined;
    for (const effect of input.effects) {
      if ((effect as PageEffect).plan !== table.plan) continue;
      const { list, pk, where } = effect as PageEffect;
      const merging = this.#merging(this.#incoming(store, list, order), where);
      log.insert(table.main.row(pk), merging, order);
    }
    for (let next = input.first; next !== undefined; next = next.next) {
      if (next.plan !== table.plan || next.row === undefined) continue;
      next.row = this.#incoming(store, next.row, order);
      if (typeof ngDevMode === 'undefined' || ngDevMode)
        warnOfOrdering(kind, store.listHabits, (next.row as ListRecord).args);
      written ??= writtenBy(input);
      const { data } = store.known(table, next.pk);
      // An empty response tells nothing, so that what is known stays.
      const exact = exactArguments(kind, store, next.row as ListRecord, written) ?? data?.['exact'];
      if (exact) next.row = { ...next.row, exact };
      if (!data) fresh.push(table.main.row(next.pk));
      next.row = this.#withoutMoved(store, next.row, order);
      const pages = data?.['pages'] as readonly Page[] | undefined;
      if (kind.merge && pages?.some(({ key }) => key !== undefined) && !next.row['pages']) {
        const first = table.main.row(next.pk);
        if (log.isOld(first, order)) continue;
        const isPending = log.insert(first, this.#merging(next.row, 'before'), order);
        // The page lies above answers that wait for earlier ones. The list below it does not replace them.
        if (isPending) (input.late ??= new Set()).add(next);
        next.row = store.known(table, next.pk).data;
        continue;
      }
      // The response replaces the only page, with what was added behind it.
      if (pages ?? data?.['served'])
        next.row = { served: undefined, pages: undefined, ...next.row };
      const row = table.index.get(next.pk);
      const list = typeof row === 'object' && log.rebased(row, next.row, order);
      if (list) store.replace(row, list, order);
    }
    return fresh;
  }

  /** Removes what has left a list since the response was requested, because a field that is an argument has changed. */
  #withoutMoved(store: Store, list: Fields, order: number): Fields {
    const { kind } = this;
    const { exact = [], args } = list as ListRecord;
    const isFixed =
      exact.length === 0 || !kind.follows || kind.rulesIn(store).paging.isWindow(list);
    if (isFixed) return list;
    return this.#without(store, list, ({ type, pk }) => {
      const { data, order: last } = store.known(store.tables.for(type), pk);
      return !!data && last > order && !exact.every((name) => matches(data[name], args[name]));
    });
  }

  /** Returns the edit that merges a page into the list. */
  #merging(page: Fields, where: PagePlace): RecordEdit {
    const { kind } = this;
    return { apply: (list) => kind.merge!(list, page, where), asIn: () => NOTHING };
  }

  /** A list references a created entity by its temporary id, also after the server has given it an id. */
  #withFirstNames({ tables }: Store, list: Fields): Fields {
    const first = firstNames(this.kind, tables);
    if (!first) return list;
    const renamed = (items: Items): Items =>
      isList(items) ? this.kind.distinct(mapped(items, first)) : mapped(items, first);
    const { items, pages } = list as { items: Items; pages?: readonly Page[] };
    const onPage = (page: Page) => ({ ...page, items: renamed(page.items) });
    return { ...list, items: renamed(items), ...(pages && { pages: pages.map(onPage) }) };
  }

  /** Returns an incoming list without what was deleted after it was requested, and with first names. */
  #incoming(store: Store, list: Fields, order: number): Fields {
    const isBuried = ({ type, pk }: ListMember) => {
      const row = store.tables.for(type).main.index.get(pk);
      return typeof row === 'object' && !row.data && store.order.isBuried(row, order);
    };
    const left = store.order.hasGraves ? this.#without(store, list, isBuried) : list;
    return this.#withFirstNames(store, left);
  }

  #without(store: Store, list: Fields, isOut: (member: ListMember) => boolean): Fields {
    const { kind } = this;
    const removed = Object.values((list as ListRecord).items).filter((item) => {
      const member = kind.memberOf(item);
      return member && isOut(member);
    });
    return removal(kind, store, removed).apply(list);
  }

  /** Applies `push`, `unshift`, `assign`, `remove` and `move`. */
  override edits(store: Store, table: Table, input: Input, of?: Row | 'again'): Edit[] {
    const { kind } = this;
    const effects = input.effects.filter((effect) => effect instanceof ListEffect);
    if (effects.length === 0 && !input.moving) return [];
    const lists = typeof of === 'object' ? [of] : table.all();
    const moved = of === 'again' ? [] : this.#moved(store, table, input, lists);
    if (effects.length === 0) return moved;
    const edits = effects.flatMap((effect) =>
      operationEdits(kind, store, table, !!input.isExpected, effect, lists),
    );
    if (of !== 'again') return [...moved, ...edits];
    // What was created is added again, behind what belongs before it. Other entities may have been in the list before.
    const created = new Set([...input.creating!].map(({ pk }) => pk));
    const takenOut = edits.map(({ row, edit }): Edit => {
      const added = Object.values((edit as ListEdit).change.added);
      const out = added.filter((item) => created.has(kind.memberOf(item)!.pk));
      return { row, edit: removal(kind, store, out) };
    });
    return [...takenOut, ...edits];
  }

  /** Returns the edits of the lists that entities join or leave because of their fields. */
  #moved(store: Store, table: Table, input: Input, lists: readonly Row[]): Edit[] {
    const { moving = [], isExpected } = input;
    const { kind } = this;
    const transitions = new Transitions(kind, store, table);
    return [...moving].flatMap(([operation, changed]): Edit[] => {
      const type = kind.classOf(operation.plan.type);
      if (!type) return [];
      const after = fieldsAfter(store, operation, !!isExpected) ?? {};
      const item = itemOf(kind, store.tables, type, operation.pk);
      return lists.flatMap((row): Edit[] => {
        const transition = transitions.of(row.data as ListRecord, changed, after);
        if (transition === 'leaves') return [{ row, edit: removal(kind, store, [item]) }];
        const change = { added: { 0: item }, removed: [], isFirst: false };
        return transition === 'joins' ? [{ row, edit: editOf(kind, store, change) }] : [];
      });
    });
  }

  /** Notes which entities may join or leave lists. */
  override complete(store: Store, table: Table, input: Input): void {
    new Transitions(this.kind, store, table).note(input);
  }

  /** Removes entities that were deleted, or that the filter of a list rejects. */
  override leave(store: Store, table: Table, rows: readonly Named[], areGone = false): Edit[] {
    const { kind } = this;
    const candidates = rows.flatMap(({ plan, pk }): unknown[] => {
      const type = kind.classOf(plan.type);
      return type ? [itemOf(kind, store.tables, type, pk)] : [];
    });
    if (candidates.length === 0) return [];
    const { fits } = kind.rulesIn(store);
    return table.all().flatMap((row): Edit[] => {
      // Also from a list that an earlier mutation in flight will add them to.
      if (areGone) return [{ row, edit: removal(kind, store, candidates) }];
      // An answer that waits for earlier ones may have added them.
      const list = confirmedRecord(store, table, row.pk);
      if (!list) return []; // A mutation in flight creates it.
      const { items, args } = list as { items: Items; args: Fields };
      const removed = presentIn(kind, items, candidates).filter((item) => {
        const { type, pk } = kind.memberOf(item)!;
        const data = confirmedRecord(store, store.tables.for(type), pk);
        return !data || (kind.isStrict && fits(data, args, []) === false);
      });
      return removed.length > 0 ? [{ row, edit: removal(kind, store, removed) }] : [];
    });
  }

  /**
   * Gives the lists inside a created entity the names that they have on the server. If another response has brought the
   * server's row before, the lists that reference the created one by its temporary id reference that row.
   */
  override rename(store: Store, table: Table, from: Pk, to: Pk, add: typeof addName): void {
    const { kind } = this;
    const isOther = kind.types.some(
      (type) => firstName(store.tables.for(type).main, from) !== from,
    );
    const make = (row: Row, apply: RecordEdit['apply']) =>
      store.followers!.log.make([{ row, edit: always(apply) }], row.order);
    for (const row of [...table.all()]) {
      const { args } = row.data as ListRecord;
      // A pending change may hide what the list is known to contain. What it adds has the first name.
      const { items } = (store.known(table, row.pk).data ?? { items: [] }) as ListRecord;
      if (isOther && Object.values(items).some((item) => kind.memberOf(item)?.pk === from))
        make(row, (list) => this.#withFirstNames(store, list));
      const next = argsWith(args, from, to);
      if (next === args) continue;
      const pk = kind.pkOf(next);
      if (!table.index.has(pk)) store.undos.push(add(table, row, pk));
      make(row, (list) => ({ ...list, args: next }));
    }
  }

  /** Gives the lists inside an entity the key that they have under the new key of the entity. */
  override renamed(
    store: Store,
    table: Table,
    before: Fields,
    [from, to]: KeyChange,
  ): (readonly [Pk, Pk, Fields])[] {
    return Object.values(before).flatMap((value) => {
      const data = typeof value === 'string' ? store.known(table, value).data : undefined;
      const old = (data as ListRecord | undefined)?.args ?? {};
      const args = argsWith(old, from, to);
      return args === old ? [] : [[value as string, this.kind.pkOf(args), { args }] as const];
    });
  }

  override isStrict(plan: Plan): boolean {
    return this.kind.isStrict && this.kind.classOf(plan.type) !== undefined;
  }

  /** Hides entities that the filter of a list rejects while changes of them are pending. */
  override visible(store: Store, list: Fields): Fields {
    const { kind } = this;
    if (!kind.isStrict) return list;
    const { fits } = kind.rulesIn(store);
    const candidates = [...store.tables.held.keys()].flatMap(({ data, pk, table }): unknown[] => {
      const type = data && kind.classOf(table.plan.type);
      const isOut = type && fits(data, list['args'] as Fields, []) === false;
      return isOut ? [kind.store({ type, pk })] : [];
    });
    const removed = presentIn(kind, list['items'] as Items, candidates);
    return removal(kind, store, removed).apply(list);
  }
}

const NOTHING = /* @__PURE__ */ always((record) => record);

/** Returns an edit that is the same on any record. */
function always(apply: RecordEdit['apply']): RecordEdit {
  const edit: RecordEdit = { apply, asIn: () => edit };
  return edit;
}

/** Returns arguments with another key in place of one; the same object if none of them is that key. */
function argsWith(args: Fields, from: Pk, to: Pk): Fields {
  return mapped(args, (value) => (canonicalPk(value) === from ? to : value));
}
