import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { seed } from './seed';

export type Database = DatabaseSync;

/** What a column of this database holds; SQLite has no booleans. */
export type Value = string | number | null;

/** A row as SQLite gives it. */
export type Row = Record<string, Value>;

const tables = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
    website TEXT NOT NULL DEFAULT '',
    isAdmin INTEGER NOT NULL DEFAULT 0,
    hue INTEGER NOT NULL DEFAULT (abs(random()) % 360)
  ) STRICT;
  CREATE UNIQUE INDEX users_email ON users (email) WHERE email <> '';

  -- No foreign key: a todo outlives its owner.
  CREATE TABLE todos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    userId INTEGER NOT NULL,
    title TEXT NOT NULL,
    completed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX todos_user ON todos (userId);

  CREATE TABLE feed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL CHECK (type IN ('link', 'post')),
    url TEXT,
    title TEXT,
    content TEXT,
    createdAt TEXT NOT NULL
  ) STRICT;
`;

/** Opens the database; a new one gets its tables and its content at once, or not at all. */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  // By way of `process`, because esbuild would rewrite an import of node:sqlite to one of "sqlite".
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { timeout: 5_000 });
  if (versionOf(database) === 0) create(database);
  return database;
}

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function create(database: Database): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been first.
    if (versionOf(database) === 0) {
      database.exec(tables);
      seed(database);
      database.exec('PRAGMA user_version = 1');
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
