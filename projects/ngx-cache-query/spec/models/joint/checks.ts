import { isTemporary } from 'ngx-cache-query';
import type { Client, Mutation } from './client';
import { fieldsOf, rowsIn, textOf } from './plain';
import { listArgs, type Read, reads } from './reads';
import { all, type Board, getColumns, getLinks, list, Todo } from './todos';

/**
 * Checks what a client shows after a step.
 *
 * @param isFull whether everything is read, and not only what has subscribers
 */
export function checkClient(client: Client, isFull: boolean): void {
  for (const observer of client.observers) observer.check();
  const ofPages = client.observers.filter(({ read: { mayHide } }) => mayHide);
  const hasMore = ofPages.map(({ last }) => (last as { hasMore: boolean }).hasMore);
  if (new Set(hasMore).size > 1) client.report('the subscribers of the pages disagree');
  for (const mutation of client.mutations) checkCreated(client, mutation);
  if (isFull) for (const read of reads) checkRead(client, read);
}

/** Checks a row that a mutation creates. */
function checkCreated(client: Client, mutation: Mutation): void {
  const { state, temporary, served } = mutation;
  if (temporary === undefined) return;
  const row = client.cache.get(Todo, temporary);
  if (state === 'failed' && row) client.report(`${fieldsOf(row)} was not created, but is there`);
  if (served === undefined) return;
  const created = client.cache.get(Todo, served);
  if (created === undefined) mutation.served = undefined;
  else if (row !== created)
    client.report(`get returns different rows for the ids ${temporary} and ${served}`);
}

/** Checks the rows of a read, which may have no subscribers. */
function checkRead(client: Client, read: Read): void {
  const { cache, session, world } = client;
  const value = read.get(cache);
  const rows = rowsIn(value);
  const fail = (what: string) => client.report(`${read.name} ${what} in ${textOf(value)}`);
  const hadOneOwner = ({ id }: Todo) => (world.server.owners.get(id) ?? 0) < 2;
  for (const row of rows) {
    if (!read.isScored && cache.get(Todo, row.id) !== row)
      fail(`has another instance of row ${row.id}`);
    if (row.session >= 0 && row.session < session)
      fail(`shows row ${row.id} of session ${row.session}, not ${session}`);
    if (world.forbidden.has(row.title)) fail(`shows the title of a failed change`);
    if (world.forbidden.has(row.score)) fail(`shows the score of a failed change`);
  }
  // Nothing tells a client that a link leads to a deleted row whose id another row has now.
  const once = read.request?.endpoint === (getLinks as unknown) ? rows.filter(hadOneOwner) : rows;
  if (new Set(once.map(({ id }) => id)).size < once.length) fail('has a row twice');
}

/** Checks that an optimistic change is shown at once. */
export function checkShown(client: Client, title: string): void {
  const rows = client.cache.get(all) ?? [];
  if (!rows.some((row) => row.title === title)) client.report(`${title} is not shown`);
}

/** Checks that a created row is in the loaded lists that it matches, at its place. */
export function checkPlace(client: Client, title: string, board: Board, isFirst: boolean): void {
  checkShown(client, title);
  for (const args of listArgs) {
    const rows = client.cache.get(list, ...args);
    const [{ board: of = board, page }] = [args[0] ?? {}] as [{ board?: Board; page?: number }];
    if (rows === undefined) continue;
    const at = rows.findIndex((row) => row.title === title);
    // Only the server knows what else is in a window.
    const isIn = of === board && (page === undefined || (isFirst && page === 1));
    const expected = !isIn ? -1 : isFirst ? 0 : rows.length - 1;
    if (at !== expected)
      client.report(`${title} is at ${at} of the list ${JSON.stringify(args)}, not at ${expected}`);
  }
}

/** Checks that everything that a client observes equals the server, after a refetch. */
export function checkEnd(client: Client): void {
  const { cache, observers, session, world } = client;
  for (const { read, value } of observers) {
    const { onServer, request } = read;
    if (!onServer) continue;
    let expected = onServer(world.server);
    if (expected === undefined) continue; // The read has failed with status 404.
    let shown = value;
    if (request?.endpoint === (getColumns as unknown)) {
      // Columns create no rows, and change only the score.
      const known = (expected as Todo[]).filter(({ id }) => cache.get(Todo, id));
      expected = known.map(({ id, score }) => ({ id, score }));
      shown = rowsIn(value).map(({ id, score }) => ({ id, score }));
    } else expected = withSession(expected, session);
    if (textOf(shown) !== textOf(expected))
      client.report(
        `${read.name} shows\n${textOf(shown)}, but the server has\n${textOf(expected)}`,
      );
  }
  const open = [...client.mutations, ...client.calls].filter(({ hasEnded }) => !hasEnded);
  if (open.length > 0) client.report(`${open.length} calls never ended`);
  for (const read of reads)
    for (const row of rowsIn(read.get(cache)))
      if (isTemporary(row)) client.report(`${read.name} has a row without an id: ${fieldsOf(row)}`);
}

function withSession(value: unknown, session: number): unknown {
  if (Array.isArray(value)) return value.map((each) => withSession(each, session));
  if (typeof value !== 'object' || value === null) return value;
  if ('items' in value) return { ...value, items: withSession(value.items, session) };
  return fieldsOf({ ...value, session });
}
