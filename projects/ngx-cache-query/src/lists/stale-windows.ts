import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import type { Client } from '../requests/client';
import type { FollowResponses } from '../requests/outdated-responses';
import type { ResponseName } from '../requests/responses';
import { endpointOf, schemaArgsOf } from '../requests/target';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { classesIn, listPathsIn, type PlacedList } from '../schema/schema-shape';
import type { Store } from '../store/store';
import { sameData } from '../util/equality';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, valueAt } from '../util/plain-data';
import { allArguments } from './all-arguments';
import { asText } from './fits';
import { ListEffect, type ListOperation } from './list-change';
import { itemOf } from './list-edit';
import { FollowLists } from './follow-lists';
import type { Items, ListKind } from './list-kind';
import { type ListRecord, Transitions } from './transitions';
import type { PageArguments } from './page-arguments';

/** What the response to a mutation does to one entity. */
interface Effect {
  readonly type: EntityClass;
  readonly pk: Pk;
  /** The record before the response. */
  readonly before: Fields | undefined;
  /** The record after it; `undefined` if the entity is deleted. */
  readonly after: Fields | undefined;
  /** Whether the record was written after the mutation began, so that it may already contain what the mutation does. */
  readonly isOvertaken: boolean;
  /** Whether the record may already contain changes of fields that are not known. */
  readonly isUnknown: boolean;
  /** The names of the fields that have changed since the mutation was sent. */
  readonly fields: ReadonlySet<string>;
  readonly operation: ListOperation | undefined;
  readonly call: readonly unknown[];
}

/** Keeps the lists of a Collection in step with the entities, and the windows in step with the server. */
export class FollowWindows extends FollowLists implements FollowResponses {
  /**
   * Finds the responses with lists that a mutation makes stale. After a mutation, only the server knows which items are
   * on which page. A read in flight may be older than the mutation, so it is repeated if it loads such a list, or a list
   * to which the mutation adds something.
   *
   * @see FollowResponses
   */
  stale(client: Client, table: Table, input: Input, since: number): ResponseName[] {
    const { kind } = this;
    const { tables } = client.store;
    const { inFlight } = client.reads;
    const { filterNames, names, paging } = kind.rulesIn(client.store);
    const { type: rows } = table.plan;
    const args = allArguments(table);
    const unknown = unknownIn(kind, input);
    // A whole list of everything follows by itself.
    if (Object.keys(args).length + unknown.length + inFlight.size === 0) return [];
    const changes = changesIn(kind, client.store, input, since);
    if (changes.length + unknown.length === 0) return [];
    const selecting = filterNames(args);
    const isConcerned =
      unknown.length > 0 ||
      paging.isIn(args) ||
      changes.some(({ fields }) => selecting.some((name) => fields.has(name)));
    if (!isConcerned && inFlight.size === 0) return [];
    const transitions = new Transitions(kind, client.store, table);
    const mayAdd = (args: Fields) => unknown.some((call) => names({}, args, call) !== false);
    const isStale = (pk: Pk) => {
      const list = table.record(pk) as ListRecord | undefined;
      if (!list) return false;
      return mayAdd(list.args) || changes.some((each) => concerns(transitions, list, each));
    };
    const stored = isConcerned ? responsesWith(tables, rows, isStale) : [];
    const loading = [...inFlight].filter(
      ({ args, endpoint, run }) =>
        run &&
        listsOf(rows, endpoint.schema).some(({ list: of }) => {
          const list: ListRecord = { args: of.argsOf(schemaArgsOf(endpoint, args)), items: [] };
          const isFirst = !table.record(kind.pkOf(list.args));
          const mayLack = (each: Effect) =>
            paging.isWindow(list) ||
            (isFirst && (isAdded(each) || moves(transitions, list, each) !== undefined));
          if (mayAdd(list.args)) return true;
          return changes.some((each) => mayLack(each) && affects(transitions, list, each));
        }),
    );
    return [...stored, ...loading];
  }

