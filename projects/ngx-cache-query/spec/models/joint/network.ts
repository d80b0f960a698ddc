import {
  type HttpBackend,
  HttpErrorResponse,
  type HttpEvent,
  type HttpRequest,
  HttpResponse,
} from '@angular/common/http';
import { Observable, type Subscriber } from 'rxjs';
import type { Answer, Call, Server } from './server';

/** What happens to a request. */
export type Fate =
  /** The server processes the request, and its answer arrives. */
  | 'ok'
  /** The server refuses the request with status 500. */
  | 'refused'
  /** The request does not reach the server: status 0. */
  | 'unreachable'
  /** The server answers that there is no such row, which is not true: status 404. */
  | 'missing'
  /** The server processes the request, but its answer is lost: status 0. */
  | 'lost';

/** A request in flight. First the request reaches the server, and then the answer reaches the client. */
export class Exchange {
  answer: Answer | undefined;
  isAborted = false;

  constructor(
    readonly call: Call,
    /** How often the client had been emptied when it sent the request. */
    readonly session: number,
    readonly subscriber: Subscriber<HttpEvent<unknown>>,
    /** The time at which it was sent. */
    readonly at: number,
  ) {}

  get isRead(): boolean {
    return this.call.method === 'GET';
  }

  toString(): string {
    const { method, path, params, body } = this.call;
    return `${method} ${path} ${JSON.stringify(params)} ${JSON.stringify(body)}`;
  }
}

/** The network of all clients. A step of the history decides when a request and when its answer goes on. */
export class Network {
  /** Requests on their way to the server, also those that the client has aborted. */
  readonly sent: Exchange[] = [];
  /** Answers on their way to the client. */
  readonly answered: Exchange[] = [];
  /** The titles and scores of requests that failed and that the server has not processed. */
  readonly refused = new Set<unknown>();
  #time = 0;

  constructor(readonly server: Server) {}

  get isQuiet(): boolean {
    return this.sent.length + this.answered.length === 0;
  }

  /** Returns the time, which is another one for each event. */
  tick(): number {
    return ++this.#time;
  }

  /** Returns the backend of a client. */
  backendOf(client: { readonly session: number }): HttpBackend {
    return {
      handle: (request) =>
        new Observable<HttpEvent<unknown>>((subscriber) => {
          const call = callOf(request);
          const exchange = new Exchange(call, client.session, subscriber, this.tick());
          this.sent.push(exchange);
          return () => {
            exchange.isAborted = true;
            take(this.answered, exchange);
          };
        }),
    };
  }

  /** The request reaches the server. */
  reach(exchange: Exchange, fate: Fate): void {
    take(this.sent, exchange);
    const { call, isAborted } = exchange;
    if (fate === 'ok' || fate === 'lost') exchange.answer = this.server.answer(call);
    if (fate === 'refused') exchange.answer = { status: 500, body: null };
    if (fate === 'missing') exchange.answer = { status: 404, body: null };
    if (fate === 'lost' || fate === 'unreachable') exchange.answer = { status: 0, body: null };
    if (!isAborted) this.answered.push(exchange);
    const isProcessed = fate === 'lost' || exchange.answer!.status === 200;
    if (isProcessed || isAborted) return;
    for (const body of [call.body].flat() as (Call['body'] | null)[]) {
      for (const name of ['title', 'score']) {
        const value = body?.[name];
        if (value !== undefined) this.refused.add(value);
      }
    }
  }

  /** The answer reaches the client. */
  arrive(exchange: Exchange): void {
    take(this.answered, exchange);
    const { answer, session, subscriber } = exchange;
    const { status, body } = answer!;
    if (status === 200) {
      subscriber.next(new HttpResponse({ status, body: stamped(body, session) }));
      subscriber.complete();
    } else subscriber.error(new HttpErrorResponse({ status }));
  }
}

/** Returns a copy of the rows in a body, with the session. */
export function stamped(body: unknown, session: number): unknown {
  if (Array.isArray(body)) return body.map((each) => stamped(each, session));
  if (typeof body !== 'object' || body === null) return body;
  if ('items' in body) return { ...body, items: stamped(body.items, session) };
  return { ...body, ...('id' in body && 'title' in body && { session }) };
}

function callOf({ method, urlWithParams, body }: HttpRequest<unknown>): Call {
  const [path, search] = urlWithParams.split('?');
  const params = Object.fromEntries(new URLSearchParams(search));
  return { method, path, params, body: body as Call['body'] };
}

function take<T>(items: T[], item: T): void {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}
