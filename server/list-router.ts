import { Router } from 'express';
import type { Database } from './database';

/** Serves a read-only table. Returns all rows, sorted by id. */
export function listRouter(database: Database, table: 'projects' | 'labels'): Router {
  return Router().get('/', (_request, response) => {
    response.json(database.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
  });
}
