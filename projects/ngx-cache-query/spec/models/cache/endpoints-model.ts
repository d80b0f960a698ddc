import { ResponsesModel } from './responses-model';
import type { Consumer } from './consumer';
import { ConsumersModel, isSubscriber } from './consumers-model';
import { RequestStates } from './request-states';
import type { Model } from './model';
import type { ReadMethod, Reply } from './operations';
import { type Request, RequestsModel } from './requests-model';
import { type EndpointName, rules } from './rules';

/**
 * A minimal model of the requests of a cache: when they are sent, which of them are shared, and what subscribers see.
 */
export class EndpointsModel {
  readonly requests: RequestsModel;
  readonly #states: RequestStates;
  readonly #consumers: ConsumersModel;
  readonly #responses: ResponsesModel;
  /** Whether the page is visible and online. */
  isActive = true;

  constructor(private readonly model: Model) {
    this.requests = new RequestsModel(model);
    this.#states = new RequestStates(model);
    this.#consumers = new ConsumersModel(model, this.requests);
    this.#responses = new ResponsesModel(model, this.requests, this.#states, this.#consumers);
  }

  /** Whether stale data is dropped for a new subscriber, because the endpoint has no other subscribers. */
  drops(method: ReadMethod, endpoint: EndpointName): boolean {
    if (!isSubscriber({ method }) || rules[endpoint].invalidIfStale !== true) return false;
    const isAlone = this.#consumers.subscribers(endpoint).length === 0;
    return isAlone && !this.#states.isFresh(endpoint) && this.model.results.has(endpoint);
  }

  /**
   * Adds a caller or subscriber. If this sends a request and there is a `reply`, the request receives it synchronously.
   */
  add(method: ReadMethod, endpoint: EndpointName, reply: Reply | undefined): Consumer {
    if (this.drops(method, endpoint)) this.#drop(endpoint);
    const consumer = this.#consumers.add(method, endpoint);
    const isFresh = this.#states.isFresh(endpoint);
    const hasFailed = !isFresh && this.#states.hasJustFailed(endpoint);
    if (method === 'ensure' && isFresh) {
      this.#consumers.complete(consumer, this.#consumers.result(endpoint));
    } else if (method === 'ensure' && hasFailed) this.#consumers.fail(consumer);
    else if (!isSubscriber(consumer)) this.#request(endpoint, consumer, reply);
    else if (!isFresh && (!hasFailed || this.requests.current(endpoint).length > 0))
      this.#requestForAll(endpoint, reply, !hasFailed);
    else this.#share(endpoint);
    this.#settle();
    return consumer;
  }

  respond(request: Request, reply: Reply): void {
    this.#responses.end(request, reply);
    this.#settle();
  }

  leave(consumer: Consumer): void {
    this.#consumers.leave(consumer);
    this.#settle();
  }

  /** From now on, new callers do not share requests in flight, of one endpoint or of all. */
  stopSharing(endpoint?: EndpointName): void {
    this.requests.stopSharing(endpoint);
  }

