import { canOmitParams, fullArgs } from './optional-params';
import { Delayed, type Failure, InTurn, outcomeOf, type Reply } from './responses';

/** The response to a request, and its delay in milliseconds. */
export interface Answer {
  readonly delay: number;
  readonly outcome: Reply | Failure;
}

type Respond = (...args: readonly unknown[]) => unknown;

/** Evaluates the fixture responses in one spec. */
export class Responder {
  /** A map from each sequence of responses to the number of requests that have used it. */
  readonly #answered = new Map<InTurn, number>();

  answer(endpoint: object, response: unknown, args: readonly unknown[]): Answer {
    if (typeof response === 'function') {
      const respond = response as Respond;
      return this.answer(endpoint, respond(...argsFor(respond, endpoint, args)), args);
    }
    if (response instanceof Delayed) {
      const { delay, outcome } = this.answer(endpoint, response.response, args);
      return { delay: delay + response.milliseconds, outcome };
    }
    if (response instanceof InTurn) return this.answer(endpoint, this.#next(response), args);
    return { delay: 0, outcome: outcomeOf(response) };
  }

  #next(inTurn: InTurn): unknown {
    const { responses } = inTurn;
    const count = this.#answered.get(inTurn) ?? 0;
    this.#answered.set(inTurn, count + 1);
    return responses[Math.min(count, responses.length - 1)];
  }
}

/**
 * Returns the arguments of a call in the form that the fixture function expects. If the parameters of the call can be
 * omitted, a function with one argument expects the body, and a function with two arguments expects the parameters and
 * the body.
 */
function argsFor(
  { length }: Respond,
  endpoint: object,
  args: readonly unknown[],
): readonly unknown[] {
  if (!canOmitParams(endpoint) || length === 0) return args;
  return fullArgs(endpoint, args).slice(length === 1 ? 1 : 0);
}
