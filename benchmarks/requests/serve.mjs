// The server of the order desk, on a free port of this computer. It counts the requests to the API and the bytes of
// their responses. The files of the applications and the event stream do not count.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { folderOf } from './build.mjs';
import { createDesks } from './data.mjs';

/** The time in milliseconds that the server needs for a response. */
const LATENCY = 15;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export async function serve() {
  const state = {};
  const reset = () => {
    const counts = { gets: 0, mutations: 0, bytes: 0 };
    Object.assign(state, {
      desks: createDesks(),
      counts,
      failures: [],
      pending: 0,
      streams: new Map(),
    });
  };
  reset();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/api/changes') return open(state, url, response);
    if (url.pathname.startsWith('/api/')) return answer(state, url, request, response);
    return sendFile(url, response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    /** The data, by the name of the user. */
    desks: () => state.desks,
    counts: () => ({ ...state.counts }),
    /** The requests that failed. The script never causes one. */
    failures: () => state.failures,
    isIdle: () => state.pending === 0,
    hasStream: (user) => state.streams.has(user),
    /** Sends a message to the page of a user. */
    push: (user, event, data) =>
      state.streams.get(user).write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    reset,
    urlOf: (variant) => `http://127.0.0.1:${server.address().port}/${variant}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function open({ streams }, url, response) {
  const user = url.searchParams.get('token');
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(':\n\n');
  streams.set(user, response);
  response.on('close', () => streams.get(user) === response && streams.delete(user));
}

async function answer(state, url, request, response) {
  const { counts, desks, failures } = state;
  const { method } = request;
  counts[method === 'GET' ? 'gets' : 'mutations']++;
  state.pending++;
  response.on('close', () => state.pending--);
  const text = await textOf(request);
  const user = request.headers['authorization']?.replace('Bearer ', '');
  const value = valueOf(desks[user], method, url, text && JSON.parse(text));
  await delay(LATENCY);
  if (response.destroyed) return; // aborted by the page
  if (value === undefined) failures.push(`${method} ${url.pathname}${url.search}`);
  const body = JSON.stringify(value ?? {});
  counts.bytes += Buffer.byteLength(body);
  response.writeHead(value === undefined ? 404 : 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Returns `undefined` if there is nothing at this address, or no user. */
function valueOf(desk, method, { pathname, searchParams }, body) {
  const [, , resource, key] = pathname.split('/');
  const id = Number(key);
  if (resource === 'session') return method === 'POST' ? { token: body.name } : {};
  switch (desk && `${method} ${resource}${key ? '/id' : ''}`) {
    case 'GET stats':
      return desk.stats();
    case 'GET customers':
      return desk.customers();
    case 'PATCH customers/id':
      return desk.changeCustomer(id, body);
    case 'GET orders': {
      const { page, limit, ...filter } = Object.fromEntries(searchParams);
      return desk.list({ ...filter, page: numberOf(page), limit: numberOf(limit) });
    }
    case 'POST orders':
      return desk.create(body);
    case 'GET orders/id':
      return desk.get(id);
    case 'PATCH orders/id':
      return desk.change(id, body);
    case 'DELETE orders/id':
      return desk.remove(id);
    default:
      return undefined;
  }
}

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

async function textOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

function sendFile({ pathname }, response) {
  const [, variant, name] = pathname.split('/');
  const file = join(folderOf(basename(variant)), basename(name || 'index.html'));
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'text/plain',
    'cache-control': 'no-store',
  });
  return createReadStream(file).pipe(response);
}
