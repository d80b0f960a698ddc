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

/** Emits messages from a server. Each subscriber has its own connection, which is reopened if it is lost. */
export class Stream<T> extends Observable<T> {
  /** Emits the current status on subscription, and then each change. */
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
