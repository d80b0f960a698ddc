import { type Request, type Response, Router } from 'express';
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

/** The description of a write. */
export interface Write {
  readonly event: 'saved' | 'deleted';
  /** The resource of the row: `issue`. */
  readonly name: string;
  /** The row as in an API response, or the key of a deleted row. */
  readonly value: unknown;
  /** The name that the client assigned to the request. */
  readonly call: string | undefined;
}

/**
 * All writes, in order. Each write has an id that begins with the server's start time, so that ids from an earlier
 * start can be recognized.
 */
export class Changes {
  readonly #start = Date.now().toString(36);
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #last: Change[] = [];
  #count = 0;

  /** The id of the last change. */
  get now(): string {
    return `${this.#start}-${this.#count}`;
  }

  /** Publishes a committed write. Returns its id. */
  publish({ event, name, value, call }: Write): string {
    this.#count++;
    const id = this.now;
    const change = { id, event, data: JSON.stringify({ id, call, name, value }) };
    this.#last.push(change);
    if (this.#last.length > remembered) this.#last.shift();
    for (const listener of this.#listeners) listener(change);
    return id;
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
    return changes.reduce((sum, { data }) => sum + data.length, 0) > mostMissed
      ? undefined
      : changes;
  }

  /** @returns a function that removes the listener */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * Publishes a write, and adds the `Change` header to the response. The header contains the id of the change, the name
 * of the resource, and the key of the row.
 */
export type Publish = (request: Request, response: Response, key: number, value?: object) => void;

/** Returns a function that publishes the writes to a resource. A call without a value publishes a deletion. */
export function publisher(changes: Changes, name: string): Publish {
  return (request, response, key, value) => {
    const event = value === undefined ? 'deleted' : 'saved';
    const change = { event, name, value: value ?? key, call: callOf(request) } as const;
    response.set('Change', `${changes.publish(change)} ${name} ${key}`);
  };
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
    stream.onClose(changes.listen(send));
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
