import { NgZone } from '@angular/core';
import { Observable } from 'rxjs';

/**
 * Returns an Observable that subscribes to `source$` outside of the Angular zone. A source that never completes then
 * does not prevent the application from becoming stable. The subscriber receives values in the zone in which it
 * subscribed.
 */
export function outsideZone<T>(source$: Observable<T>, zone: NgZone): Observable<T> {
  return new Observable((subscriber) => {
    const emit = NgZone.isInAngularZone()
      ? (run: () => void) => zone.run(run)
      : (run: () => void) => run();
    return zone.runOutsideAngular(() =>
      source$.subscribe({
        next: (value) => emit(() => subscriber.next(value)),
        error: (error: unknown) => emit(() => subscriber.error(error)),
        complete: () => emit(() => subscriber.complete()),
      }),
    );
  });
}
