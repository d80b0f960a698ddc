import {
  createEnvironmentInjector,
  DOCUMENT,
  type EnvironmentInjector,
  type EnvironmentProviders,
  ErrorHandler,
  PLATFORM_ID,
  type Provider,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';

/** Stands in for the document in Node. */
const NO_DOCUMENT = { querySelector: () => null, querySelectorAll: () => [] };

/** Creates a root injector without an application, as cheaply as possible. */
export function rootInjector(
  ...providers: readonly (Provider | EnvironmentProviders)[]
): EnvironmentInjector {
  const own = [
    { provide: INJECTOR_SCOPE, useValue: 'root' },
    { provide: PLATFORM_ID, useValue: 'browser' },
    { provide: DOCUMENT, useValue: globalThis.document ?? NO_DOCUMENT },
    ErrorHandler,
    provideZonelessChangeDetection(),
    ...providers,
  ];
  return createEnvironmentInjector(own, null as never);
}
