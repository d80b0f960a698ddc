import { type WritableSignal, linkedSignal } from '@angular/core';

/**
 * What a field of a form holds: it follows its source until somebody typed something else. What was
 * typed while an answer was on its way stays.
 */
export function draftOf<T>(source: () => T): WritableSignal<T> {
  return linkedSignal<T, T>({
    source,
    computation: (now, before) =>
      before === undefined || before.value === before.source ? now : before.value,
  });
}
