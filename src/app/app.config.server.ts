import { FetchBackend, HttpBackend } from '@angular/common/http';
import { type ApplicationConfig, mergeApplicationConfig } from '@angular/core';
import { provideServerRendering, withRoutes } from '@angular/ssr';
import { appConfig } from './app.config';
import { serverRoutes } from './app.routes.server';

export const config: ApplicationConfig = mergeApplicationConfig(appConfig, {
  providers: [
    provideServerRendering(withRoutes(serverRoutes)),
    // A server uploads no files, and its XMLHttpRequest is deprecated.
    { provide: HttpBackend, useExisting: FetchBackend },
  ],
});
