import { RenderMode, type ServerRoute } from '@angular/ssr';

/**
 * The server renders the pages that show data of its API. The other pages measure the browser, so there is nothing to
 * render.
 */
export const serverRoutes: ServerRoute[] = [
  { path: 'scale', renderMode: RenderMode.Client },
  { path: 'under-the-hood', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
