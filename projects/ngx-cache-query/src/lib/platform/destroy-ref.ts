import { assertInInjectionContext, DestroyRef, inject, type Injector } from '@angular/core';

/**
 * Returns what ends a signal: the end of `injector`, or of the current injection context.
 *
 * @param method is named in the error if there is neither
 */
export function destroyRefOf(method: (...args: never) => unknown, injector?: Injector): DestroyRef {
  if (injector !== undefined) return injector.get(DestroyRef);
  assertInInjectionContext(method);
  return inject(DestroyRef);
}
