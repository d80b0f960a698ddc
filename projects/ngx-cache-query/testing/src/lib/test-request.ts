import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import {
  type AnyEndpoint,
  type RestDefaults,
  RestEndpoint,
  type RestError,
  type RestResponse,
} from 'ngx-cache-query';
import type { Subscriber } from 'rxjs';
import { describeCall } from './describe-call';
import { Delayed, Failure, InTurn, outcomeOf, type Reply, type ReplyOptions } from './responses';

/** The methods of a RestEndpoint that a {@link TestRequest} calls, with all types erased. */
interface RestCalls {
  url(...args: readonly unknown[]): string;
  received(
    body: unknown,
    response: RestResponse,
    args: readonly unknown[],
    defaults: RestDefaults,
  ): unknown;
  failed(response: HttpErrorResponse, url: string, now: number, defaults: RestDefaults): RestError;
}

/** A request to which the spec or a fixture responds. */
export class TestRequest<Args extends readonly unknown[] = readonly unknown[]> {
  #isAnswered = false;

  /**
   * @param now the current time in milliseconds since 1970
   * @param defaults the options of `withRest`
   * @internal
   */
  constructor(
    /** @internal */
    readonly endpoint: AnyEndpoint,
    /** The arguments of the call. */
    readonly args: Args,
    private readonly subscriber: Subscriber<unknown>,
    private readonly now: () => number,
    private readonly defaults: RestDefaults,
  ) {}

  /** Whether the request was aborted because its response is no longer needed. */
  get isAborted(): boolean {
    return this.subscriber.closed && !this.#isAnswered;
  }

  /** Responds with a body as the server would send it, or with the result of `reply` or `failure`. */
  flush(body: unknown, options?: ReplyOptions): void {
    if (body instanceof Delayed || body instanceof InTurn) {
      throw new Error(
        `${this.toString()}: flush sends a single response immediately. Use delayed and inTurn only in fixtures.`,
      );
    }
    this.respond(outcomeOf(body, options));
  }

  /**
   * Fails the request.
   *
   * @param reason the status, 0 for a lost connection, or an error that the endpoint throws
   */
  fail(reason: number | Error, body?: unknown): void {
    this.respond(new Failure(reason, body));
  }

  /** @internal */
  respond(outcome: Reply | Failure): void {
    const { subscriber } = this;
    if (this.#isAnswered) throw new Error(`${this.toString()} already has a response.`);
    if (subscriber.closed) throw new Error(`${this.toString()} was aborted.`);
    this.#isAnswered = true;
    let value: unknown;
    try {
      value = this.#valueOf(outcome);
    } catch (error) {
      subscriber.error(error);
      return;
    }
    subscriber.next(value);
    subscriber.complete();
  }

  /** Describes the request. */
  toString(): string {
    return `The request to ${describeCall(this.endpoint.name, this.args)}`;
  }

  /**
   * Returns the value that the endpoint would pass to the cache. For a failure, throws the error that the endpoint
   * would throw.
   */
  #valueOf(outcome: Reply | Failure): unknown {
    const { endpoint, args, defaults } = this;
    const rest = endpoint instanceof RestEndpoint ? (endpoint as unknown as RestCalls) : undefined;
    const url = rest?.url(...args) ?? endpoint.name;
    if (outcome instanceof Failure) throw this.#errorOf(outcome, url, rest);
    const { body, options } = outcome;
    const { headers, status = 200 } = options;
    const response = { status, headers: new HttpHeaders(headers), url };
    return rest === undefined ? body : rest.received(body, response, args, defaults);
  }

  #errorOf({ reason, body, headers }: Failure, url: string, rest: RestCalls | undefined): Error {
    if (typeof reason !== 'number') return reason;
    const response = new HttpErrorResponse({
      error: reason === 0 ? new ProgressEvent('error') : body,
      headers: new HttpHeaders(headers),
      status: reason,
      url,
    });
    return rest?.failed(response, url, this.now(), this.defaults) ?? response;
  }
}
