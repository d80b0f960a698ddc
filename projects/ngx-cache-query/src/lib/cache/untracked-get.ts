import { assertNotInReactiveContext } from '@angular/core';
import { isProcessing } from '../query/process-run';
import { warnOnce } from '../util/warn';

/**
 * Says that Angular does not follow what `get` reads, when it is called where that is expected. Inside of
 * `process` it is followed. Called in development only.
 */
export function warnOfUntrackedGet(): void {
  if (isProcessing()) return;
  try {
    assertNotInReactiveContext(warnOfUntrackedGet);
  } catch {
    warnOnce(
      'cache.get(…) was called in a computed, an effect or a template. Angular does not track it, so nothing runs ' +
        'again when the result changes. Read a signal of cache.selectSignal(…) there. If you want a single read, ' +
        'write untracked(() => cache.get(…)).',
    );
  }
}
