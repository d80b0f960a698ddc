import { Observable, type Subscriber } from 'rxjs';
import { isBeforeReset } from '../requests/request-errors';

/** What rxjs keeps of a subscription: a chain of subscribers, and at its end what the caller passed to `subscribe`. */
interface Link {
  readonly destination?: Link | null;
  readonly partialObserver?: { readonly error?: unknown };
  error(error: unknown): void;
}

/**
 * Prevents that rxjs reports the error of a request that `reset` or `clear` aborted as unhandled when the caller passed
 * no error handler: the application itself ended the request. Operators receive the error, and other errors pass.
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

/** Lets the end of the chain ignore the error, unless it has an error handler, or rxjs does not show whether it has. */
function silence(subscriber: Subscriber<unknown>): void {
  let last = subscriber as unknown as Link;
  while (last.destination) last = last.destination;
  if (last.partialObserver === undefined || last.partialObserver.error !== undefined) return;
  const prototype = Object.getPrototypeOf(last) as Link;
  last.error = (error) => {
    if (!isBeforeReset(error)) prototype.error.call(last, error);
  };
}
