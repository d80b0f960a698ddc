import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { seed } from './seed';

/** The current time, as in JSON. */
const now = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";

const tables = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
    website TEXT NOT NULL DEFAULT '',
    isAdmin INTEGER NOT NULL DEFAULT 0,
    inTeam INTEGER NOT NULL DEFAULT 0,
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
    authorId INTEGER NOT NULL,
    createdAt TEXT NOT NULL
  ) STRICT;

  CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hue INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE labels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    hue INTEGER NOT NULL
  ) STRICT;

  -- No foreign key here either: an issue outlives its assignee.
  CREATE TABLE issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    body TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'backlog',
    priority TEXT NOT NULL DEFAULT 'normal',
    projectId INTEGER NOT NULL,
    assigneeId INTEGER,
    labelIds TEXT NOT NULL DEFAULT '[]',
    createdAt TEXT NOT NULL DEFAULT ${now},
    updatedAt TEXT NOT NULL DEFAULT ${now}
  ) STRICT;
  CREATE TRIGGER issues_updated AFTER UPDATE ON issues BEGIN
    UPDATE issues SET updatedAt = ${now} WHERE id = NEW.id;
  END;

  CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issueId INTEGER NOT NULL,
    authorId INTEGER NOT NULL,
    body TEXT NOT NULL,
    createdAt TEXT NOT NULL DEFAULT ${now}
  ) STRICT;
  CREATE INDEX comments_issue ON comments (issueId);

  CREATE TABLE attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issueId INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    content BLOB NOT NULL,
    createdAt TEXT NOT NULL DEFAULT ${now}
  ) STRICT;
  CREATE INDEX attachments_issue ON attachments (issueId);
`;

/**
 * The version of the database. Increase it after each change to `tables` or to the seed. If the file has another
 * version, its tables are created again.
 */
const version = 5;
const names = ['attachments', 'users', 'todos', 'feed', 'projects', 'labels', 'issues', 'comments'];

/** Opens the database. If it is new, its tables and content are created in one transaction. */
export function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  // Uses `process`, because esbuild would change an import of node:sqlite to "sqlite".
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { timeout: 5_000 });
  if (versionOf(database) !== version) create(database);
  return database;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function create(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have created the database in the meantime.
    if (versionOf(database) !== version) {
      for (const name of names) database.exec(`DROP TABLE IF EXISTS ${name}`);
      database.exec(tables);
      seed(database);
      database.exec(`PRAGMA user_version = ${version}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
