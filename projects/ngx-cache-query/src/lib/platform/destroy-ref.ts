import { assertInInjectionContext, DestroyRef, inject, type Injector } from '@angular/core';

/**
 * Returns the DestroyRef that determines the lifetime of a signal, a resource or a mutation. The DestroyRef comes from
 * `injector`, or from the current injection context.
 *
 * @param method the function to name in the error if there is no injector and no injection context
 */
export function destroyRefOf(method: (...args: never) => unknown, injector?: Injector): DestroyRef {
  if (injector !== undefined) return injector.get(DestroyRef);
  assertInInjectionContext(method);
  return inject(DestroyRef);
}