  /**
   * Marks windows as stale that a message, another response or a local write may concern, and lists that a message about
   * an unknown entity may concern. Nothing is requested for this: messages may come all the time.
   */
  override arrive(store: Store, table: Table, input: Input, order: number): Row[] {
    const fresh = super.arrive(store, table, input, order);
    if (!input.isMutation) this.#mark(store, table, input);
    return fresh;
  }

  #mark(store: Store, table: Table, input: Input): void {
    const { kind } = this;
    const { paging } = kind.rulesIn(store);
    // A message may be about an entity that was never loaded, because it was in none of the lists.
    const isMessage = store.cause.kind === 'stream';
    const hasWindows = paging.isIn(allArguments(table));
    if (!isMessage && !hasWindows) return;
    const lists = table.all().filter(({ data }) => isMessage || paging.isWindow(data!));
    const changes = changesIn(kind, store, input, Infinity).filter((each) =>
      each.before
        ? hasWindows && (!each.after || each.fields.size > 0)
        : isAdded(each) || (isMessage && each.after),
    );
    if (changes.length === 0) return;
    const transitions = new Transitions(kind, store, table);
    // A response may contain a list under its second name, so records are compared, and not keys.
    const concerned = lists.filter(({ data }) =>
      changes.some((each) => concerns(transitions, data as ListRecord, each)),
    );
    const affected = new Set(concerned.map(({ data }) => data));
    for (let next = input.first; next !== undefined; next = next.next)
      if (next.plan === table.plan) affected.delete(table.record(next.pk)); // The response contains it.
    if (affected.size === 0) return;
    const isAffected = (pk: Pk) => affected.has(table.record(pk));
    for (const each of responsesWith(store.tables, table.plan.type, isAffected)) {
      if (!each.record['stale']) input.put(each.plan, each.key, { stale: true });
    }
  }

  /** Marks a first response as stale, to which edits were added. */
  override completed(store: Store, { first }: Input): void {
    for (let next = first; next !== undefined; next = next.next) {
      if (!endpointOf(next.plan.type)) continue;
      const row = store.tables.of(next.plan).row(next.pk);
      store.change(row, { ...row.data, stale: true }, row.order);
    }
  }

  isWrittenBy(schema: SchemaLike): boolean {
    return classesIn(schema).some((type) => this.kind.classOf(type));
  }
}

/** Returns the arguments of the calls that have added an entity of which nothing is known. */
function unknownIn(kind: ListKind, { effects }: Input): (readonly unknown[])[] {
  return effects.flatMap((effect) => {
    if (!(effect instanceof ListEffect) || effect.members.length > 0) return [];
    const { call, kind: of } = effect;
    const isOwn = kind.isMap === of.isMap && of.types.some((type) => kind.classOf(type));
    return isOwn ? [call] : [];
  });
}

/** Returns the lists of a Collection in a schema: the schema itself, or fields of objects. */
function listsOf(rows: EntityClass, schema: SchemaLike): PlacedList[] {
  return listPathsIn(schema).filter(({ list }) => list.rows === rows);
}

/** Returns the stored responses that contain a list that passes a test. */
function responsesWith(tables: Tables, rows: EntityClass, test: (list: Pk) => boolean) {
  return tables.all.flatMap(({ index, plan }) => {
    const endpoint = endpointOf(plan.type);
    const lists = endpoint ? listsOf(rows, endpoint.schema) : [];
    if (!endpoint || lists.length === 0) return [];
    return ([...index.keys()] as string[]).flatMap((key) => {
      const record = tables.of(plan).record(key);
      const isFound =
        record && lists.some(({ path }) => test(valueAt(record['value'], path) as Pk));
      return isFound ? [{ endpoint, key, plan, record }] : [];
    });
  });
}

