import type { Subscriber } from 'rxjs';
import { UNKNOWN } from '../schema/queryable';

/** Before the first value; no value is equal to it. */
const NOTHING = Symbol('nothing');

/** A subscriber of a result. It receives a value only when it differs from its last one, and `undefined` for {@link UNKNOWN}. */
export class ResultObserver {
  #last: unknown = NOTHING;

  constructor(private readonly subscriber: Subscriber<unknown>) {}

  next(result: unknown): void {
    const value = result === UNKNOWN ? undefined : result;
    if (!Object.is(value, this.#last)) this.subscriber.next((this.#last = value));
  }

  error(error: unknown): void {
    this.subscriber.error(error);
  }

  complete(): void {
    this.subscriber.complete();
  }
}
