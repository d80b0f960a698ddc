import { assertNotInReactiveContext } from '@angular/core';
import { isProcessing } from '../query/process-run';
import { warnOnce } from '../util/warn';

/**
 * Logs a warning if `get` is called in a reactive context, because Angular does not track the read. There is no warning
 * inside `process`, because the cache itself tracks the reads of `process`. Called only in dev mode.
 */
export function warnOfUntrackedGet(): void {
  if (isProcessing()) return;
  try {
    assertNotInReactiveContext(warnOfUntrackedGet);
  } catch {
    warnOnce(
      'cache.get(…) was called in a computed, an effect or a template. Angular does not track this read, so ' +
        'the code does not run again when the result changes. Create a signal with cache.selectSignal(…), and read ' +
        'the signal there. If you want a single read, write untracked(() => cache.get(…)).',
    );
  }
}
