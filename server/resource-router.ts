import { type Request, Router } from 'express';
import { type Changes, publisher } from './changes';
import type { Database, Row, Value } from './database';
import { type FieldProblems, Problem } from './problem';
import { type Rules, inQuery, oneOf, readBody, readQuery, whole } from './rules';

/** A filter of a list: its rule, and its SQL condition. */
export interface Filter {
  readonly rule: Rules[string];
  readonly where: string;
  /** Returns the value that is bound to the condition. Default: the value itself. */
  readonly bind?: (value: Value) => Value;
}

/** Describes a table for the router. */
export interface Resource {
  /** The name of the resource in the singular, for messages. */
  readonly name: string;
  readonly table: string;
  /** The columns that a client can write. Their names are part of the SQL, so they never come from a client. */
  readonly rules: Rules;
  readonly required: readonly string[];
  readonly filters: Readonly<Record<string, Filter>>;
  /** The sort orders that a client can select with `sort`. By default, a list is sorted by id. */
  readonly orders?: Readonly<Record<string, string>>;
  /** The columns that are read. Default: all columns. */
  readonly columns?: string;
  /** Converts a row to the form that clients receive. */
  toJson(row: Row): object;
  /** Returns the fields that the server sets with each change, such as a time. */
  stamp?(isNew: boolean): Row;
  /** Performs checks that require the database. */
  check?(database: Database, fields: Row, id: number | undefined): FieldProblems;
}

const limit = inQuery(whole(1, 1_000));

/** Lists, reads, creates, changes and deletes the rows of one table, and publishes each write. */
export function resourceRouter(database: Database, resource: Resource, changes: Changes): Router {
  const { table, columns = '*', rules, required } = resource;
  const publish = publisher(changes, resource.name);

  const row = (id: number): Row => {
    const found = database.prepare(`SELECT ${columns} FROM ${table} WHERE id = ?`).get(id);
    if (!found) throw missing(resource, id);
    return found as Row;
  };

  const check = (fields: Row, id?: number): Row => {
    const problems = resource.check?.(database, fields, id) ?? {};
    if (Object.keys(problems).length > 0) throw Problem.invalid(problems);
    return fields;
  };

  return Router()
    .get('/', (request, response) => {
      response.json(list(database, resource, request).map((found) => resource.toJson(found)));
    })
    .post('/', (request, response) => {
      const fields = check(readBody(request.body, rules, required));
      const id = insert(database, table, { ...fields, ...resource.stamp?.(true) });
      const created = resource.toJson(row(id));
      publish(request, response, id, created);
      response.status(201).location(`${request.baseUrl}/${id}`).json(created);
    })
    .get('/:id', (request, response) => {
      response.json(resource.toJson(row(idOf(resource, request))));
    })
    .patch('/:id', (request, response) => {
      const { id } = row(idOf(resource, request)) as { id: number };
      const fields = check(readBody(request.body, rules), id);
      const isChange = Object.keys(fields).length > 0;
      update(database, table, id, isChange ? { ...fields, ...resource.stamp?.(false) } : fields);
      const changed = resource.toJson(row(id));
      if (isChange) publish(request, response, id, changed);
      response.json(changed);
    })
    .delete('/:id', (request, response) => {
      const id = idOf(resource, request);
      const { changes: count } = database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
      if (!count) throw missing(resource, id);
      publish(request, response, id);
      response.status(204).end();
    });
}

function list(database: Database, resource: Resource, request: Request): Row[] {
  const { table, columns = '*', filters, orders } = resource;
  const rules = Object.entries(filters).map(([name, filter]) => [name, filter.rule] as const);
  const sorts = orders && { sort: oneOf(...Object.keys(orders)) };
  const given = readQuery(request.query, { ...Object.fromEntries(rules), ...sorts, limit });
  const { limit: most = 1_000, sort, ...fields } = given;
  const order = orders?.[String(sort)] ?? 'id';

  const used = Object.entries(fields).map(([name, value]) => ({ ...filters[name], value }));
  const conditions = used.map(({ where }) => where).join(' AND ') || 'TRUE';
  const values = used.map(({ bind, value }) => bind?.(value) ?? value);
  return database
    .prepare(`SELECT ${columns} FROM ${table} WHERE ${conditions} ORDER BY ${order} LIMIT ?`)
    .all(...values, most) as Row[];
}

function insert(database: Database, table: string, fields: Row): number {
  const names = Object.keys(fields);
  const marks = names.map(() => '?').join(', ');
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
    .run(...Object.values(fields));
  return Number(lastInsertRowid);
}

function update(database: Database, table: string, id: number, fields: Row): void {
  const names = Object.keys(fields);
  if (names.length === 0) return;
  database
    .prepare(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`)
    .run(...Object.values(fields), id);
}

export function idOf(resource: Resource, request: Request): number {
  const given = String(request.params['id']);
  if (!/^[1-9]\d{0,14}$/.test(given)) throw missing(resource, given);
  return Number(given);
}

export function missing({ name }: Resource, id: number | string): Problem {
  return new Problem(404, `There is no ${name} ${id}.`);
}
