import type { Subscriber } from 'rxjs';
import { UNKNOWN } from '../schema/queryable';

/**
 * A placeholder that is used as the last value until the first value is emitted. No value equals this symbol, so the
 * first value is always emitted.
 */
const NOTHING = Symbol();

/**
 * A subscriber to a result. It receives a value only if the value differs from the last one. It receives `undefined`
 * for {@link UNKNOWN}.
 */
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
