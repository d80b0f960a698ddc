import { forgetWarnings } from '../../src/lib/util/warn';

/** Spies on the warnings of the console, including those that were logged before. */
export function listenToWarnings(): jasmine.Spy {
  forgetWarnings();
  return spyOn(console, 'warn');
}

/** Spies on the errors of the console, including those that were logged before. */
export function listenToErrors(): jasmine.Spy {
  forgetWarnings();
  return spyOn(console, 'error');
}
