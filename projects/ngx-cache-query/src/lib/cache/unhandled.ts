import { Observable, type Subscriber } from 'rxjs';
import { isBeforeReset } from './cache-errors';

/** What rxjs keeps of a subscription: a chain of subscribers, and at its end what the caller passed to `subscribe`. */
interface Link {
  readonly destination?: Link;
  readonly partialObserver?: { readonly error?: unknown };
}

/**
 * Ends without a word when `reset` or `clear` aborted the request and the caller passed no error handler: rxjs would
 * report the error as unhandled, although the application itself ended the request. Other errors pass.
 */
export function withoutUnhandledReset<T>(source$: Observable<T>): Observable<T> {
  return new Observable((subscriber) =>
    source$.subscribe({
      next: (value) => subscriber.next(value),
      error: (error: unknown) => {
        if (isBeforeReset(error) && !handlesErrors(subscriber)) subscriber.unsubscribe();
        else subscriber.error(error);
      },
      complete: () => subscriber.complete(),
    }),
  );
}

/** Whether an error handler was passed to `subscribe`. Where rxjs does not tell, there may be one. */
function handlesErrors(subscriber: Subscriber<unknown>): boolean {
  let link: Link = subscriber as unknown as Link;
  while (link.destination !== undefined) link = link.destination;
  return link.partialObserver === undefined || link.partialObserver.error !== undefined;
}
