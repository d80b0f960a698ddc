import { reportUncaught } from '../util/report-uncaught';
import type { Subscriber } from 'rxjs';

/** Defines how messages that cannot be parsed are handled. */
export interface MessageOptions {
  /** Receives the error when a message cannot be parsed. Default: reports it as uncaught. */
  readonly onBadMessage?: (error: unknown) => void;
}

/** Emits the value of a message. A message that cannot be parsed does not end the stream. */
export function emitMessage<T>(
  subscriber: Subscriber<T>,
  parse: () => T | undefined,
  { onBadMessage = reportUncaught }: MessageOptions,
): void {
  let value: T | undefined;
  try {
    value = parse();
  } catch (error) {
    onBadMessage(error);
    return;
  }
  if (value !== undefined) subscriber.next(value);
}
