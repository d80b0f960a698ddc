import { Observable, type Subscriber } from 'rxjs';

/** A read or a mutation. The history decides how it ends. */
export interface Request {
  /** The rows that a mutation changes, or the name of a read. */
  readonly key: string;
  readonly response: unknown;
  /** Applies the response to the reference. */
  readonly arrive: () => void;
  /** Drops the optimistic response from the reference. */
  readonly end?: () => void;
}

/** The requests in flight. */
export class Requests {
  #inFlight: { readonly request: Request; readonly subscriber: Subscriber<unknown> }[] = [];

  /** Whether the key of a request in flight passes a test. */
  some(test: (key: string) => boolean): boolean {
    return this.#inFlight.some(({ request }) => test(request.key));
  }

  send(request: Request): Observable<unknown> {
    return new Observable((subscriber) => {
      this.#inFlight.push({ request, subscriber });
    });
  }

  /** Completes a request with its response or an error. */
  respond(nth: number, isError: boolean): void {
    const [sent] = this.#inFlight.splice(nth % Math.max(1, this.#inFlight.length), 1);
    if (sent === undefined) return;
    const { request, subscriber } = sent;
    request.end?.();
    if (isError) {
      subscriber.error(new Error('refused'));
      return;
    }
    request.arrive();
    subscriber.next(request.response);
    subscriber.complete();
  }

  /** Drops all requests. Their responses are not stored. */
  clear(): void {
    this.#inFlight = [];
  }
}
