import { type HttpInterceptorFn, HttpResponse } from '@angular/common/http';
import { Observable } from 'rxjs';

/** Receives the function that answers a request. Set while requests that change data are held. */
let hold: ((answer: (body: object) => void) => void) | undefined;

/** Holds the next request that changes data. The result answers it in place of the server. */
export function nextHeld(): Promise<(body: object) => void> {
  return new Promise((resolve) => (hold = resolve));
}

export const holding: HttpInterceptorFn = (request, next) => {
  const resolve = hold;
  if (!resolve || request.method === 'GET') return next(request);
  hold = undefined;
  return new Observable((subscriber) => {
    resolve((json) => {
      const body = request.responseType === 'json' ? json : JSON.stringify(json);
      subscriber.next(new HttpResponse({ status: 200, url: request.url, body }));
      subscriber.complete();
    });
  });
};
