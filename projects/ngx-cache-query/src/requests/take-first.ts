import { Observable, Subscription, take } from 'rxjs';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/**
 * Emits the first response, and unsubscribes. In dev mode, an Observable that does not complete with it causes a warning:
 * later values are ignored.
 */
export function takeFirst(response$: Observable<unknown>, source: string): Observable<unknown> {
  if (typeof ngDevMode === 'undefined' || ngDevMode) return takeFirstOrWarn(response$, source);
  return response$.pipe(take(1));
}

/** Works like {@link takeFirst}. Unsubscribes a microtask later, because only then it is known what does not complete. */
function takeFirstOrWarn(response$: Observable<unknown>, source: string): Observable<unknown> {
  return new Observable((subscriber) => {
    let isTaken = false;
    let isCompleted = false;
    const subscription = new Subscription();
    const leave = () => {
      if (!isCompleted) warnOfMore(source);
      subscription.unsubscribe();
    };
    subscription.add(
      response$.subscribe({
        next: (response) => {
          if (isTaken) return;
          isTaken = true;
          queueMicrotask(leave);
          subscriber.next(response);
          subscriber.complete();
        },
        error: (thrown) => {
          isCompleted = true;
          subscriber.error(thrown);
        },
        complete: () => {
          isCompleted = true;
          subscriber.complete();
        },
      }),
    );
    return () => void (isTaken || subscription.unsubscribe());
  });
}

function warnOfMore(source: string): void {
  warnOnce(
    `${source}: the request emitted a value, but did not complete. The cache uses the first value, and has ` +
      `unsubscribed. If more values follow, connect a Stream instead: cache.connect(…). Otherwise, add take(1).`,
  );
}
