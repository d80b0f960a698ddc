import { AnswersModel } from './answers-model';
import type { Asker } from './asker';
import { AudienceModel, watches } from './audience-model';
import { Known } from './known';
import type { Model } from './model';
import type { AskKind, Reply } from './operations';
import { type Request, RequestsModel } from './requests-model';
import { type EndpointName, rules } from './rules';

/** The requests of a cache in the simplest form: when they are sent, which are shared, and what subscribers see. */
export class AskingModel {
  readonly requests: RequestsModel;
  readonly #known: Known;
  readonly #audience: AudienceModel;
  readonly #answers: AnswersModel;
  /** Whether the page is visible and online. */
  isActive = true;

  constructor(private readonly model: Model) {
    this.requests = new RequestsModel(model);
    this.#known = new Known(model);
    this.#audience = new AudienceModel(model, this.requests);
    this.#answers = new AnswersModel(model, this.requests, this.#known, this.#audience);
  }

  /** Whether stale data is dropped for a new subscriber, because no other subscriber shows it. */
  drops(as: AskKind, endpoint: EndpointName): boolean {
    if (!watches({ as }) || rules[endpoint].invalidIfStale !== true) return false;
    const isAlone = this.#audience.watching(endpoint).length === 0;
    return isAlone && !this.#known.isFresh(endpoint) && this.model.results.has(endpoint);
  }

  /** Adds a caller or subscriber. A request that this sends gets `reply` synchronously, if there is one. */
  ask(as: AskKind, endpoint: EndpointName, reply: Reply | undefined): Asker {
    if (this.drops(as, endpoint)) this.#drop(endpoint);
    const asker = this.#audience.join(as, endpoint);
    const isFresh = this.#known.isFresh(endpoint);
    const hasFailed = !isFresh && this.#known.hasJustFailed(endpoint);
    if (as === 'ensure' && isFresh) {
      this.#audience.answered(asker, this.#audience.result(endpoint));
    } else if (as === 'ensure' && hasFailed) this.#audience.failed(asker);
    else if (!watches(asker)) this.#request(endpoint, asker, reply);
    else if (!isFresh && !hasFailed) this.#requestForAll(endpoint, reply);
    this.#settle();
    return asker;
  }

  land(request: Request, reply: Reply): void {
    this.#answers.end(request, reply);
    this.#settle();
  }

  leave(asker: Asker): void {
    this.#audience.leave(asker);
    this.#settle();
  }

  /** From now on new callers do not share requests in flight. */
  seal(): void {
    this.requests.seal();
  }

