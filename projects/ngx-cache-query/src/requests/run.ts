import type { Subscriber } from 'rxjs';
import type { Entry } from './entry';
import type { SentRequest } from './send';

/** A call of `fetch` that waits for a response. */
export interface Caller {
  readonly subscriber: Subscriber<unknown>;
  /** Whether the caller receives an error if the read is dropped. Otherwise, it completes. */
  readonly rejects: boolean;
}

/** A read in flight. */
export class Run {
  readonly callers = new Set<Caller>();
  /** Called in the commit of the response, or when the read has failed or ended. */
  readonly ending: (() => void)[] = [];
  /** Whether new callers send another request, because something has changed since this one was sent. */
  isOld = false;
  /** Whether the response lacks what mutations have done in the meantime, so that another request follows. */
  mustRepeat = false;
  /** Whether a response has arrived, but the request is still open, because it may be answered again. */
  isAnswered = false;
  /** Ends the request. */
  close: (() => void) | undefined;

  /**
   * @param sent the request of the endpoint of the entry, or of one of its variants
   * @param order the position in the write order
   */
  constructor(
    readonly entry: Entry,
    readonly sent: SentRequest,
    readonly order: number,
  ) {}

  /** Whether the response is stale when it arrives, because of a `refetch`. */
  get isSuperseded(): boolean {
    return this.order <= this.entry.expiredAt;
  }
}
