import { type WritableSignal, linkedSignal } from '@angular/core';

/** The text that the user typed, and the value that it replaced. */
export interface Typed<T> {
  readonly source: T;
  readonly value: T;
}

/**
 * Returns the value of a form field. It equals its source until the user types something else. Text that the user types
 * while a request is in flight stays, and text that was `kept` earlier is restored.
 */
export function draftOf<T>(
  source: () => T,
  kept: () => Typed<T> | undefined = () => undefined,
): WritableSignal<T> {
  return linkedSignal<T, T>({
    source,
    computation: (now, last) => {
      const before = last ?? kept();
      return before === undefined || before.value === before.source ? now : before.value;
    },
  });
}
