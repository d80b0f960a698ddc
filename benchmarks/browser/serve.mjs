// A server for the built applications, on a free port of this computer.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { folderOf } from './build.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves `/<variant>/<file>`. The pages are cross-origin isolated, so that their clock has a resolution of 5 µs.
 * `respond` can respond to a request instead. It then returns true.
 */
export async function serve(folder = folderOf, respond = () => false) {
  const server = createServer((request, response) => {
    if (respond(request, response)) return;
    const [, variant, name] = request.url.split('/');
    const file = join(folder(basename(variant)), basename(name || 'index.html'));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'text/plain',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-store',
    });
    return createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    urlOf: (variant) => `http://127.0.0.1:${server.address().port}/${variant}/`,
    stop: () => server.close(),
  };
}
