import { type RequestHandler, Router, static as staticFiles } from 'express';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { docsPolicy, livePolicy } from './docs-policy';
import { failedPage, waitingPage } from './building-page';
import { type SiteBuild, npmBuild } from './site-build';

/** The options of the documentation site. Only specs change the defaults. */
interface DocsOptions {
  /** The folder of the built site. */
  readonly folder?: string;
  readonly build?: SiteBuild;
}

/**
 * Serves the documentation site. If the site has not been built yet, the first visit starts a build in the background.
 * Until the build is complete, visitors see a page that reloads itself.
 */
export function docsRouter({ folder = 'dist/site', build = npmBuild() }: DocsOptions = {}): Router {
  const site = resolve(folder);
  return Router()
    .use(whenMissing(site, build))
    .use('/_astro', staticFiles(join(site, '_astro'), { immutable: true, maxAge: '1y' }))
    .use(staticFiles(site, { setHeaders: withPolicy }))
    .use(notFound(site));
}

/** Builds the site if it is missing. A visit after a failed build starts another build. */
function whenMissing(site: string, build: SiteBuild): RequestHandler {
  return (_request, response, next) => {
    if (existsSync(site)) return next();
    if (!build.isPossible) return next('router'); // a server without the sources has no documentation
    const error = build.takeError();
    const html = error === undefined ? waitingPage() : failedPage(error);
    if (error === undefined) build.start();
    response
      .status(error === undefined ? 202 : 503) // a browser logs an error for each status of 400 or higher
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
