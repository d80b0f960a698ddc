import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node';
import express from 'express';
import { join } from 'node:path';
import { createApi } from '../server/api';
import { developmentPolicy, strictPolicy, withContentPolicy } from '../server/content-policy';
import { docsRouter } from '../server/docs/docs-router';

/** `ng serve` imports this file, and the built server runs it. */
const isBuilt = isMainModule(import.meta.url);
const policy = isBuilt ? strictPolicy : developmentPolicy;
const browserFiles = join(import.meta.dirname, '../browser');
const angular = new AngularNodeAppEngine();
const app = express().disable('x-powered-by');

app.use('/api', createApi(process.env['DEMO_DB'] ?? '.cache/demo.db'));
app.use('/docs', docsRouter());
app.use(express.static(browserFiles, { maxAge: '1y', index: false, redirect: false }));
app.use((request, response, next) => {
  angular
    .handle(request)
    .then(async (answer) => {
      if (answer === null) return next();
      await writeResponseToNodeResponse(await withContentPolicy(answer, policy), response);
    })
    .catch(next);
});

if (isBuilt) {
  const port = Number(process.env['PORT'] ?? 4000);
  const host = process.env['HOST'] ?? '127.0.0.1';
  const server = app.listen(port, host, (error) => {
    if (error) throw error;
    const address = server.address();
    const heard = typeof address === 'object' && address ? address.port : port;
    console.log(`The demo listens on http://localhost:${heard}`);
  });
}

/** The handler that `ng serve` calls for every request. */
export const reqHandler = createNodeRequestHandler(app);
