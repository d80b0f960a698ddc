import { Observable, Subject } from 'rxjs';
import type { Item } from './model';
import type { Reply } from './operations';
import { type EndpointName, type Failure, failures } from './rules';

/** The server of the endpoints, which records each request. */
export const server = {
  sent: [] as Sent[],
  /** The synchronous response to the next request. */
  next: undefined as Reply | undefined,
};

/** A request that was sent, with the subject for its response. */
export interface Sent {
  readonly endpoint: EndpointName;
  readonly landing: Subject<unknown>;
  /** Creates a response from items. */
  readonly respond: (items: readonly Item[]) => unknown;
}

/** @param respond creates a response from items */
export function load(endpoint: EndpointName, respond: Sent['respond']): () => Observable<unknown> {
  return () => {
    const landing = new Subject<unknown>();
    const { next } = server;
    server.next = undefined;
    const sent = { endpoint, landing, respond };
    server.sent.push(sent);
    if (next === undefined) return landing;
    return new Observable((subscriber) => {
      const subscription = landing.subscribe(subscriber);
      answer(sent, next);
      return subscription;
    });
  };
}

/** Responds to a request. */
export function answer({ landing, respond }: Sent, reply: Reply): void {
  if (reply === 'empty') landing.complete();
  else if (typeof reply === 'string') landing.error(failures[reply as Failure]);
  else landing.next(respond(reply as readonly Item[]));
}
