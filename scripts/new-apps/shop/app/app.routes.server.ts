import { RenderMode, type ServerRoute } from '@angular/ssr';

export const serverRoutes: ServerRoute[] = [
  { path: 'prices', renderMode: RenderMode.Prerender },
  { path: '**', renderMode: RenderMode.Server },
];
