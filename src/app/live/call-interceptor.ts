import { HttpEventType, type HttpInterceptorFn } from '@angular/common/http';
import { inject } from '@angular/core';
import { finalize, tap } from 'rxjs';
import { ChangeOrder } from './change-order';

/** Assigns a name to each write, and records the change that the response reports. */
export const callInterceptor: HttpInterceptorFn = (request, next) => {
  if (request.method === 'GET') return next(request);
  const order = inject(ChangeOrder);
  const call = order.begin();
  return next(request.clone({ setHeaders: { Call: call } })).pipe(
    tap((event) => {
      if (event.type !== HttpEventType.Response) return;
      const change = event.headers.get('Change');
      if (change !== null) order.responded(change);
    }),
    finalize(() => order.end(call)),
  );
};
