import {
  afterEveryRender,
  type ApplicationRef,
  type EnvironmentProviders,
  NgZone,
  type Provider,
  provideZoneChangeDetection,
  provideZonelessChangeDetection,
  runInInjectionContext,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { CacheService } from 'ngx-cache-query';

/** Whether the page uses zone.js. The specs run both with and without it. */
export const hasZone = 'Zone' in globalThis;

/** A real application. It uses zone.js if this run does. */
export interface Application {
  readonly cache: CacheService;
  readonly ref: ApplicationRef;
  readonly zone: NgZone;
  /** The text of the page. */
  text(): string;
  /** Waits for all scheduled work. Returns the number of change detections since the previous call. */
  detections(): Promise<number>;
}

const running: (() => void)[] = [];

/** Starts an application with the given root component. {@link endApplications} ends it. */
export async function startApplication(
  root: Type<unknown>,
  ...providers: (Provider | EnvironmentProviders)[]
): Promise<Application> {
  spyOn(console, 'log'); // Angular logs that it runs in dev mode
  const mode = hasZone ? provideZoneChangeDetection() : provideZonelessChangeDetection();
  const ref = await createApplication({ providers: [mode, ...providers] });
  const host = document.body.appendChild(document.createElement('div'));
  running.push(() => {
    ref.destroy();
    host.remove();
  });
  let count = 0;
  runInInjectionContext(ref.injector, () => afterEveryRender(() => void count++));
  const zone = ref.injector.get(NgZone);
  const cache = ref.injector.get(CacheService);
  zone.run(() => ref.bootstrap(root, host));
  const application: Application = {
    cache,
    ref,
    zone,
    text: () => host.textContent.trim(),
    detections: async () => {
      await quiet();
      const since = count;
      count = 0;
      return since;
    },
  };
  await application.detections();
  return application;
}

/** Ends all started applications. */
export function endApplications(): void {
  for (const end of running.splice(0)) end();
}

/** Resolves after the work that was scheduled for the next frames. */
export function quiet(): Promise<void> {
  return new Promise((done) => setTimeout(done, 30));
}
