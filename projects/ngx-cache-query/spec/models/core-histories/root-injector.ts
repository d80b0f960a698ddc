import {
  createEnvironmentInjector,
  DOCUMENT,
  type EnvironmentInjector,
  ErrorHandler,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';

/** Stands in for the document in Node. */
const NO_DOCUMENT = { querySelector: () => null, querySelectorAll: () => [] };

/** Creates a root injector without an application, as cheaply as possible. */
export function rootInjector(): EnvironmentInjector {
  const own = [
    { provide: INJECTOR_SCOPE, useValue: 'root' },
    { provide: PLATFORM_ID, useValue: 'browser' },
    { provide: DOCUMENT, useValue: globalThis.document ?? NO_DOCUMENT },
    ErrorHandler,
    provideZonelessChangeDetection(),
  ];
  return createEnvironmentInjector(own, null as never);
}
