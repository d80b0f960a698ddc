import { type RequestHandler, Router, static as staticFiles } from 'express';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { buildingPage } from './building-page';
import { docsPolicy, livePolicy } from './docs-policy';
import { type SiteBuild, npmBuild } from './site-build';

/** The options of the documentation site. Only specs change the defaults. */
interface DocsOptions {
  /** The folder of the built site. */
  readonly folder: string;
  /** Default: `undefined` for a server without the sources, which has no documentation. */
  readonly build: SiteBuild | undefined;
}

/**
 * Serves the documentation site. If the site has not been built yet, the first visit starts a build in the background.
 * Until the build is complete, visitors see a page that reloads itself.
 */
export function docsRouter(
  { folder, build }: DocsOptions = { folder: 'dist/site', build: npmBuild },
): Router {
  const site = resolve(folder);
  return Router()
    .use(whenMissing(site, build))
    .use('/_astro', staticFiles(join(site, '_astro'), { immutable: true, maxAge: '1y' }))
    .use(staticFiles(site, { setHeaders: withPolicy }))
    .use(notFound(site));
}

/** Builds the site if it is missing. A failure is shown once, and the visit after it starts another build. */
function whenMissing(site: string, build: SiteBuild | undefined): RequestHandler {
  let state: 'idle' | 'building' | Error = 'idle';
  const start = (build: SiteBuild) => {
    state = 'building';
    build().then(
      () => (state = 'idle'),
      (error: Error) => (state = error),
    );
  };
  return (_request, response, next) => {
    if (existsSync(site)) return next();
    if (build === undefined) return next('router');
    if (state === 'idle') start(build);
    const error = state instanceof Error ? state : undefined;
    if (error) state = 'idle';
    const html = buildingPage(error?.message);
    response
      .status(error ? 503 : 202) // a browser logs an error for each status of 400 or higher
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': docsPolicy(html) })
      .send(html);
  };
}

function withPolicy(response: { setHeader(name: string, value: string): unknown }, file: string) {
  if (!file.endsWith('.html')) return;
  const isLive = basename(dirname(file)) === 'live';
  const policy = isLive ? livePolicy : docsPolicy(readFileSync(file, 'utf8'));
  response.setHeader('Content-Security-Policy', policy);
}

function notFound(site: string): RequestHandler {
  return (_request, response) => {
    const html = readFileSync(join(site, '404.html'), 'utf8');
    response.status(404).set('Content-Security-Policy', docsPolicy(html)).send(html);
  };
}
