import { HttpErrorResponse, type HttpInterceptorFn, type HttpRequest } from '@angular/common/http';
import { inject } from '@angular/core';
import { switchMap, throwError, timer } from 'rxjs';
import { Network } from './network';

/** Delays requests or makes them fail, depending on the user's selection. The cache is not involved. */
export const networkInterceptor: HttpInterceptorFn = (request, next) => {
  const network = inject(Network);
  if (network.failNext()) {
    network.failNext.set(false);
    return failing(request, 503, 'The server failed because “Fail the next request” was on.');
  }
  switch (network.condition()) {
    case 'slow':
      return timer(1_500).pipe(switchMap(() => next(request)));
    case 'offline':
      return failing(request, 0, 'You are offline.');
    default:
      return next(request);
  }
};

function failing(request: HttpRequest<unknown>, status: number, error: string) {
  const url = request.urlWithParams;
  const response = new HttpErrorResponse({ status, url, error: { error } });
  return timer(200).pipe(switchMap(() => throwError(() => response)));
}
