import {
  createEnvironmentInjector,
  DOCUMENT,
  type EnvironmentInjector,
  ErrorHandler,
  type EnvironmentProviders,
  PLATFORM_ID,
  type Provider,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import type { Core, Edition, OpenCache, Views } from './library';

/** Stands in for the document in Node. */
const NO_DOCUMENT = { querySelector: () => null, querySelectorAll: () => [] };

/** The parts of version 2 that open a cache with a handle. */
interface Handles {
  readonly provideCache: (...features: never[]) => EnvironmentProviders;
  readonly withExtension: (create: () => object) => unknown;
}

/** Returns version 2 of the library. */
export function edition2(core: unknown, views: unknown, extensions: unknown): Edition {
  const handles = { ...(core as Handles), ...(extensions as Handles) };
  return {
    core: core as Core,
    views: views as Views,
    open: () => openWithHandle(core as Core, handles),
    appliesNestedWrites: false,
    keepsReadsOfFailedBatches: false,
    sharesLists: false,
  };
}

/** Creates a root injector without an application, as cheaply as possible. */
export function rootInjector(
  ...providers: (Provider | EnvironmentProviders)[]
): EnvironmentInjector {
  const own = [
    { provide: INJECTOR_SCOPE, useValue: 'root' },
    { provide: PLATFORM_ID, useValue: 'browser' },
    { provide: DOCUMENT, useValue: globalThis.document ?? NO_DOCUMENT },
    ErrorHandler,
    provideZonelessChangeDetection(),
  ];
  return createEnvironmentInjector([...own, ...providers], null as never);
}

function openWithHandle(core: Core, { provideCache, withExtension }: Handles): OpenCache {
  let handle: { sweep(): void } | undefined;
  const recorder = { onInit: (own: { sweep(): void }) => (handle = own) };
  const injector = rootInjector(provideCache(withExtension(() => recorder) as never));
  const cache = injector.get(core.CacheService);
  return { cache, injector, sweep: () => handle!.sweep(), end: () => injector.destroy() };
}
