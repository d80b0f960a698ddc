import { provideHttpClient } from '@angular/common/http';
import { inject, NgZone, provideAppInitializer } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideCache } from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';
import { CacheLog } from './cache-panel/cache-log';
import { Backend } from './backend';
import { LivePage } from './live-page';

const backend = new Backend();

/** Advances the clock of the testing kit in real time. Otherwise, this clock does not advance. */
function startClock(): void {
  const { clock } = inject(CacheTesting);
  let last = performance.now();
  const tick = async () => {
    const now = performance.now();
    await clock.advance(now - last);
    last = now;
    setTimeout(tick, 40);
  };
  inject(NgZone).runOutsideAngular(() => void tick());
}

bootstrapApplication(LivePage, {
  providers: [
    provideHttpClient(),
    { provide: Backend, useValue: backend },
    provideCache(withExtension(() => inject(CacheLog))),
    provideCacheTesting({ fixtures: backend.fixtures }),
    provideAppInitializer(startClock),
  ],
}).catch((error: unknown) => console.error(error));
