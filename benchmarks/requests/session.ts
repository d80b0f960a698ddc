// The signed-in user and the page that is open. All variants use them.
import { type HttpInterceptorFn } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import { type Filter } from './contract';

/**
 * The time in milliseconds for which all variants treat a response as fresh. It is the default of this library. The
 * guides of TanStack Query recommend to set such a `staleTime`.
 */
export const FRESH = 60_000;

export type Route =
  | { readonly page: 'sign-in' | 'dashboard' | 'board' | 'customers' }
  | { readonly page: 'orders'; readonly filter: Filter; readonly order?: number };

@Injectable({ providedIn: 'root' })
export class Session {
  readonly token = signal<string | undefined>(undefined);
  readonly route = signal<Route>({ page: 'sign-in' });

  changesUrl(token: string): string {
    return `/api/changes?token=${token}`;
  }
}

export const authorization: HttpInterceptorFn = (request, next) => {
  const token = inject(Session).token();
  if (token === undefined) return next(request);
  return next(request.clone({ setHeaders: { Authorization: `Bearer ${token}` } }));
};
