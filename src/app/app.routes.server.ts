import { RenderMode, type ServerRoute } from '@angular/ssr';

/**
 * The server renders the pages that show data from its API. The other pages show the speed or the content of the cache
 * in the browser, so the server has nothing to render.
 */
export const serverRoutes: ServerRoute[] = [
  { path: 'scale', renderMode: RenderMode.Client },
  { path: 'under-the-hood', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
