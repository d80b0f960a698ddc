import { type MessageOptions, type ReconnectOptions, reconnecting, type Stream } from './stream';

/** The options of {@link fromEventSource}. */
export interface EventSourceOptions<T> extends ReconnectOptions, MessageOptions {
  /** The names of the events that contain messages. Default: `['message']`, for events without a name. */
  readonly events?: readonly string[];
  /** Converts the data of an event; `undefined` skips it. Default: parses JSON. */
  readonly parse?: (data: string, event: string) => T | undefined;
  /** Whether connections to other origins include cookies. */
  readonly withCredentials?: boolean;
  /** The search parameter for the id of the last event, when a connection is reopened. Default: `lastEventId`. */
  readonly resumeParameter?: string;
  /** The time without events in `events` or `pings` after which the connection counts as lost, in milliseconds. */
  readonly silence?: number;
  /** The names of events that only show that the connection is still open. Default: `['ping']`. */
  readonly pings?: readonly string[];
}

/**
 * Returns a stream of server-sent events, for `cache.connect`. Each subscription opens a connection, and reopens it
 * with the id of the last event if it is lost.
 *
 * @param url the URL, or a function that is called each time the connection is opened
 *
 * @example
 * ```ts
 * const todos$ = fromEventSource('/api/todos/events');
 * cache.connect(todos$, Todo);
 * todos$.status$.subscribe((status) => show(status)); // 'connecting', 'open', 'waiting'
 * ```
 */
export function fromEventSource<T = unknown>(
  url: string | (() => string),
  options: EventSourceOptions<T> = {},
): Stream<T> {
  const { events = ['message'], pings = ['ping'], withCredentials } = options;
  const { resumeParameter = 'lastEventId', parse = (data: string) => JSON.parse(data) as T } =
    options;
  return reconnecting({ ...options, url }, () => {
    let last = '';
    return (base, { opened, alive, message, lost }) => {
      const source = new EventSource(resumed(base, resumeParameter, last), { withCredentials });
      source.addEventListener('open', opened);
      source.addEventListener('error', lost);
      for (const name of pings) source.addEventListener(name, alive);
      for (const name of events) {
        source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          if (lastEventId) last = lastEventId;
          message(() => parse(data, name));
        });
      }
      return () => source.close();
    };
  });
}

function resumed(url: string, parameter: string, last: string): string {
  if (!last) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(last)}`;
}
