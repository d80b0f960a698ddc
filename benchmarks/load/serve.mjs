// A server on a free port of this computer, for the applications and their rows. Everything is compressed with Brotli
// once, and the browser must not cache anything.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { folderOf } from './build.mjs';
import { todosOf, withTypeNames } from './data.mjs';

/** A title that the server rejects. */
export const REFUSED = 'refused';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };
const EMPTY = '<!doctype html><title>Empty</title><link rel="icon" href="data:," />';

/**
 * Serves `/<variant>/<file>`, `/empty`, `/api/todos` and `/graphql`, with the given number of rows. The pages are
 * cross-origin isolated, so that the clock of the browser is precise. The first statement of each main.js sets a mark.
 */
export async function serve(rows) {
  const todos = todosOf(rows);
  const compressed = new Map();

  const send = (request, response, type, key, textOf) => {
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      return response.writeHead(406).end('This server sends Brotli only.');
    }
    if (!compressed.has(key)) compressed.set(key, brotliCompressSync(textOf()));
    const body = compressed.get(key);
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    return response.end(body);
  };
  const sendJson = (request, response, key, valueOf) =>
    send(request, response, types['.json'], key, () => JSON.stringify(valueOf()));
  const changed = (id, fields) => ({ ...todos.find((todo) => todo.id === Number(id)), ...fields });

  const server = createServer(async (request, response) => {
    const { method, url } = request;
    if (url === '/empty') return send(request, response, types['.html'], url, () => EMPTY);
    if (url === '/api/todos') return sendJson(request, response, url, () => todos);
    if (method === 'PATCH') {
      const text = await textOf(request);
      const fields = JSON.parse(text);
      if (fields.title === REFUSED) return response.writeHead(422).end();
      return sendJson(request, response, `${url} ${text}`, () => changed(basename(url), fields));
    }
    if (url === '/graphql') {
      const { operationName, variables } = JSON.parse(await textOf(request));
      if (operationName === 'Todos') {
        const data = () => ({ data: { todos: withTypeNames(todos) } });
        return sendJson(request, response, url, data);
      }
      const { id, title } = variables;
      if (title === REFUSED) {
        return sendJson(request, response, REFUSED, () => ({ errors: [{ message: REFUSED }] }));
      }
      const renameTodo = { __typename: 'Todo', id, title };
      return sendJson(request, response, `${url} ${title}`, () => ({ data: { renameTodo } }));
    }
    const [, variant, name] = url.split('/');
    const file = join(folderOf(basename(variant)), basename(name || 'index.html'));
    if (!existsSync(file)) return response.writeHead(404).end();
    const text = () => readFileSync(file, 'utf8');
    const isMain = basename(file) === 'main.js';
    return send(request, response, types[extname(file)], file, () =>
      isMain ? `performance.mark('evaluated');${text()}` : text(),
    );
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { rows, origin, todos, stop: () => server.close() };
}

async function textOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
