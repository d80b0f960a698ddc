import { type Clock, systemClock } from '../angular/clock';
import { type MessageOptions, type ReconnectOptions, reconnecting, type Stream } from './stream';

/** The options of {@link fromWebSocket}. */
export interface WebSocketOptions<T> extends ReconnectOptions, MessageOptions {
  /** The accepted subprotocols. */
  readonly protocols?: string | readonly string[];
  /** Converts a message; `undefined` skips it. Default: parses JSON. */
  readonly parse?: (data: unknown) => T | undefined;
  /** Returns the message that is sent each time the connection opens, such as the topics to subscribe to. */
  readonly greet?: () => string;
  /** Sends `message` every `every` milliseconds. With `silence`, a missing answer means a lost connection. */
  readonly ping?: { readonly every: number; readonly message: string };
  /** The time without messages after which the connection counts as lost, in milliseconds. */
  readonly silence?: number;
}

/**
 * Returns a stream of WebSocket messages, for `cache.connect`. Each subscription opens a connection, and reopens it if
 * it is lost.
 *
 * @param url the URL, or a function that is called each time the connection is opened
 *
 * @example
 * ```ts
 * const prices$ = fromWebSocket('wss://example.com/prices', {
 *   greet: () => JSON.stringify({ subscribe: 'EUR' }),
 *   ping: { every: 15_000, message: 'ping' },
 *   silence: 40_000,
 * });
 * ```
 */
export function fromWebSocket<T = unknown>(
  url: string | (() => string),
  options: WebSocketOptions<T> = {},
): Stream<T> {
  const { protocols, greet, ping, clock = systemClock } = options;
  const { parse = (data: unknown) => JSON.parse(String(data)) as T } = options;
  return reconnecting({ ...options, url }, () => (socketUrl, { opened, message, lost }) => {
    const socket = new WebSocket(socketUrl, protocols as string | string[] | undefined);
    let stopPings: (() => void) | undefined;
    socket.addEventListener('open', () => {
      if (greet) socket.send(greet());
      if (ping) {
        stopPings = atIntervals(clock, ping.every, () => socket.send(ping.message));
      }
      opened();
    });
    socket.addEventListener('close', lost);
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      message(() => parse(data));
    });
    return () => {
      stopPings?.();
      socket.close();
    };
  });
}

/** Returns a function that stops the calls. */
function atIntervals(clock: Clock, every: number, run: () => void): () => void {
  let cancel: () => void;
  const next = () => {
    cancel = clock.after(every, () => {
      next();
      run();
    });
  };
  next();
  return () => cancel();
}