  refetch(endpoint: EndpointName): void {
    this.requests.seal(endpoint);
    const isKnown = this.#known.of(endpoint) !== undefined;
    for (const request of this.requests.of(endpoint)) request.superseded = true;
    if (isKnown || this.#audience.watched.has(endpoint)) this.#expire(endpoint);
    this.#settle();
  }

  /** Refetches the responses that show certain entities. */
  catchUp(): void {
    const stale = [...this.model.stale] as EndpointName[];
    this.model.stale.clear();
    for (const endpoint of stale) this.#expire(endpoint);
    this.#settle();
  }

  /** Drops the response of an endpoint. Its active subscribers fetch again. */
  resetEndpoint(endpoint: EndpointName): void {
    this.#abort(this.requests.of(endpoint));
    this.model.results.delete(endpoint);
    this.#known.clear(endpoint);
    if (this.#audience.watched.has(endpoint)) this.#expire(endpoint);
    this.#settle();
  }

  /** Drops everything. After `reset` active subscribers fetch again, and after `clear` they are idle. */
  empty(verb: 'reset' | 'clear'): void {
    this.seal();
    this.#abort(this.requests.underWay);
    this.#known.clear();
    if (verb === 'reset') for (const endpoint of this.#audience.watched) this.#expire(endpoint);
    this.#settle();
  }

  /** When the next retry, poll or expiry is due. */
  get next(): number {
    const wakes = this.requests.underWay.map(({ wakesAt }) => wakesAt ?? Infinity);
    const stale = [...this.#audience.watched].map((endpoint) => this.#known.staleAt(endpoint));
    const later = stale.filter((at) => at > this.model.time);
    return Math.min(this.#audience.polls.next, ...wakes, ...later);
  }

  /** Sends the retries and polls that are due now. */
  wake(): void {
    for (const request of this.requests.due) {
      // The failure of one retry may make another one unnecessary.
      if (this.requests.underWay.includes(request)) this.requests.sendAgain(request);
    }
    this.#askForAll(this.#audience.polls.take(this.model.time, this.isActive));
    this.#settle();
  }

  /** Sends the polls that were missed while the page was not active. */
  resume(): void {
    this.isActive = true;
    this.#askForAll(this.#audience.polls.resume(this.model.time));
  }

  /** Refetches active queries that are stale and have no request in flight. */
  refetchStale(): void {
    const isStale = (endpoint: EndpointName) => !this.#known.isFresh(endpoint);
    this.#askForAll([...this.#audience.watched].filter(isStale));
  }

  /** Records what every subscriber sees now. */
  show(): void {
    this.#audience.show();
  }

  /** The value of `state`, as text. */
  state({ endpoint, shown }: Asker): string {
    const { failure, fetchedAt } = this.#known.of(endpoint) ?? {};
    const isFetching = this.requests.current(endpoint).length > 0;
    const without = isFetching ? 'pending' : 'idle';
    const status = failure ? 'error' : shown === undefined ? without : 'success';
    const flags = [isFetching && 'fetching', !this.#known.isFresh(endpoint) && 'stale'];
    const at = status === 'success' || status === 'error' ? fetchedAt : undefined;
    return [status, shown, failure?.name, ...flags, at].filter(Boolean).join(' ');
  }

  /** Sends requests for subscribers, except where one is in flight or `clear` made the endpoint idle. */
  #askForAll(wanted: readonly EndpointName[]): void {
    for (const endpoint of wanted) {
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && !this.#known.isIdle(endpoint)) this.#requestForAll(endpoint);
    }
  }

  /** Sends the refetches that follow from a step, and fails subscribers without data. */
  #settle(): void {
    for (const endpoint of this.#known.expired) {
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && this.#audience.watched.has(endpoint)) this.#requestForAll(endpoint);
    }
    this.show();
    for (const asker of this.#audience.watching()) {
      const { as, endpoint } = asker;
      const isNothing = this.#audience.result(endpoint) === undefined;
      const hasFailed = this.#known.of(endpoint)?.failure !== undefined;
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (as === 'watch' && isNothing && hasFailed && isQuiet) this.#audience.failed(asker);
    }
  }

  #request(endpoint: EndpointName, asker: Asker, reply: Reply | undefined): void {
    const { request, isNew } = this.requests.joinOrSend(endpoint);
    request.askers.add(asker);
    if (isNew) this.#begin(request, reply);
  }

  /** The request that all subscribers share from now on. An older one is aborted unless a caller needs it. */
  #requestForAll(endpoint: EndpointName, reply?: Reply): void {
    const { request, isNew } = this.requests.joinOrSend(endpoint);
    for (const each of this.requests.of(endpoint)) each.isShared = each === request;
    if (isNew) this.#begin(request, reply);
    this.#audience.abortUnneeded();
  }

  #begin(request: Request, reply: Reply | undefined): void {
    this.#known.begin(request.endpoint);
    if (reply !== undefined) this.#answers.end(request, reply);
  }

  #expire(endpoint: EndpointName): void {
    for (const request of this.requests.of(endpoint)) request.superseded = true;
    Object.assign(this.#known.begin(endpoint), { expired: true, failure: undefined });
  }

  /** Ends reads with an error for their callers, and silently for subscribers. */
  #abort(requests: readonly Request[]): void {
    for (const request of requests) {
      this.requests.end(request);
      for (const asker of request.askers) this.#audience.failed(asker);
    }
  }

  /** Drops stale data. Responses to earlier requests are not stored either. */
  #drop(endpoint: EndpointName): void {
    const { seq } = this.model.results.get(endpoint)!;
    this.model.results.delete(endpoint);
    for (const each of this.requests.of(endpoint)) each.dropped ||= each.seq < seq;
  }
}