/** Returns what the response to a mutation does to the entities of the lists. */
function changesIn(kind: ListKind, store: Store, input: Input, since: number): Effect[] {
  const found = new Map<
    string,
    { type: EntityClass; pk: Pk; row: Fields | undefined; effect?: ListEffect }
  >();
  const at = (type: EntityClass, pk: Pk) => {
    const name = `${kind.types.indexOf(type)} ${typeof pk} ${pk}`;
    return getOrInsert(found, name, () => ({ type, pk, row: {} }));
  };
  for (let next = input.first; next !== undefined; next = next.next) {
    const type = kind.classOf(next.plan.type);
    if (!type) continue;
    const each = at(type, next.pk);
    each.row = next.row && { ...each.row, ...next.row };
  }
  for (const effect of input.effects) {
    if (!(effect instanceof ListEffect)) continue;
    for (const [, member] of effect.members) {
      const type = kind.classOf(member.type);
      if (type) at(type, member.pk).effect = effect;
    }
  }
  return [...found.values()].map(({ type, pk, row, effect }) => {
    const { data: before, order } = store.known(store.tables.for(type), pk);
    const known = pk === input.last?.pk ? input.before : undefined;
    const first = known ?? before;
    const names = Object.keys(row ?? {}).filter((name) => !sameData(first?.[name], row![name]));
    const isOvertaken = order > since || first !== before;
    return {
      type,
      pk,
      before,
      after: row && { ...before, ...row },
      isOvertaken,
      isUnknown: isOvertaken && !known,
      fields: new Set(names),
      operation: effect?.operation,
      call: effect?.call ?? [],
    };
  });
}

/** Returns what a change of an entity that was in the cache before does to a complete list. */
function moves(transitions: Transitions, list: ListRecord, { before, after, fields }: Effect) {
  return before && after && transitions.of(list, fields, after);
}

/** Whether only the server knows what a change does to a list. */
function concerns(transitions: Transitions, list: ListRecord, change: Effect): boolean {
  const { after, before } = change;
  if (transitions.rules.paging.isWindow(list)) return affects(transitions, list, change);
  if (!after) return false;
  if (!before) return !isAdded(change) && affects(transitions, list, change);
  const moved = moves(transitions, list, change);
  // Between the pages of a list, it knows the place.
  return moved === 'unsure' || (moved === 'joins' && list.pages !== undefined);
}

function isAdded({ operation }: Effect): boolean {
  return operation !== undefined && operation !== 'move' && operation !== 'remove';
}

/** Whether a change may affect the items of a list, their order or their number. */
function affects(transitions: Transitions, list: Fields, change: Effect): boolean {
  const { kind, rules } = transitions;
  const { filterNames, fits, names, paging } = rules;
  const { before, after, fields, isOvertaken, isUnknown, operation, call, type, pk } = change;
  const args = list['args'] as Fields;
  const isOn = () =>
    kind
      .contentOf(list['items'] as Items)
      .has(kind.keyOf(itemOf(kind, transitions.store.tables, type, pk)));
  // The parameters of a removal identify the list. They take precedence over the body.
  if (operation === 'remove') return isOn() || names({}, args, [...call].reverse()) === true;
  if (!after) return isOn() || !before || fits(before, args, []) !== false;
  if (isAdded(change) || !before) return fits(after, args, call) !== false;
  const mayMove = () => kind.isStrict || filterNames(args).some((name) => fields.has(name));
  if (isUnknown || (isOvertaken && mayMove())) return true;
  const did = transitions.fits(list as ListRecord, before);
  const does = transitions.fits(list as ListRecord, after);
  if (did === false && does === false) return isOn();
  if (did !== does || operation === 'move') return true;
  // Arguments that are no fields, such as a search, may select by any field.
  return does === undefined ? fields.size > 0 : sortsBy(paging, args, fields);
}

/**
 * Whether an argument of a list, such as `_sort: '-name,id'`, contains the name of one of the fields, or its name on the
 * server, such as `updated_at`.
 */
function sortsBy(paging: PageArguments, args: Fields, fields: ReadonlySet<string>): boolean {
  const plain = (name: string) => name.replace(/_/g, '').toLowerCase();
  const names = new Set([...fields].map(plain));
  return Object.entries(args).some(
    ([name, value]) =>
      !paging.has(name) &&
      asText(value)
        .split(/\W+/)
        .some((word) => names.has(plain(word))),
  );
}
