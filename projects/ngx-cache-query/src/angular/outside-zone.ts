import { NgZone } from '@angular/core';
import { Observable } from 'rxjs';

/**
 * Subscribes to `source$` outside the Angular zone, so that a source that never completes does not keep the application
 * from becoming stable. The subscriber receives values in the zone in which it subscribed.
 */
export function outsideZone<T>(source$: Observable<T>, zone: NgZone): Observable<T> {
  return new Observable((subscriber) => {
    const isInside = NgZone.isInAngularZone();
    const emit = (run: () => void) => (isInside ? zone.run(run) : run());
    return zone.runOutsideAngular(() =>
      source$.subscribe({
        next: (value) => emit(() => subscriber.next(value)),
        error: (error: unknown) => emit(() => subscriber.error(error)),
        complete: () => emit(() => subscriber.complete()),
      }),
    );
  });
}
