import { provideHttpClient, withInterceptors } from '@angular/common/http';
import { type ApplicationConfig, inject, provideBrowserGlobalErrorListeners } from '@angular/core';
import { provideCache, withExtension } from 'ngx-cache-query';
import { withRest } from 'ngx-cache-query/rest';
import { CacheLog } from './cache-panel/cache-log';
import { networkInterceptor } from './network/network-interceptor';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideHttpClient(withInterceptors([networkInterceptor])),
    provideCache(
      withRest({ urlPrefix: '/api' }),
      withExtension(() => inject(CacheLog)),
    ),
  ],
};
