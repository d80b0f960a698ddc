import { RenderMode, type ServerRoute } from '@angular/ssr';

/**
 * The server renders the pages that show data from its API. The other page shows the speed of the cache in the browser, so
 * the server has nothing to render.
 */
export const serverRoutes: ServerRoute[] = [
  { path: 'scale', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
