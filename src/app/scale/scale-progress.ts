import { HttpEventType, type HttpInterceptorFn } from '@angular/common/http';
import { Injectable, inject, signal } from '@angular/core';
import { concatMap, delay, of } from 'rxjs';

/**
 * The delay before the cache is written, in milliseconds. Writing blocks the thread, so the page must render the new
 * step first.
 */
const untilPainted = 25;

/** The phase of a long load. */
@Injectable({ providedIn: 'root' })
export class ScaleProgress {
  readonly step = signal('');
  /** The number of bytes that have arrived. */
  readonly bytes = signal(0);
}

/** Records the progress of large loads. All other requests pass through unchanged. */
export const scaleProgressInterceptor: HttpInterceptorFn = (request, next) => {
  if (!request.url.includes('/scale/')) return next(request);
  const { step, bytes } = inject(ScaleProgress);
  bytes.set(0);
  step.set('Sending the request');
  return next(request.clone({ reportProgress: true })).pipe(
    concatMap((event) => {
      if (event.type === HttpEventType.DownloadProgress) {
        step.set('Receiving the response');
        bytes.set(event.loaded);
      }
      if (event.type !== HttpEventType.Response) return of(event);
      step.set('Writing into the cache');
      return of(event).pipe(delay(untilPainted));
    }),
  );
};
