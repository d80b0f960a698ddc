import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import type { Changes } from './changes';
import { type FieldProblems, Problem } from './problem';
import { type Fields, type Row, insert, update } from './row';
import { type Rules, oneOf, readBody, readQuery, text, whole } from './rules';

/** Describes a table for the router. */
export interface Resource {
  /** The name of the resource in the singular: `issue`. Its table is named `issues`. */
  readonly name: string;
  /** The columns that a client can write. */
  readonly rules: Rules;
  readonly required: readonly string[];
  /** Converts stored values to the form that clients receive. */
  readonly json?: Readonly<Record<string, (stored: unknown) => unknown>>;
  /** The columns by which a client can filter a list. */
  readonly filters: Rules;
  /** The column whose text the parameter `q` searches. */
  readonly searched?: string;
  /** The sort orders that a client can select with `sort`. By default, a list is sorted by id. */
  readonly orders?: Readonly<Record<string, string>>;
  /** The columns that are read. Default: all columns. */
  readonly columns?: string;
  /** Performs checks that require the database. */
  check?(database: DatabaseSync, fields: Fields, id: number | undefined): FieldProblems;
}

/** Lists, reads, creates, changes and deletes the rows of one table, and publishes each write. */
export function resourceRouter(
  database: DatabaseSync,
  resource: Resource,
  changes: Changes,
): Router {
  const { name, rules, required, columns } = resource;
  const table = `${name}s`;

  const read = (body: unknown, required: readonly string[], id?: number): Fields => {
    const fields = readBody(database, body, rules, required);
    const problems = resource.check?.(database, fields, id) ?? {};
    if (Object.keys(problems).length > 0) throw Problem.invalid(problems);
    return fields;
  };

  return Router()
    .get('/', (request, response) => {
      response.json(list(database, resource, request.query));
    })
    .post('/', (request, response) => {
      const created = insert(database, table, read(request.body, required), columns);
      const id = Number(created['id']);
      const json = toJson(resource, created);
      changes.publish(response, name, id, json);
      response.status(201).location(`${request.baseUrl}/${id}`).json(json);
    })
    .get('/:id', (request, response) => {
      response.json(toJson(resource, find(database, resource, request.params.id)));
    })
    .patch('/:id', (request, response) => {
      const { id } = find(database, resource, request.params.id);
      const fields = read(request.body, [], id);
      const isChange = Object.keys(fields).length > 0;
      if (isChange) update(database, table, id, fields);
      const changed = toJson(resource, find(database, resource, id));
      if (isChange) changes.publish(response, name, id, changed);
      response.json(changed);
    })
    .delete('/:id', (request, response) => {
      const { id } = find(database, resource, request.params.id);
      database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
      changes.publish(response, name, id);
      response.status(204).end();
    });
}

/** Returns the row with an id from a path. If there is none, the response has status 404. */
export function find(
  database: DatabaseSync,
  { name, columns = '*' }: Resource,
  id: string | number,
): Row & { readonly id: number } {
  const given = /^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : null;
  const found = database.prepare(`SELECT ${columns} FROM ${name}s WHERE id = ?`).get(given);
  if (found === undefined) throw new Problem(404, `There is no ${name} ${id}.`);
  return found as Row & { readonly id: number };
}

/** Converts a row to the form that clients receive. */
export function toJson({ json = {} }: Resource, row: Row): object {
  const changed = Object.entries(json).map(([name, change]) => [name, change(row[name])]);
  return { ...row, ...(Object.fromEntries(changed) as object) };
}

function list(database: DatabaseSync, resource: Resource, query: object): object[] {
  const { name, columns = '*', filters, searched, orders } = resource;
  const {
    sort,
    limit = 1_000,
    ...given
  } = readQuery(query, {
    ...filters,
    ...(searched && { q: text(0, 100) }),
    ...(orders && { sort: oneOf(...Object.keys(orders)) }),
    limit: whole(1, 1_000),
  });
  // Unlike LIKE, instr has no wildcards.
  const conditions = Object.keys(given).map((column) =>
    column === 'q' ? `instr(lower(${searched}), lower(:q))` : `${column} = :${column}`,
  );
  const sql = `SELECT ${columns} FROM ${name}s WHERE ${conditions.join(' AND ') || 'TRUE'}
    ORDER BY ${orders?.[String(sort)] ?? 'id'} LIMIT :limit`;
  return database
    .prepare(sql)
    .all({ ...given, limit })
    .map((row) => toJson(resource, row));
}
