import { Observable, Subject } from 'rxjs';
import type { Item } from './model';
import type { Reply } from './operations';
import { type EndpointName, type Failure, failures } from './rules';

/** What the endpoints ask; each request is written down. */
export const server = {
  sent: [] as Sent[],
  /** What the next request is answered with, at once. */
  next: undefined as Reply | undefined,
};

/** A request that was sent, and where its answer goes. */
export interface Sent {
  readonly endpoint: EndpointName;
  readonly landing: Subject<unknown>;
  /** Makes a response of items. */
  readonly respond: (items: readonly Item[]) => unknown;
}

/** @param respond makes a response of items */
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

/** Answers a request. */
export function answer({ landing, respond }: Sent, reply: Reply): void {
  if (reply === 'empty') landing.complete();
  else if (typeof reply === 'string') landing.error(failures[reply as Failure]);
  else landing.next(respond(reply as readonly Item[]));
}
