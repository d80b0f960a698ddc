import { HttpErrorResponse, type HttpInterceptorFn, type HttpRequest } from '@angular/common/http';
import { inject } from '@angular/core';
import { switchMap, throwError, timer } from 'rxjs';
import { Network } from './network';

/** Lets requests wait or fail when the page asks for it: the cache does not know that it is there. */
export const networkInterceptor: HttpInterceptorFn = (request, next) => {
  switch (inject(Network).condition()) {
    case 'slow':
      return timer(1_500).pipe(switchMap(() => next(request)));
    case 'failing':
      return timer(200).pipe(switchMap(() => throwError(() => unavailable(request))));
    default:
      return next(request);
  }
};

function unavailable(request: HttpRequest<unknown>): HttpErrorResponse {
  return new HttpErrorResponse({
    status: 503,
    statusText: 'Service Unavailable',
    url: request.urlWithParams,
    error: { error: 'The network is set to fail.' },
  });
}
