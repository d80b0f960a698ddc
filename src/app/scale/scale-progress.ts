import { HttpEventType, type HttpInterceptorFn } from '@angular/common/http';
import { Injectable, inject, signal } from '@angular/core';
import { concatMap, delay, of } from 'rxjs';

/** How long the page is given to say that it writes: writing itself takes all of the thread. */
const untilPainted = 25;

/** What a long load is at. */
@Injectable({ providedIn: 'root' })
export class ScaleProgress {
  readonly step = signal('');
  /** How much of the response has arrived. */
  readonly bytes = signal(0);
}

/** Follows the loads of very many rows: all other requests pass. */
export const scaleProgressInterceptor: HttpInterceptorFn = (request, next) => {
  if (!request.url.includes('/scale/')) return next(request);
  const { step, bytes } = inject(ScaleProgress);
  bytes.set(0);
  step.set('Asking the server');
  return next(request.clone({ reportProgress: true })).pipe(
    concatMap((event) => {
      if (event.type === HttpEventType.DownloadProgress) {
        step.set('Receiving the answer');
        bytes.set(event.loaded);
      }
      if (event.type !== HttpEventType.Response) return of(event);
      step.set('Writing into the cache');
      return of(event).pipe(delay(untilPainted));
    }),
  );
};
