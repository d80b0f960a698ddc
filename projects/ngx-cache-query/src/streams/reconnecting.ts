import { type Clock, systemClock } from '../angular/clock';
import { reportUncaught } from '../util/report-uncaught';
import type { BehaviorSubject } from 'rxjs';
import type { StreamStatus } from './stream';

/** The options that determine when a lost connection is opened again. */
export interface ReconnectOptions {
  /** The delay before the first attempt to reconnect, in milliseconds; it doubles with each one. Default: 1,000. */
  readonly delay?: number;
  /** The maximum delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /** The clock for the timers. Default: the system clock. Specs can replace it. */
  readonly clock?: Clock;
}

/** Closes a connection. */
export type Close = () => void;

/** Callbacks for the events of a connection. */
export interface ConnectionEvents {
  /** Called when the connection is open. */
  readonly opened: () => void;
  /** Called when a message arrives. */
  readonly alive: () => void;
  /** Called when the connection is lost. */
  readonly lost: () => void;
}

/**
 * Opens a connection, and opens it again when it is lost or silent for too long. The delay doubles with each attempt,
 * up to `maxDelay`. A random amount of up to half of the delay is subtracted. A message resets the delay, and so does a
 * connection that stays open for `maxDelay`. When the browser comes back online, a lost connection is opened again
 * immediately.
 *
 * @param open opens a connection
 * @param silence the time without messages after which the connection counts as lost, in milliseconds; `undefined` for
 * no limit
 * @returns a function that closes the connection
 */
export function reconnecting(
  open: (events: ConnectionEvents) => Close,
  status: BehaviorSubject<StreamStatus>,
  { delay = 1_000, maxDelay = 30_000, clock = systemClock }: ReconnectOptions,
  silence: number | undefined,
): Close {
  let close: Close = () => undefined;
  let sleep: () => void = () => undefined;
  let attempts = 0;
  // Whether the caller has closed the connection. Later events, such as the close event of a socket, are then ignored.
  // A subscriber of the status can close the connection even while it is being opened.
  let isEnded = false;
  let isWaiting = false;
  const wake = (milliseconds: number, run: () => void) => {
    if (isEnded) return;
    sleep();
    sleep = clock.after(milliseconds, run);
  };
  const watchSilence = (lost: () => void) => {
    if (silence !== undefined) wake(silence, lost);
  };
  const connect = () => {
    let isOver = false;
    isWaiting = false;
    let openedAt = Infinity;
    const lost = () => {
      if (isOver || isEnded) return;
      isOver = true;
      isWaiting = true;
      close();
      if (clock.now() - openedAt >= maxDelay) attempts = 0;
      status.next('waiting');
      const longest = Math.min(maxDelay, delay * 2 ** attempts++);
      wake(longest * (0.5 + Math.random() / 2), connect);
    };
    status.next('connecting');
    if (isEnded) return;
    sleep();
    watchSilence(lost);
    const opened = () => {
      if (isOver || isEnded) return;
      openedAt = clock.now();
      status.next('open');
      watchSilence(lost);
    };
    const alive = () => {
      if (isOver) return;
      attempts = 0;
      watchSilence(lost);
    };
    try {
      close = open({ opened, alive, lost });
    } catch (error) {
      close = () => undefined;
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
    sleep();
    close();
  };
}