  refetch(endpoint: EndpointName): void {
    this.requests.stopSharing(endpoint);
    const isKnown = this.#states.of(endpoint) !== undefined;
    for (const request of this.requests.of(endpoint)) request.superseded = true;
    if (isKnown || this.#consumers.activeEndpoints.has(endpoint)) this.#reload(endpoint);
    this.#settle();
  }

  /** Refetches the responses that show certain entities. */
  refetchMentioned(): void {
    const stale = [...this.model.stale] as EndpointName[];
    this.model.stale.clear();
    for (const endpoint of stale) this.#reload(endpoint);
    this.#settle();
  }

  /** Drops the response of an endpoint. Its active subscribers fetch it again. */
  resetEndpoint(endpoint: EndpointName): void {
    this.#abort(this.requests.of(endpoint));
    this.model.results.delete(endpoint);
    this.#states.clear(endpoint);
    if (this.#consumers.activeEndpoints.has(endpoint)) this.#expire(endpoint);
    this.#settle();
  }

  /** Drops everything. After `reset`, active subscribers fetch again. After `clear`, they are idle. */
  empty(method: 'reset' | 'clear'): void {
    this.stopSharing();
    this.#abort(this.requests.inFlight);
    this.#states.clear();
    if (method === 'reset')
      for (const endpoint of this.#consumers.activeEndpoints) this.#expire(endpoint);
    this.#settle();
  }

  /** The time of the next retry, poll or expiry. */
  get next(): number {
    const retries = this.requests.inFlight.map(({ retriesAt }) => retriesAt ?? Infinity);
    const stale = [...this.#consumers.activeEndpoints].map((endpoint) =>
      this.#states.staleAt(endpoint),
    );
    const later = stale.filter((at) => at > this.model.time);
    return Math.min(this.#consumers.polls.next, ...retries, ...later);
  }

  /** Sends the retries and polls that are due now. */
  wake(): void {
    for (const request of this.requests.due) {
      // The failure of one retry can make another one unnecessary.
      if (this.requests.inFlight.includes(request)) this.requests.retry(request);
    }
    this.#requestMissing(this.#consumers.polls.take(this.model.time, this.isActive));
    this.#settle();
  }

  /** Sends the polls that were missed while the page was not active. */
  resume(): void {
    this.isActive = true;
    this.#requestMissing(this.#consumers.polls.resume(this.model.time));
  }

  /** Refetches stale active queries that have no request in flight. */
  refetchStale(): void {
    const isStale = (endpoint: EndpointName) => !this.#states.isFresh(endpoint);
    this.#requestMissing([...this.#consumers.activeEndpoints].filter(isStale));
  }

  /** Records the value that every subscriber sees now. */
  show(): void {
    this.#consumers.show();
  }

  /** Returns the value of `state` as text. */
  state({ endpoint, shown }: Consumer): string {
    const { failure, fetchedAt, reloading } = this.#states.of(endpoint) ?? {};
    const isFetching = this.requests.current(endpoint).length > 0;
    const fetching = isFetching && 'fetching';
    if (shown !== undefined) {
      const status = isFetching && reloading === true ? 'reloading' : 'resolved';
      const stale = !this.#states.isFresh(endpoint) && 'stale';
      return textOf(status, shown, failure?.name, fetching, stale, fetchedAt);
    }
    if (isFetching) return textOf('loading', fetching, 'stale');
    return failure === undefined ? textOf('idle', 'stale') : textOf('error', failure.name, 'stale');
  }

  /** Sends requests for subscribers, unless a request is in flight or `clear` made the endpoint idle. */
  #requestMissing(candidates: readonly EndpointName[]): void {
    for (const endpoint of candidates) {
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && !this.#states.isIdle(endpoint)) this.#requestForAll(endpoint);
    }
  }

  /** Sends the refetches that a step causes, and fails subscribers without data. */
  #settle(): void {
    for (const endpoint of this.#states.expired) {
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && this.#consumers.activeEndpoints.has(endpoint)) this.#requestForAll(endpoint);
    }
    const active = this.#consumers.activeEndpoints;
    this.#states.endReloads(
      (endpoint) => active.has(endpoint) && this.requests.newest(endpoint) !== undefined,
    );
    this.show();
    for (const consumer of this.#consumers.subscribers()) {
      const { method, endpoint } = consumer;
      const isNothing = this.#consumers.result(endpoint) === undefined;
      const hasFailed = this.#states.of(endpoint)?.failure !== undefined;
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (method === 'watch' && isNothing && hasFailed && isQuiet) this.#consumers.fail(consumer);
    }
  }

  /** A new subscriber that needs no request shares one in flight, and sees its end. */
  #share(endpoint: EndpointName): void {
    const newest = this.requests.newest(endpoint);
    if (newest !== undefined) newest.isShared = true;
  }

  #request(endpoint: EndpointName, consumer: Consumer, reply: Reply | undefined): void {
    const { request, isNew } = this.requests.shareOrSend(endpoint);
    request.callers.add(consumer);
    if (!isNew) return;
    // Subscribers wait for the newest request.
    const isActive = this.#consumers.activeEndpoints.has(endpoint);
    for (const each of this.requests.of(endpoint)) each.isShared = isActive && each === request;
    this.#consumers.abortUnneeded();
    this.#begin(request, reply);
  }

  /**
   * Finds or sends the request that all subscribers share from now on. They also share one that was sent before the last
   * write, unless it is superseded, or a new subscriber needs a newer one. An older request is aborted unless a caller
   * needs it.
   */
  #requestForAll(endpoint: EndpointName, reply?: Reply, isForNew = false): void {
    const current = this.requests.newest(endpoint);
    const isEnough = current && (current.isShareable || !isForNew);
    const { request, isNew } = isEnough
      ? { request: current, isNew: false }
      : this.requests.shareOrSend(endpoint);
    for (const each of this.requests.of(endpoint)) each.isShared = each === request;
    this.#consumers.abortUnneeded();
    if (isNew) this.#begin(request, reply);
  }

  #begin(request: Request, reply: Reply | undefined): void {
    this.#states.create(request.endpoint);
    if (reply !== undefined) this.#responses.end(request, reply);
  }

  #expire(endpoint: EndpointName): void {
    for (const request of this.requests.of(endpoint)) request.superseded = true;
    Object.assign(this.#states.create(endpoint), { expired: true, failure: undefined });
  }

  /** Marks the response as stale after a call to `refetch`. Active subscribers see that they are reloading. */
  #reload(endpoint: EndpointName): void {
    this.#expire(endpoint);
    if (this.#consumers.activeEndpoints.has(endpoint)) {
      this.#states.create(endpoint).reloading = true;
    }
  }

  /** Ends reads. `fetch` completes, `ensure` fails, and subscribers receive nothing. */
  #abort(requests: readonly Request[]): void {
    for (const request of requests) {
      this.requests.end(request);
      for (const consumer of request.callers) {
        if (consumer.method === 'ensure') this.#consumers.fail(consumer);
        else this.#consumers.leave(consumer);
      }
    }
  }

  /** Drops stale data. Responses to earlier requests are not stored either. */
  #drop(endpoint: EndpointName): void {
    const { seq } = this.model.results.get(endpoint)!;
    this.model.results.delete(endpoint);
    for (const each of this.requests.of(endpoint)) each.dropped ||= each.seq < seq;
  }
}

function textOf(...parts: readonly unknown[]): string {
  return parts.filter(Boolean).join(' ');
}
