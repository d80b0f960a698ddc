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

/** Whether zone.js runs the page: the specs run with it and without. */
export const hasZone = 'Zone' in globalThis;

/** An application of its own, as users start one, with or without zone.js as the run is. */
export interface Application {
  readonly cache: CacheService;
  readonly ref: ApplicationRef;
  readonly zone: NgZone;
  /** What the page shows. */
  text(): string;
  /** How many change detections there were since the last time, when all is quiet. */
  detections(): Promise<number>;
}

const running: (() => void)[] = [];

/** Starts an application whose root is that component; {@link endApplications} ends it. */
export async function startApplication(
  root: Type<unknown>,
  ...providers: (Provider | EnvironmentProviders)[]
): Promise<Application> {
  spyOn(console, 'log'); // Angular says that it is in development mode
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

/** Ends all applications that were started. */
export function endApplications(): void {
  for (const end of running.splice(0)) end();
}

/** When what was scheduled for the next frames is done. */
export function quiet(): Promise<void> {
  return new Promise((done) => setTimeout(done, 30));
}
