import { type Request, type Response, Router } from 'express';
import { Subject } from 'rxjs';
import { EventStream } from './event-stream';

/** The maximum number of changes that the server keeps for disconnected clients. */
const remembered = 1_000;
/** The maximum number of characters that the server sends to a client that reconnects. */
const mostMissed = 1_000_000;

/** A change to a row, as an event. */
interface Change {
  readonly id: string;
  readonly event: 'saved' | 'deleted';
  readonly data: string;
}

/**
 * All writes, in order. Each write has an id that begins with the server's start time, so that ids from an earlier
 * start can be recognized.
 */
export class Changes {
  readonly #start = Date.now().toString(36);
  readonly #published = new Subject<Change>();
  readonly #last: Change[] = [];
  #count = 0;

  readonly published$ = this.#published.asObservable();

  /** The id of the last change. */
  get now(): string {
    return `${this.#start}-${this.#count}`;
  }

  /**
   * Publishes a committed write, and adds the `Change` header to its response: the id of the change, the name of the
   * resource, and the key of the row. A call without a value publishes a deletion.
   */
  publish(response: Response, name: string, key: number, value?: object): void {
    this.#count++;
    const id = this.now;
    const data = JSON.stringify({ id, call: callOf(response.req), name, value: value ?? key });
    const change: Change = { id, event: value === undefined ? 'deleted' : 'saved', data };
    this.#last.push(change);
    if (this.#last.length > remembered) this.#last.shift();
    this.#published.next(change);
    response.set('Change', `${id} ${name} ${key}`);
  }

  /**
   * Returns the changes after the given change. Returns `undefined` if there are too many, or if the change is from an
   * earlier start of the server.
   */
  since(id: string): readonly Change[] | undefined {
    const [start, count] = id.split('-');
    const missed = this.#count - Number(count);
    if (start !== this.#start || !(missed >= 0 && missed <= this.#last.length)) return undefined;
    const changes = this.#last.slice(this.#last.length - missed);
    const size = changes.reduce((sum, { data }) => sum + data.length, 0);
    return size > mostMissed ? undefined : changes;
  }
}

/**
 * Returns the name that the client assigned to the request. The client uses it to recognize its own changes in the
 * stream.
 */
function callOf(request: Request): string | undefined {
  const given = request.get('Call');
  return given !== undefined && /^[\w-]{1,40}$/.test(given) ? given : undefined;
}

/**
 * `/api/changes`: sends every write immediately. A new client receives a `ready` event with the id of the latest
 * change. A client that reconnects receives the changes that it missed. If there are too many changes, or if the server
 * has restarted, it receives a `gap` event instead.
 */
export function changesRouter(changes: Changes): Router {
  return Router().get('/', (request, response) => {
    const stream = new EventStream(response);
    const send = ({ id, event, data }: Change) => stream.send(event, data, id);
    const seen = lastSeen(request);
    const missed = seen === undefined ? undefined : changes.since(seen);
    if (missed !== undefined) missed.forEach(send);
    else {
      const { now } = changes;
      stream.send(seen === undefined ? 'ready' : 'gap', JSON.stringify({ id: now }), now);
    }
    const subscription = changes.published$.subscribe(send);
    stream.onClose(() => subscription.unsubscribe());
  });
}

/**
 * Returns the id of the last change that a client has received. The id is in the `lastEventId` parameter of the URL, or
 * else in the `Last-Event-ID` header, which browsers send. If the URL contains the parameter several times, the last
 * one counts.
 */
function lastSeen(request: Request): string | undefined {
  const given = [request.query['lastEventId'] ?? request.get('Last-Event-ID')].flat().at(-1);
  return typeof given === 'string' && given !== '' ? given : undefined;
}
