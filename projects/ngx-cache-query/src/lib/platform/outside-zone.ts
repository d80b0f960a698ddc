import { NgZone } from '@angular/core';
import { Observable } from 'rxjs';

/**
 * Subscribes outside of the zone, so that a source that goes on for ever keeps nobody waiting for the
 * application to be stable; what comes is told in the zone of who subscribed.
 */
export function outsideZone<T>(source$: Observable<T>, zone: NgZone): Observable<T> {
  return new Observable((subscriber) => {
    const tell = NgZone.isInAngularZone()
      ? (run: () => void) => zone.run(run)
      : (run: () => void) => run();
    return zone.runOutsideAngular(() =>
      source$.subscribe({
        next: (value) => tell(() => subscriber.next(value)),
        error: (error: unknown) => tell(() => subscriber.error(error)),
        complete: () => tell(() => subscriber.complete()),
      }),
    );
  });
}
