import { Observable, Subject } from 'rxjs';

/** A row as the server has it. */
export interface ServerRow {
  readonly id: number;
  readonly title: string;
  readonly done: string;
  readonly version: number;
}

/** What becomes of a request on its way. */
export type Fate =
  /** It is done, and answered. */
  | 'ok'
  /** It is done, and answered twice. */
  | 'twice'
  /** It is done, and the answer is lost: the client sees a timeout. */
  | 'lost'
  /** The server refuses it. */
  | 'refused';

/** A request under way. */
export interface Request {
  readonly id: number;
  readonly fate: Fate;
  answer(): void;
}

/**
 * A server, and a network that delays and reorders answers, answers twice, loses answers, and fails.
 * Requests arrive in the order in which they were sent, or (`overtaking`) in that of the answers.
 */
export class Network {
  readonly rows = new Map<number, ServerRow>();
  /** What waits for its answer. */
  readonly underWay: Request[] = [];
  /** The fate of the next requests. */
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
      const answers = new Subject<T>();
      const request: Request = {
        id: ++this.#sent,
        fate,
        answer: () => {
          const { value, error } = done ?? attempt(fate, work);
          if (error !== undefined) return answers.error(error);
          answers.next(value!);
          if (fate === 'twice') answers.next(value!);
          answers.complete();
        },
      };
      this.underWay.push(request);
      subscriber.add(answers.subscribe(subscriber));
      return () => {
        const at = this.underWay.indexOf(request);
        if (at >= 0) this.underWay.splice(at, 1);
      };
    });
  }
}

/** What the server does with a request, and says of it. */
function attempt<T>(fate: Fate, work: () => T): { readonly value?: T; readonly error?: unknown } {
  if (fate === 'refused') return { error: new Error('refused') };
  try {
    const value = work();
    return fate === 'lost' ? { error: new Error('timeout') } : { value };
  } catch (error) {
    return { error };
  }
}
