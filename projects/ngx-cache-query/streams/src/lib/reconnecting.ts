import { type Clock, systemClock } from 'ngx-cache-query';
import type { BehaviorSubject } from 'rxjs';
import type { StreamStatus } from './stream';

/** How a lost connection is opened again. */
export interface ReconnectOptions {
  /** Milliseconds before the first time, twice as many before the next; 1,000 by default. */
  readonly delay?: number;
  /** The most milliseconds in between; 30,000 by default. */
  readonly maxDelay?: number;
  /** What wakes it; the clock of the system by default, another one for specs. */
  readonly clock?: Clock;
}

/** What is open, and closes it. */
export type Close = () => void;

/** What a connection tells of itself. */
export interface Told {
  /** It is open. */
  readonly opened: () => void;
  /** Something came over it. */
  readonly alive: () => void;
  /** It is lost. */
  readonly lost: () => void;
}

/**
 * Opens a connection, and again when it is lost or says nothing for too long: after a second, two, four,
 * half of it by chance, from the start once something came over it, and at once when the browser has a connection again.
 *
 * @param open opens it
 * @param silence milliseconds without a word after which it counts as lost; `undefined` for never
 * @returns closes it
 */
export function reconnecting(
  open: (told: Told) => Close,
  status: BehaviorSubject<StreamStatus>,
  { delay = 1_000, maxDelay = 30_000, clock = systemClock }: ReconnectOptions,
  silence: number | undefined,
): Close {
  let close: Close = () => undefined;
  let sleep: () => void = () => undefined;
  let times = 0;
  // Who is told may end it, and a socket tells its end only after it was closed.
  let isEnded = false;
  let isWaiting = false;
  const wake = (milliseconds: number, run: () => void) => {
    if (isEnded) return;
    sleep();
    sleep = clock.after(milliseconds, run);
  };
  const listen = (lost: () => void) => {
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
      if (clock.now() - openedAt >= maxDelay) times = 0;
      status.next('waiting');
      const most = Math.min(maxDelay, delay * 2 ** times++);
      wake(most * (0.5 + Math.random() / 2), connect);
    };
    status.next('connecting');
    if (isEnded) return;
    sleep();
    listen(lost);
    const opened = () => {
      if (isOver || isEnded) return;
      openedAt = clock.now();
      status.next('open');
      listen(lost);
    };
    const alive = () => {
      if (isOver) return;
      times = 0;
      listen(lost);
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
    times = 0;
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
