import { NgZone } from '@angular/core';
import { Observable } from 'rxjs';

/**
 * Subscribes outside of the zone, so that a source that never completes does not keep the application from becoming
 * stable. It emits in the zone of the subscriber.
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
