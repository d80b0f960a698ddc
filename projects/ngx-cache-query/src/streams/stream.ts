import { BehaviorSubject, Observable } from 'rxjs';

/** The status of a connection. */
export type StreamStatus =
  /** There is no subscriber. */
  | 'idle'
  /** The connection is being opened. */
  | 'connecting'
  /** The connection is open. */
  | 'open'
  /** The connection was lost, and will be opened again. */
  | 'waiting';

/**
 * Emits the messages from a server. Each subscriber has its own connection, and the stream reopens lost connections.
 */
export class Stream<T> extends Observable<T> {
  /**
   * Emits the current status on subscription, and then each change. If the stream has several subscribers, the status
   * is that of the connection whose status changed last.
   */
  readonly status$: Observable<StreamStatus>;

  constructor(open: (status: BehaviorSubject<StreamStatus>) => Observable<T>) {
    const status = new BehaviorSubject<StreamStatus>('idle');
    let subscribers = 0;
    super((subscriber) => {
      subscribers++;
      subscriber.add(() => {
        if (--subscribers === 0) status.next('idle');
      });
      return open(status).subscribe(subscriber);
    });
    this.status$ = status.asObservable();
  }
}
