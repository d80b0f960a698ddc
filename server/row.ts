import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** A row as SQLite returns it. SQLite has no booleans. */
export type Row = Record<string, SQLOutputValue>;

/** The values of fields that a client has sent, in the form in which they are stored. */
export type Fields = Record<string, string | number | null>;

/** Values to store, by column. The names become part of the SQL, so they must never come from a client. */
type Columns = Readonly<Record<string, SQLInputValue>>;

/** Inserts a row, and returns its columns, including those that the database has set. */
export function insert(database: DatabaseSync, table: string, fields: Columns, columns = '*'): Row {
  const names = Object.keys(fields);
  const values = names.map((name) => `:${name}`);
  const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${values.join()}) RETURNING ${columns}`;
  return database.prepare(sql).get(fields)!;
}

/** Changes the given columns of a row. */
export function update(database: DatabaseSync, table: string, id: number, fields: Columns): void {
  const changes = Object.keys(fields).map((name) => `${name} = :${name}`);
  database.prepare(`UPDATE ${table} SET ${changes.join()} WHERE id = :id`).run({ ...fields, id });
}
