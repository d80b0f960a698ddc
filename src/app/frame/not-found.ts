import { RESPONSE_INIT, inject } from '@angular/core';

/** Sends the page with status 404 if it is rendered on the server. */
export function respondNotFound(): void {
  const response = inject(RESPONSE_INIT, { optional: true });
  if (response !== null) response.status = 404;
}
