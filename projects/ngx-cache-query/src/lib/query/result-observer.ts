import type { Subscriber } from 'rxjs';
import { UNKNOWN } from '../schema/query/queryable';

/** Before anything was said; no value is the same. */
const NOTHING = Symbol('nothing');

/** Who follows a result as an Observable: told only what is new to them, `undefined` for the unknown. */
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
