import { type Request, type Response, Router } from 'express';
import { EventStream } from './event-stream';

/** How many changes are remembered for those who were away, and how much of them is sent, in characters. */
const remembered = 1_000;
const mostMissed = 1_000_000;

/** What became of a row, as an event. */
interface Change {
  readonly id: string;
  readonly event: 'saved' | 'deleted';
  readonly data: string;
}

/** What a write says of itself. */
export interface Write {
  readonly event: 'saved' | 'deleted';
  /** Which resource it was written to: `issue`. */
  readonly name: string;
  /** The row as the API answers it; the key of one that was deleted. */
  readonly value: unknown;
  /** How the client calls the request that wrote it. */
  readonly call: string | undefined;
}

/**
 * All writes, in their order. Each has a number, after the time at which the server started: numbers of
 * an earlier start are told apart.
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

  /** Tells everybody of a write that was committed; gives its id. */
  publish({ event, name, value, call }: Write): string {
    this.#count++;
    const id = this.now;
    const change = { id, event, data: JSON.stringify({ id, call, name, value }) };
    this.#last.push(change);
    if (this.#last.length > remembered) this.#last.shift();
    for (const listener of this.#listeners) listener(change);
    return id;
  }

  /** What came after a change; `undefined` when that is too much, or of an earlier start. */
  since(id: string): readonly Change[] | undefined {
    const [start, count] = id.split('-');
    const missed = this.#count - Number(count);
    if (start !== this.#start || !(missed >= 0 && missed <= this.#last.length)) return undefined;
    const changes = this.#last.slice(this.#last.length - missed);
    return changes.reduce((sum, { data }) => sum + data.length, 0) > mostMissed
      ? undefined
      : changes;
  }

  /** @returns ends it */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Tells everybody of a write. Its response names the number of the change, and its row. */
export type Publish = (request: Request, response: Response, key: number, value?: object) => void;

/** Publishes the writes to a resource. Without a value, the row was deleted. */
export function publisher(changes: Changes, name: string): Publish {
  return (request, response, key, value) => {
    const event = value === undefined ? 'deleted' : 'saved';
    const change = { event, name, value: value ?? key, call: callOf(request) } as const;
    response.set('Change', `${changes.publish(change)} ${name} ${key}`);
  };
}

/** The client's name for the request, by which it recognizes its own change in the stream. */
function callOf(request: Request): string | undefined {
  const given = request.get('Call');
  return given !== undefined && /^[\w-]{1,40}$/.test(given) ? given : undefined;
}

/**
 * `/api/changes`: every write, as it happens. A new client receives the number of the latest change (`ready`). A client
 * that reconnects receives the changes that it missed, or `gap` if there are too many.
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

/** The last change that a client knows of: in the address, where the last one counts, or as browsers send it. */
function lastSeen(request: Request): string | undefined {
  const given = [request.query['lastEventId'] ?? request.get('Last-Event-ID')].flat().at(-1);
  return typeof given === 'string' && given !== '' ? given : undefined;
}
