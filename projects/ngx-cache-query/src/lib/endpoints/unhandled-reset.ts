import { Observable, type Subscriber } from 'rxjs';
import { isBeforeReset } from '../requests/request-errors';

/**
 * A link in the chain of subscribers that rxjs creates for a subscription. The last link wraps the observer that the
 * caller passed.
 */
interface Link {
  readonly destination?: Link | null;
  readonly partialObserver?: { readonly error?: unknown };
  error(error: unknown): void;
}

/**
 * Prevents rxjs from reporting an error as unhandled if `reset` or `clear` aborted the request. The application ended
 * the request itself, so nothing has to be reported if the caller has no error handler. Operators still receive the
 * error. All other errors are passed on unchanged.
 */
export function withoutUnhandledReset<T>(source$: Observable<T>): Observable<T> {
  return new Observable((subscriber) =>
    source$.subscribe({
      next: (value) => subscriber.next(value),
      error: (error: unknown) => {
        if (isBeforeReset(error)) silence(subscriber);
        subscriber.error(error);
      },
      complete: () => subscriber.complete(),
    }),
  );
}

/**
 * Makes the last link of the chain ignore the error. Does nothing if the observer of that link has an error handler,
 * or if the link does not expose its observer.
 */
function silence(subscriber: Subscriber<unknown>): void {
  let last = subscriber as unknown as Link;
  while (last.destination) last = last.destination;
  if (last.partialObserver === undefined || last.partialObserver.error !== undefined) return;
  const prototype = Object.getPrototypeOf(last) as Link;
  last.error = (error) => {
    if (!isBeforeReset(error)) prototype.error.call(last, error);
  };
}
