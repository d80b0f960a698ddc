import type { ConsumersModel } from './consumers-model';
import { endpoints } from './endpoints';
import type { RequestStates } from './request-states';
import type { Item, Model } from './model';
import type { Reply } from './operations';
import type { Request, RequestsModel } from './requests-model';
import { type EndpointName, type Failure, failures, retryDelay } from './rules';

/** Ends requests with a response or a failure. */
export class ResponsesModel {
  constructor(
    private readonly model: Model,
    private readonly requests: RequestsModel,
    private readonly states: RequestStates,
    private readonly consumers: ConsumersModel,
  ) {}

  end(request: Request, reply: Reply): void {
    const isNewest = this.requests.newest(request.endpoint) === request;
    if (isFailure(reply)) this.#fail(request, reply, isNewest);
    else this.#store(request, reply);
    const isOver = !this.requests.inFlight.includes(request);
    if (isNewest && isOver) this.#waitForOlder(request.endpoint);
  }

  /** An older request may go on for its callers. Subscribers wait for it, too, but it is not a reload. */
  #waitForOlder(endpoint: EndpointName): void {
    this.states.create(endpoint).reloading = false;
    const older = this.requests.newest(endpoint);
    if (older !== undefined) older.isShared = this.consumers.subscribers(endpoint).length > 0;
  }

  /**
   * Schedules a retry of a failed request, or ends the request with its failure. The failure of an older request
   * concerns only its callers.
   */
  #fail(request: Request, name: Failure, isNewest: boolean): void {
    const { endpoint } = request;
    const after = retryDelay(endpoint, name, ++request.failures);
    if (after !== undefined) {
      this.requests.wait(request, after);
      return;
    }
    if (isNewest) this.states.create(endpoint).failure = { name, at: this.model.time };
    this.#abandon(request);
  }

  #store(request: Request, items: readonly Item[]): void {
    const { model } = this;
    const { endpoint, seq } = request;
    this.requests.end(request);
    model.expiries = [];
    const written = endpoints[endpoint].write(model, items, seq);
    if (!request.dropped && model.putResult(endpoint, written, seq)) {
      const state = this.states.create(endpoint);
      const expired = state.expired && request.superseded;
      const times = { fetchedAt: model.time, expiresAt: Math.min(...model.expiries) };
      // The failure of a refetch stays when the response to an older request arrives.
      const failure = request.superseded ? state.failure : undefined;
      Object.assign(state, { ...times, expired, failure });
    }
    const value = endpoints[endpoint].show(model, written);
    for (const consumer of request.callers) this.consumers.complete(consumer, value);
  }

  /** Ends a request without a result. */
  #abandon(request: Request): void {
    this.requests.end(request);
    for (const consumer of request.callers) this.consumers.fail(consumer);
  }
}

function isFailure(reply: Reply): reply is Failure {
  return typeof reply === 'string' && reply in failures;
}
