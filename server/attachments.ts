import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import type { Changes } from './changes';
import { type Resource, find, resourceRouter } from './resource-router';
import { insert } from './row';
import { idOf, key, readBody, text } from './rules';
import { fileOf, formOf, receiveForm } from './upload';

/** The attachments without their content. An attachment never changes. */
const attachments: Resource = {
  name: 'attachment',
  columns: 'id, issueId, name, type, size, createdAt',
  rules: {},
  required: [],
  filters: { issueId: key },
  orders: { '-createdAt': 'createdAt DESC, id DESC' },
};

const fileName = 'must be a file name of 1 to 100 characters, without \\ / : * ? " < > |';

/**
 * The rules for the upload of a file to an issue. The name must not be a path, and must not contain characters that a
 * file system rejects.
 */
const rules = {
  issueId: idOf('issue'),
  name: text(1, 100, fileName).regex(/^(?!\.+$)[^\\/:*?"<>|\p{Cc}]+$/u, fileName),
};

/** `/api/attachments`: the files that are attached to issues. Clients upload them as forms. */
export function attachmentsRouter(database: DatabaseSync, changes: Changes): Router {
  return Router()
    .post('/', receiveForm, async (request, response) => {
      const form = await formOf(request);
      const { content, type, ...file } = await fileOf(form, 'file');
      const given = { issueId: Number(form.get('issueId')), name: file.name };
      const fields = { ...readBody(database, given, rules), type, size: content.length, content };
      const created = insert(database, 'attachments', fields, attachments.columns);
      const id = Number(created['id']);
      changes.publish(response, attachments.name, id, created);
      response.status(201).location(`${request.baseUrl}/${id}`).json(created);
    })
    .get('/:id/content', (request, response) => {
      const stored = { ...attachments, columns: 'name, type, content' };
      const { name, type, content } = find(database, stored, request.params.id);
      // A browser must save or display the file, but never run it as a page of this site.
      response
        .attachment(String(name))
        .type(String(type))
        .set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .set('X-Content-Type-Options', 'nosniff')
        .send(Buffer.from(content as Uint8Array));
    })
    .use(resourceRouter(database, attachments, changes));
}
