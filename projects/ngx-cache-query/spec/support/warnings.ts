import { forgetWarnings } from 'ngx-cache-query-internals';

/** Spies on the warnings in the console. Warnings that were logged earlier are logged again. */
export function listenToWarnings(): jasmine.Spy {
  forgetWarnings();
  return spyOn(console, 'warn');
}

/** Spies on the errors in the console. Errors that were logged earlier are logged again. */
export function listenToErrors(): jasmine.Spy {
  forgetWarnings();
  return spyOn(console, 'error');
}
