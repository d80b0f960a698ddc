import { namedKeys } from '../reactive/named-keys';
import { dependentsOf, type Node, pure } from '../reactive/node';
import { Result } from '../reactive/result';
import { Row } from '../reactive/row';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { type Pk, pkOf } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import { Polymorphic } from '../schema/polymorphic';
import { fieldsOf } from '../schema/schema-shape';
import { UNKNOWN } from '../schema/queryable';
import type { Named } from '../store/followers';
import { isPlain, ownField } from '../util/plain-data';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { Entry } from './entry';
import { isInferred } from './read-response';
import { readsOf } from './run';
import { checkTarget, isEndpoint, mustRead } from './target';

/** Identifies a response. */
export interface ResponseName {
  readonly endpoint: AnyEndpoint;
  /** The key of the endpoint and its arguments, such as `GET /users/5`. */
  readonly key: string;
}

/** A response that is stored, in flight, or awaited. */
export interface ResponseInfo extends ResponseName {
  /** Whether a new subscriber would send a request. */
  readonly isStale: boolean;
}

/** Returns the responses that `refetch` or an entry of `refetches` names. */
export function responsesOf(
  client: Client,
  source: string,
  target: unknown,
  args: readonly unknown[],
): ResponseName[] {
  if (isEndpoint(target)) {
    mustRead(source, target);
    const { original: endpoint, pagesOf } = target;
    const list = pagesOf?.list.original;
    if (args.length === 0) return [...responses(client, list ? [endpoint, list] : [endpoint])];
    const key = endpoint.key(...args);
    // An entity may stand for a response that never arrived. Only a record can mark it as stale.
    if (isInferred(endpoint)) client.entryAt(endpoint, key).patch({});
    const named = [{ endpoint, key }];
    // Without a page, the arguments name the whole list.
    const isList = list && !(isPlain(args[0]) && args[0][pagesOf.field] !== undefined);
    return isList ? [...named, { endpoint: list, key: list.key(...pagesOf.argsOf(args)) }] : named;
  }
  if (isEntityClass(target)) {
    client.stopSharing(readsOf(client, [target]));
    const { tables } = client.store;
    const pks = args.length > 0 ? namedKeys(tables, target, args[0], source) : undefined;
    return [...containing(client, target, pks)];
  }
  checkTarget(source, target);
  const test = target as (response: ResponseInfo) => boolean;
  return [...responses(client)].filter((each) => test(described(client, each)));
}

function described(client: Client, { endpoint, key }: ResponseName): ResponseInfo {
  return {
    endpoint,
    key,
    get isStale() {
      const entry = client.entryAt(endpoint, key);
      const isUsed = client.entriesOf(endpoint).has(key);
      return isUsed ? entry.isDue : entry.isOutdated(entry.record?.value);
    },
  };
}

/** Returns the responses that become incomplete without some entities: their value is the entity, or has it as a field. */
export function needing(client: Client, type: EntityClass, pks: ReadonlySet<Pk>): ResponseName[] {
  const { tables } = client.store;
  const { main } = tables.for(type);
  const isGone = (of: EntityClass, pk: unknown) =>
    tables.for(of).main === main && pks.has(pk as Pk);
  return [...responses(client)].filter(({ endpoint, key }) => {
    const { schema } = endpoint;
    const { args, record } = client.entryAt(endpoint, key);
    if (record && 'value' in record) return needs(schema, record.value, isGone);
    return isEntityClass(schema) && isGone(schema, pkOf(schema, args[0]));
  });
}

/** Whether a stored value becomes incomplete. A list stays complete when one of its entities is removed. */
function needs(
  schema: SchemaLike,
  stored: unknown,
  isGone: (type: EntityClass, pk: unknown) => boolean,
): boolean {
  if (isEntityClass(schema)) return isGone(schema, stored);
  if (!isPlain(stored)) return false;
  if (schema instanceof Polymorphic) {
    const type = schema.classOf(stored as never);
    return type !== undefined && isGone(type, stored['pk']);
  }
  return Object.entries(fieldsOf(schema)).some(([name, part]) =>
    needs(part, ownField(stored, name), isGone),
  );
}

/** All responses of some endpoints, or of all: the stored ones, and those that are observed or in flight. */
function* responses(
  client: Client,
  endpoints: Iterable<AnyEndpoint> = [...client.endpoints],
): Iterable<ResponseName> {
  for (const endpoint of endpoints) {
    const entries = client.entriesOf(endpoint);
    const { index } = client.store.tables.for(endpoint.responses);
    const keys = new Set([...entries.keys(), ...(index.keys() as Iterable<string>)]);
    for (const key of keys) yield { endpoint, key };
  }
}

/** Returns the responses that show some entities, or any of a class, directly or in a relation. */
export function* containing(
  client: Client,
  type: EntityClass,
  pks?: readonly Pk[],
): Iterable<ResponseName> {
  const { tables } = client.store;
  const endpoints = new Map<unknown, AnyEndpoint>();
  for (const endpoint of client.endpoints) {
    const table = tables.for(endpoint.responses);
    endpoints.set(table, endpoint);
    // The edges of a current value are exact.
    for (const row of [...table.all()]) {
      try {
        if (row.dirty) pure(() => row.read());
      } catch {
        yield { endpoint, key: row.pk as string };
      }
    }
  }
  for (const node of reached(client, type, pks)) {
    if (node instanceof Row) {
      const endpoint = endpoints.get(node.table);
      if (!endpoint || !node.data) continue;
      const key = node.pk as string;
      if ('value' in node.data || isShown(client.entriesOf(endpoint).get(key)))
        yield { endpoint, key };
    } else if (node instanceof Result && node.queryable instanceof Entry) {
      if (isShown(node.queryable)) yield node.queryable;
    }
  }
}

/** Marks the responses that show an entity as stale. Nothing is sent for this. */
export function expireResponses(client: Client, { plan, pk }: Named): void {
  for (const { endpoint, key } of [...containing(client, plan.type, [pk])]) {
    client.entryAt(endpoint, key).patch({ stale: true });
  }
}

/** Whether an entity stands for a response that never arrived. A read that failed before shows nothing. */
function isShown(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.value !== UNKNOWN;
}

/** Returns the nodes that depend on some entities. */
function reached(client: Client, type: EntityClass, pks: readonly Pk[] | undefined): Set<Node> {
  const { main } = client.store.tables.for(type);
  const found = new Set<Node>();
  for (const table of [main, ...main.mirrors]) {
    const rows = pks ? pks.map((pk) => table.row(pk)) : table.index.values();
    for (const row of rows) if (typeof row === 'object') found.add(row);
    // A list of all entities shows the class also while there are none.
    if (!pks) for (const list of table.lists) found.add(list);
  }
  for (const node of found) {
    for (const next of dependentsOf(node)) found.add(next);
    if (node instanceof Row && node.data) for (const list of node.table.lists) found.add(list);
  }
  return found;
}
