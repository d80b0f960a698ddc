import { type Clock, systemClock } from 'ngx-cache-query';
import type { BehaviorSubject } from 'rxjs';
import type { StreamStatus } from './stream';

/** When a lost connection is opened again. */
export interface ReconnectOptions {
  /** Milliseconds before the first attempt. The delay doubles with each attempt. Default: 1,000. */
  readonly delay?: number;
  /** The maximal delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /** The clock of the timers. Default: the clock of the system. Specs may use another one. */
  readonly clock?: Clock;
}

/** Closes a connection. */
export type Close = () => void;

/** Callbacks for the events of a connection. */
export interface ConnectionEvents {
  /** The connection is open. */
  readonly opened: () => void;
  /** A message arrived. */
  readonly alive: () => void;
  /** The connection is lost. */
  readonly lost: () => void;
}

/**
 * Opens a connection, and opens it again when it is lost or silent for too long. The delay before each attempt doubles,
 * up to `maxDelay`; a random part of up to a half of it is subtracted. A message, or an open connection that lasts for
 * `maxDelay`, resets the delay. When the browser is online again, a lost connection is opened immediately.
 *
 * @param open opens the connection
 * @param silence milliseconds without a message after which the connection counts as lost; `undefined` for no limit
 * @returns closes the connection
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
  // A subscriber of the status may close the connection, and a socket emits its close event only after that.
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
      reportError(error);
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
