import { Observable, type Subscriber } from 'rxjs';
import { Endpoint, type Schema } from '../../public-api';

/** A request that an endpoint of {@link served} got. */
export interface Request {
  readonly args: readonly unknown[];
  readonly answer: (response: unknown) => void;
  readonly fail: (error: unknown) => void;
  /** Ends the request without an answer. */
  readonly complete: () => void;
  aborted: boolean;
}

/** An endpoint whose requests are written down, and answered by the spec. */
export class Served<S extends Schema> {
  readonly requests: Request[] = [];
  readonly endpoint: Endpoint<unknown[], S>;

  constructor(schema: S, { name = 'served', sideEffect = false } = {}) {
    this.endpoint = new Endpoint<unknown[], S>({
      name,
      sideEffect,
      schema,
      load: (...args) => new Observable((subscriber) => this.#take(args, subscriber)),
    });
  }

  /** Answers the request that came last. */
  answer(response: unknown): void {
    this.requests.at(-1)!.answer(response);
  }

  #take(args: readonly unknown[], subscriber: Subscriber<unknown>): () => void {
    let ended = false;
    const request: Request = {
      args,
      aborted: false,
      answer: (response) => {
        ended = true;
        subscriber.next(response);
        subscriber.complete();
      },
      fail: (error) => {
        ended = true;
        subscriber.error(error);
      },
      complete: () => {
        ended = true;
        subscriber.complete();
      },
    };
    this.requests.push(request);
    return () => (request.aborted = !ended);
  }
}
