import { type WritableSignal, linkedSignal } from '@angular/core';

/** What somebody typed, and what it was typed over. */
export interface Typed<T> {
  readonly source: T;
  readonly value: T;
}

/**
 * What a field of a form holds: it follows its source until somebody typed something else. What was
 * typed while an answer was on its way stays, and what is `kept` from before is there again.
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
