import { RESPONSE_INIT, inject } from '@angular/core';

/** If the page is rendered on the server, sends it with status 404. */
export function respondNotFound(): void {
  const response = inject(RESPONSE_INIT, { optional: true });
  if (response !== null) response.status = 404;
}
