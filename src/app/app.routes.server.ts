import { RenderMode, type ServerRoute } from '@angular/ssr';

/** The page starts with an empty cache, so there is nothing to render on the server. */
export const serverRoutes: ServerRoute[] = [{ path: '**', renderMode: RenderMode.Client }];
