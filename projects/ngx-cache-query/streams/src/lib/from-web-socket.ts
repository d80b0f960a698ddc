import { type Clock, systemClock } from 'ngx-cache-query';
import { Observable } from 'rxjs';
import { give, type MessageOptions } from './messages';
import { type ReconnectOptions, reconnecting } from './reconnecting';
import { Stream } from './stream';

/** How the messages of a WebSocket are read. */
export interface WebSocketOptions<T> extends ReconnectOptions, MessageOptions {
  /** The subprotocols that it may speak. */
  readonly protocols?: string | readonly string[];
  /** Makes a value of a message; by default its text as JSON. `undefined` is no message, as of a pong. */
  readonly parse?: (data: unknown) => T | undefined;
  /** What is sent when the connection is open: what to subscribe to, where to go on. */
  readonly greet?: () => string;
  /** What is sent so that the server answers, and how often, in milliseconds. */
  readonly ping?: { readonly every: number; readonly message: string };
  /** Milliseconds without a message after which the connection counts as lost. */
  readonly silence?: number;
}

/**
 * The messages of a WebSocket, for `cache.connect`. The connection is opened when somebody subscribes,
 * and opened again when it is lost.
 *
 * @param url where they come from, or gives it each time that the connection is opened
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
  const { protocols, greet, ping, silence, clock = systemClock } = options;
  const { parse = (data: unknown) => JSON.parse(String(data)) as T } = options;
  return new Stream<T>(
    (status) =>
      new Observable((subscriber) =>
        reconnecting(
          ({ opened, alive, lost }) => {
            const to = typeof url === 'string' ? url : url();
            const socket = new WebSocket(to, protocols as string | string[] | undefined);
            let rest: (() => void) | undefined;
            socket.addEventListener('open', () => {
              if (greet !== undefined) socket.send(greet());
              if (ping !== undefined) {
                rest = atIntervals(clock, ping.every, () => socket.send(ping.message));
              }
              opened();
            });
            socket.addEventListener('close', lost);
            socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
              alive();
              give(subscriber, () => parse(data), options);
            });
            return () => {
              rest?.();
              socket.close();
            };
          },
          status,
          options,
          silence,
        ),
      ),
  );
}

/** Runs something again and again; returns its end. */
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
