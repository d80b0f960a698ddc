import { BehaviorSubject, Observable } from 'rxjs';

/** What becomes of a connection. */
export type StreamStatus =
  /** Nobody listens. */
  | 'idle'
  /** It is being opened. */
  | 'connecting'
  /** It is open. */
  | 'open'
  /** It was lost, and will be opened again. */
  | 'waiting';

/** The messages of a server, over a connection of each subscriber's own, which is opened again when it is lost. */
export class Stream<T> extends Observable<T> {
  /** What becomes of the connection, now and whenever that changes. */
  readonly status$: Observable<StreamStatus>;

  constructor(open: (status: BehaviorSubject<StreamStatus>) => Observable<T>) {
    const status = new BehaviorSubject<StreamStatus>('idle');
    let listeners = 0;
    super((subscriber) => {
      listeners++;
      subscriber.add(() => {
        if (--listeners === 0) status.next('idle');
      });
      return open(status).subscribe(subscriber);
    });
    this.status$ = status.asObservable();
  }
}
