import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const folder = join(__dirname, '../../dist/site/live');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the built examples under /docs/live/ on a free port while `use` runs. */
export async function served(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    const file = path.replace('/docs/live/', '') || 'index.html';
    readFile(join(folder, file)).then(
      (contents) =>
        response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(contents),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/live/`);
  server.close();
}
