import type { Subscriber } from 'rxjs';

/** What becomes of a message that cannot be read. */
export interface MessageOptions {
  /** Takes what is wrong with a message, which is left out; by default it is reported as an uncaught error. */
  readonly onBadMessage?: (error: unknown) => void;
}

/** Gives what a message says to who listens; a bad one is no end. */
export function give<T>(
  subscriber: Subscriber<T>,
  read: () => T | undefined,
  { onBadMessage = reportError }: MessageOptions,
): void {
  let value: T | undefined;
  try {
    value = read();
  } catch (error) {
    onBadMessage(error);
    return;
  }
  if (value !== undefined) subscriber.next(value);
}
