import { Delayed, type Failure, InTurn, outcomeOf, type Reply } from './responses';

/** The response to a request, and its delay in milliseconds. */
export interface Answer {
  readonly delay: number;
  readonly outcome: Reply | Failure;
}

/** Evaluates the fixture responses in one spec. */
export class Responder {
  /** The number of requests that each sequence of responses has handled. */
  readonly #answered = new Map<InTurn, number>();

  answer(response: unknown, args: readonly unknown[]): Answer {
    if (typeof response === 'function') {
      return this.answer((response as (...args: readonly unknown[]) => unknown)(...args), args);
    }
    if (response instanceof Delayed) {
      const { delay, outcome } = this.answer(response.response, args);
      return { delay: delay + response.milliseconds, outcome };
    }
    if (response instanceof InTurn) return this.answer(this.#next(response), args);
    return { delay: 0, outcome: outcomeOf(response) };
  }

  #next(inTurn: InTurn): unknown {
    const { responses } = inTurn;
    const count = this.#answered.get(inTurn) ?? 0;
    this.#answered.set(inTurn, count + 1);
    return responses[Math.min(count, responses.length - 1)];
  }
}
