import { Observable, Subject } from 'rxjs';
import type { Item } from './model';
import type { Reply } from './operations';
import { type EndpointName, type Failure, failures } from './rules';

/** The server of the endpoints. It records each request. */
export const server = {
  sent: [] as Sent[],
  /** The synchronous response to the next request. */
  next: undefined as Reply | undefined,
};

/** A request that was sent, and the subject for its response. */
export interface Sent {
  readonly endpoint: EndpointName;
  readonly responses: Subject<unknown>;
  /** Creates a response from items. */
  readonly toResponse: (items: readonly Item[]) => unknown;
}

/** @param toResponse creates a response from items */
export function load(
  endpoint: EndpointName,
  toResponse: Sent['toResponse'],
): () => Observable<unknown> {
  return () => {
    const responses = new Subject<unknown>();
    const { next } = server;
    server.next = undefined;
    const sent = { endpoint, responses, toResponse };
    server.sent.push(sent);
    if (next === undefined) return responses;
    return new Observable((subscriber) => {
      const subscription = responses.subscribe(subscriber);
      complete(sent, next);
      return subscription;
    });
  };
}

/** Responds to a request. */
export function complete({ responses, toResponse }: Sent, reply: Reply): void {
  if (reply === 'empty') responses.complete();
  else if (typeof reply === 'string') responses.error(failures[reply as Failure]);
  else {
    responses.next(toResponse(reply as readonly Item[]));
    responses.complete();
  }
}
