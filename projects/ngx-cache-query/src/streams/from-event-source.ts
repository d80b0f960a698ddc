import { Observable } from 'rxjs';
import { emitMessage, type MessageOptions } from './messages';
import { type ReconnectOptions, reconnecting } from './reconnecting';
import { Stream } from './stream';

/** The options of {@link fromEventSource}. */
export interface EventSourceOptions<T> extends ReconnectOptions, MessageOptions {
  /**
   * The names of the events that contain messages. Default: `['message']`. The browser gives the name `message` to
   * events without a name.
   */
  readonly events?: readonly string[];
  /**
   * Converts the data of an event to a value. Return `undefined` to skip the event. Default: parses the data as JSON.
   */
  readonly parse?: (data: string, event: string) => T | undefined;
  /** Whether connections to other origins include cookies. */
  readonly withCredentials?: boolean;
  /**
   * The search parameter for the id of the last received event. The id is sent when a lost connection is opened again,
   * so that the server can send the missed events. Default: `lastEventId`.
   */
  readonly resumeParameter?: string;
  /**
   * The time without events after which the connection counts as lost, in milliseconds. Configure the server to send an
   * event, such as `ping`, at shorter intervals. Only events with a name in `events` or `pings` restart this time.
   */
  readonly silence?: number;
  /** The names of events that only show that the connection is still open. Default: `['ping']`. */
  readonly pings?: readonly string[];
}

/**
 * Returns a stream of server-sent events, for `cache.connect`. Each subscription opens a connection. A lost connection
 * is reopened. If the events have ids, the new request contains the id of the last received event, so that the server
 * can send the missed events.
 *
 * @param url the URL of the events, or a function that returns the URL each time the connection is opened
 * @param options how messages are parsed, and when a lost connection is opened again
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
  const { events = ['message'], pings = ['ping'], withCredentials, silence } = options;
  const { resumeParameter = 'lastEventId', parse = (data: string) => JSON.parse(data) as T } =
    options;
  return new Stream<T>(
    (status) =>
      new Observable((subscriber) => {
        let last = '';
        return reconnecting(
          ({ opened, alive, lost }) => {
            const base = typeof url === 'string' ? url : url();
            const source = new EventSource(resumed(base, resumeParameter, last), {
              withCredentials,
            });
            source.addEventListener('open', opened);
            source.addEventListener('error', lost);
            for (const name of pings) source.addEventListener(name, alive);
            for (const name of events) {
              source.addEventListener(name, (event: MessageEvent<string>) => {
                alive();
                if (event.lastEventId !== '') last = event.lastEventId;
                emitMessage(subscriber, () => parse(event.data, name), options);
              });
            }
            return () => source.close();
          },
          status,
          options,
          silence,
        );
      }),
  );
}

function resumed(url: string, parameter: string, last: string): string {
  if (last === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(last)}`;
}
