import { Observable } from 'rxjs';
import { give, type MessageOptions } from './messages';
import { type ReconnectOptions, reconnecting } from './reconnecting';
import { Stream } from './stream';

/** How server-sent events are read. */
export interface EventSourceOptions<T> extends ReconnectOptions, MessageOptions {
  /** The names of events that are messages; `message` by default, which is what has no name. */
  readonly events?: readonly string[];
  /** Makes a value of a message; by default its data as JSON. */
  readonly parse?: (data: string, event: string) => T | undefined;
  /** Whether cookies go to other origins. */
  readonly withCredentials?: boolean;
  /**
   * The search parameter in which the id of the last event goes to the server when a connection is opened
   * again, so that it sends what was missed; `lastEventId` by default.
   */
  readonly resumeParameter?: string;
  /**
   * Milliseconds without an event after which the connection counts as lost. The server sends an event of
   * any name, such as `ping`, more often than that; name it in `events` or in `pings`.
   */
  readonly silence?: number;
  /** The names of events that say only that the connection is there; `ping` by default. */
  readonly pings?: readonly string[];
}

/**
 * The messages of server-sent events, for `cache.connect`. The connection is opened when somebody
 * subscribes, opened again when it is lost, and goes on after the last event that came.
 *
 * @param url where they come from, or gives it each time that the connection is opened
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
            const to = typeof url === 'string' ? url : url();
            const source = new EventSource(resumed(to, resumeParameter, last), { withCredentials });
            source.addEventListener('open', opened);
            source.addEventListener('error', lost);
            for (const name of pings) source.addEventListener(name, alive);
            for (const name of events) {
              source.addEventListener(name, (event: MessageEvent<string>) => {
                alive();
                if (event.lastEventId !== '') last = event.lastEventId;
                give(subscriber, () => parse(event.data, name), options);
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
