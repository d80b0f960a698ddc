import { HttpErrorResponse, type HttpInterceptorFn } from '@angular/common/http';
import { inject } from '@angular/core';
import { tap } from 'rxjs';
import { Session } from './session';

/**
 * Sends the token of the user, but only to the server of the application. If the server no longer accepts the token, the
 * session ends. It ends only once, even if the server rejects several requests.
 */
export const sessionInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(Session);
  const token = session.token();
  const isOwnServer = /^\/(?![/\\])/.test(request.url); // a path, and not //other.example.com
  if (token === undefined || !isOwnServer) return next(request);
  return next(request.clone({ setHeaders: { Authorization: `Bearer ${token}` } })).pipe(
    tap({
      error: (error: unknown) => {
        const isExpired = error instanceof HttpErrorResponse && error.status === 401;
        if (isExpired && session.token() === token) void session.leave();
      },
    }),
  );
};
