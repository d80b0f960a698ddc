import {
  HttpContextToken,
  type HttpErrorResponse,
  type HttpInterceptorFn,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { catchError } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  provideCache,
  RestEndpoint,
  schema,
} from 'ngx-cache-query';
import { allUsers, User } from './models';

export const getUsers = new RestEndpoint({
  path: '/users',
  searchParams: {} as { team?: string; tags?: readonly string[] },
  schema: allUsers,
});
export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: {} as { readonly name: string },
  schema: User,
});
export const renameUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: {} as { readonly name: string },
  schema: User,
});
export const deleteUser = new RestEndpoint({
  path: '/users/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(User),
});

export const TOKEN = new HttpContextToken(() => 'none');
/** The context that the interceptor received for each request. */
export const tokens: string[] = [];
const interceptors: HttpInterceptorFn[] = [
  (request, next) => {
    tokens.push(request.context.get(TOKEN));
    return next(request.clone({ setHeaders: { 'x-intercepted': 'yes' } }));
  },
  (request, next) => {
    const cache = inject(CacheService);
    return next(request).pipe(
      catchError((error: HttpErrorResponse) => {
        if (error.status === 401) cache.clear();
        throw error;
      }),
    );
  },
];

/** Sets up a TestBed with a cache over HTTP. The spec responds to its requests. */
export function setUpRest(...features: CacheFeature[]) {
  tokens.length = 0;
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(withInterceptors(interceptors)),
      provideHttpClientTesting(),
      provideCache(...features),
    ],
  });
  const http = TestBed.inject(HttpTestingController);
  return {
    cache: TestBed.inject(CacheService),
    http,
    sent: (url: string) => http.expectOne((request) => request.urlWithParams === url),
  };
}
