import { Router } from 'express';
import { type Changes, publisher } from './changes';
import type { Database, Row } from './database';
import { isThere } from './issues';
import { Problem } from './problem';
import { type Resource, idOf, missing, resourceRouter } from './resource-router';
import { inQuery, key, readBody, text } from './rules';
import { fileOf, formOf, receiveForm } from './upload';

const columns = 'id, issueId, name, type, size, createdAt';

/** The attachments without their content. An attachment never changes. */
const attachments: Resource = {
  name: 'attachment',
  table: 'attachments',
  columns,
  rules: {},
  required: [],
  filters: { issueId: { rule: inQuery(key), where: 'issueId = ?' } },
  orders: { '-createdAt': 'createdAt DESC, id DESC' },
  toJson: (row) => row,
};

/**
 * The rules for the upload of a file to an issue. The name must not be a path, and must not contain characters that a
 * file system rejects.
 */
const rules = {
  issueId: inQuery(key),
  name: text(1, 100, {
    like: /^(?!\.+$)[^\\/:*?"<>|\p{Cc}]+$/u,
    demand: 'must be a file name of 1 to 100 characters, without \\ / : * ? " < > |',
  }),
};

/** `/api/attachments`: the files that are attached to issues. Clients upload them as forms. */
export function attachmentsRouter(database: Database, changes: Changes): Router {
  const publish = publisher(changes, attachments.name);
  const insert = database.prepare(
    `INSERT INTO attachments (issueId, name, type, size, content, createdAt)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
  );
  const find = database.prepare('SELECT name, type, content FROM attachments WHERE id = ?');

  return Router()
    .post('/', receiveForm, async (request, response) => {
      const form = await formOf(request);
      const { content, type, ...file } = await fileOf(form, 'file');
      const { issueId, name } = readBody({ issueId: form.get('issueId'), name: file.name }, rules);
      if (!isThere(database, 'issues', issueId)) {
        throw Problem.invalid({ issueId: 'must be the id of an issue' });
      }
      const time = new Date().toISOString();
      const created = insert.get(issueId, name, type, content.length, content, time) as Row;
      publish(request, response, Number(created['id']), created);
      response.status(201).location(`${request.baseUrl}/${created['id']}`).json(created);
    })
    .get('/:id/content', (request, response) => {
      const id = idOf(attachments, request);
      const found = find.get(id);
      if (found === undefined) throw missing(attachments, id);
      // A browser must save or display the file, but never run it as a page of this site.
      response
        .attachment(String(found['name']))
        .type(String(found['type']))
        .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .set('X-Content-Type-Options', 'nosniff')
        .send(Buffer.from(found['content'] as Uint8Array));
    })
    .use(resourceRouter(database, attachments, changes));
}
