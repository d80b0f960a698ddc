import { forgetWarnings } from '../../src/lib/util/warn';

/** Listens to the console's warnings, also to those that were said before. */
export function listenToWarnings(): jasmine.Spy {
  forgetWarnings();
  return spyOn(console, 'warn');
}
