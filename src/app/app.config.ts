import { provideHttpClient, withInterceptors } from '@angular/common/http';
import { type ApplicationConfig, inject, provideBrowserGlobalErrorListeners } from '@angular/core';
import { provideRouter, withComponentInputBinding, withInMemoryScrolling } from '@angular/router';
import { provideCache, withExtension } from 'ngx-cache-query';
import { withRest } from 'ngx-cache-query/rest';
import { routes } from './app.routes';
import { CacheLog } from './cache-panel/cache-log';
import { networkInterceptor } from './network/network-interceptor';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideRouter(
      routes,
      withComponentInputBinding(),
      withInMemoryScrolling({ anchorScrolling: 'enabled', scrollPositionRestoration: 'enabled' }),
    ),
    provideHttpClient(withInterceptors([networkInterceptor])),
    provideCache(
      withRest({ urlPrefix: '/api' }),
      withExtension(() => inject(CacheLog)),
    ),
  ],
};
