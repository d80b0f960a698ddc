import { BehaviorSubject, Observable, type Subscriber } from 'rxjs';
import { type Clock, systemClock } from '../angular/clock';
import { reportUncaught } from '../util/report-uncaught';

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

/** When a lost connection is opened again. */
export interface ReconnectOptions {
  /** The delay before the first attempt to reconnect, in milliseconds; it doubles with each one. Default: 1,000. */
  readonly delay?: number;
  /** The maximum delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /** The clock for the timers. Default: the system clock. */
  readonly clock?: Clock;
}

/** How messages that cannot be parsed are handled. */
export interface MessageOptions {
  /** Receives the error when a message cannot be parsed. Default: reports it as uncaught. */
  readonly onBadMessage?: (error: unknown) => void;
}

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

interface StreamOptions extends ReconnectOptions, MessageOptions {
  /** The URL, or a function that is called each time a connection is opened. */
  readonly url: string | (() => string);
  /** The time without messages after which a connection counts as lost, in milliseconds. */
  readonly silence?: number;
}

type Close = () => void;

/** The events of a connection. */
interface ConnectionEvents<T> {
  readonly opened: () => void;
  /** Called when something arrives, which shows that the connection is still open. */
  readonly alive: () => void;
  /** Called when a message arrives. If it cannot be parsed, the stream does not end. */
  readonly message: (parse: () => T | undefined) => void;
  readonly lost: () => void;
}

/** Opens a connection, and returns a function that closes it. */
type Open<T> = (url: string, events: ConnectionEvents<T>) => Close;

/**
 * Returns a stream whose connections are opened again when they are lost or silent for too long. The delay doubles with
 * each attempt, up to `maxDelay`. A random amount of up to half of the delay is subtracted. A message resets the delay,
 * and so does a connection that stays open for `maxDelay`. When the browser comes back online, a lost connection is
 * opened again immediately.
 *
 * @param subscribe called for each subscription
 */
export function reconnecting<T>(options: StreamOptions, subscribe: () => Open<T>): Stream<T> {
  return new Stream<T>(
    (status) => new Observable((subscriber) => keepOpen(subscribe(), status, subscriber, options)),
  );
}

function keepOpen<T>(
  open: Open<T>,
  status: BehaviorSubject<StreamStatus>,
  subscriber: Subscriber<T>,
  options: StreamOptions,
): Close {
  const { delay = 1_000, maxDelay = 30_000, clock = systemClock, silence } = options;
  const { onBadMessage = reportUncaught, url } = options;
  let close: Close | undefined;
  let sleep: (() => void) | undefined;
  let attempts = 0;
  // Whether the caller has closed the connection. Later events, such as the close event of a socket, are then ignored.
  // A subscriber of the status can close the connection even while it is being opened.
  let isEnded = false;
  let isWaiting = false;
  const wake = (milliseconds: number, run: () => void) => {
    if (isEnded) return;
    sleep?.();
    sleep = clock.after(milliseconds, run);
  };
  const connect = () => {
    let isOver = false;
    isWaiting = false;
    let openedAt = Infinity;
    const lost = () => {
      if (isOver || isEnded) return;
      isOver = true;
      isWaiting = true;
      close?.();
      if (clock.now() - openedAt >= maxDelay) attempts = 0;
      status.next('waiting');
      const longest = Math.min(maxDelay, delay * 2 ** attempts++);
      wake(longest * (0.5 + Math.random() / 2), connect);
    };
    const watchSilence = () => {
      if (silence !== undefined) wake(silence, lost);
    };
    status.next('connecting');
    if (isEnded) return;
    sleep?.();
    watchSilence();
    const opened = () => {
      if (isOver || isEnded) return;
      openedAt = clock.now();
      status.next('open');
      watchSilence();
    };
    const alive = () => {
      if (isOver) return;
      attempts = 0;
      watchSilence();
    };
    const message = (parse: () => T | undefined) => {
      alive();
      let value: T | undefined;
      try {
        value = parse();
      } catch (error) {
        onBadMessage(error);
        return;
      }
      if (value !== undefined) subscriber.next(value);
    };
    try {
      close = open(typeof url === 'string' ? url : url(), { opened, alive, message, lost });
    } catch (error) {
      close = undefined;
      lost();
      reportUncaught(error);
    }
  };
  const online = () => {
    if (!isWaiting) return;
    attempts = 0;
    connect();
  };
  globalThis.addEventListener?.('online', online);
  connect();
  return () => {
    isEnded = true;
    globalThis.removeEventListener?.('online', online);
    sleep?.();
    close?.();
  };
}
