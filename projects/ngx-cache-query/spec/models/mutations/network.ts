import { Observable, Subject } from 'rxjs';

/** A row on the server. */
export interface ServerRow {
  readonly id: number;
  readonly title: string;
  readonly done: string;
  readonly version: number;
}

/** The outcome of a request. */
export type Fate =
  /** The request is processed, and its response arrives. */
  | 'ok'
  /** The request is processed, and its response arrives twice. */
  | 'twice'
  /** The request is processed, but its response is lost. The client receives a timeout error. */
  | 'lost'
  /** The server rejects the request. */
  | 'refused';

/** A request in flight. */
export interface Request {
  readonly id: number;
  readonly fate: Fate;
  respond(): void;
}

/**
 * A server and a network. The network delays, reorders, repeats and loses responses, and can fail. Requests are
 * processed in the order in which they are sent. With `overtaking`, they are processed in the order of their responses.
 */
export class Network {
  readonly rows = new Map<number, ServerRow>();
  /** Requests that wait for their response. */
  readonly inFlight: Request[] = [];
  /** The outcome of the next requests. */
  fate: Fate = 'ok';
  #nextId = 100;
  #sent = 0;

  constructor(private readonly overtaking: boolean) {
    for (const id of [1, 2, 3])
      this.rows.set(id, { id, title: `0 of ${id}`, done: '0', version: 1 });
  }

  readonly list = () => this.#send('ok', () => [...this.rows.values()]);
  readonly detail = (id: number) => this.#send('ok', () => this.#found(id));
  readonly update = (id: number, fields: Partial<ServerRow>) =>
    this.#send(this.fate, () => {
      const row = this.#found(id);
      const next = { ...row, ...fields, version: row.version + 1 };
      this.rows.set(id, next);
      return next;
    });
  readonly create = (fields: Partial<ServerRow>) =>
    this.#send(this.fate, () => {
      const row = { title: '', done: '0', ...fields, id: this.#nextId++, version: 1 };
      this.rows.set(row.id, row);
      return row;
    });
  readonly remove = (id: number) =>
    this.#send(this.fate, () => {
      this.#found(id);
      this.rows.delete(id);
      return { id };
    });

  #found(id: number): ServerRow {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`404: ${id}`);
    return row;
  }

  #send<T>(fate: Fate, work: () => T): Observable<T> {
    return new Observable<T>((subscriber) => {
      const done = this.overtaking ? undefined : attempt(fate, work);
      const responses = new Subject<T>();
      const request: Request = {
        id: ++this.#sent,
        fate,
        respond: () => {
          const { value, error } = done ?? attempt(fate, work);
          if (error !== undefined) return responses.error(error);
          responses.next(value!);
          if (fate === 'twice') responses.next(value!);
          responses.complete();
        },
      };
      this.inFlight.push(request);
      subscriber.add(responses.subscribe(subscriber));
      return () => {
        const at = this.inFlight.indexOf(request);
        if (at >= 0) this.inFlight.splice(at, 1);
      };
    });
  }
}

/** Processes a request on the server, and returns its result or error. */
function attempt<T>(fate: Fate, work: () => T): { readonly value?: T; readonly error?: unknown } {
  if (fate === 'refused') return { error: new Error('refused') };
  try {
    const value = work();
    return fate === 'lost' ? { error: new Error('timeout') } : { value };
  } catch (error) {
    return { error };
  }
}
