import { provideHttpClient, withInterceptors, withXhr } from '@angular/common/http';
import {
  type ApplicationConfig,
  inject,
  provideAppInitializer,
  provideBrowserGlobalErrorListeners,
} from '@angular/core';
import { provideClientHydration, withNoIncrementalHydration } from '@angular/platform-browser';
import {
  PreloadAllModules,
  provideRouter,
  withAutoCleanupInjectors,
  withComponentInputBinding,
  withInMemoryScrolling,
  withNavigationErrorHandler,
  withPreloading,
} from '@angular/router';
import {
  provideCache,
  requestIds,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRest,
  withRetention,
} from 'ngx-cache-query';
import { withDevtools } from 'ngx-cache-query/devtools/production';
import { withExtension } from 'ngx-cache-query/extensions';
import { withHydration } from 'ngx-cache-query/hydration';
import { routes } from './app.routes';
import { names } from './devtools-names';
import { sayThatNavigationFailed } from './frame/navigation-failure';
import { LiveChanges } from './live/live-changes';
import { networkInterceptor } from './network/network-interceptor';
import { RequestLog } from './network/request-log';
import { sessionInterceptor } from './session/session-interceptor';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideRouter(
      routes,
      withComponentInputBinding(),
      withAutoCleanupInjectors(),
      // Loads the code of all pages, so that a user who goes offline can still open them.
      withPreloading(PreloadAllModules),
      withNavigationErrorHandler(sayThatNavigationFailed),
      withInMemoryScrolling({ anchorScrolling: 'enabled', scrollPositionRestoration: 'enabled' }),
    ),
    provideHttpClient(
      withXhr(), // fetch does not report the progress of an upload
      withInterceptors([networkInterceptor, sessionInterceptor]),
    ),
    provideCache(
      withRest({ urlPrefix: '/api', requestId: requestIds('Call') }),
      withFrameBatching(),
      withRefetchOnFocus(),
      withRefetchOnReconnect(),
      withRetention(),
      withHydration(),
      withExtension(() => inject(RequestLog).extension()),
      withDevtools({ names }),
    ),
    // Incremental hydration replays events. To do this, Angular 22.2 keeps every element with a listener in memory.
    provideClientHydration(withNoIncrementalHydration()),
    provideAppInitializer(() => inject(LiveChanges).start()),
  ],
};
