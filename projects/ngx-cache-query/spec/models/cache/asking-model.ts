import { AnswersModel } from './answers-model';
import type { Asker } from './asker';
import { AudienceModel, watches } from './audience-model';
import { Known } from './known';
import type { Model } from './model';
import type { AskKind, Reply } from './operations';
import { type Request, RequestsModel } from './requests-model';
import { type EndpointName, rules } from './rules';

/** Asking as one would have it without a thought for how: who asks, who joins, when, and what they see. */
export class AskingModel {
  readonly requests: RequestsModel;
  readonly #known: Known;
  readonly #audience: AudienceModel;
  readonly #answers: AnswersModel;
  /** Whether somebody sees the page, and it has a connection. */
  isActive = true;

  constructor(private readonly model: Model) {
    this.requests = new RequestsModel(model);
    this.#known = new Known(model);
    this.#audience = new AudienceModel(model, this.requests);
    this.#answers = new AnswersModel(model, this.requests, this.#known, this.#audience);
  }

  /** Whether stale data goes when somebody begins to watch, since nobody else shows it. */
  drops(as: AskKind, endpoint: EndpointName): boolean {
    if (!watches({ as }) || rules[endpoint].invalidIfStale !== true) return false;
    const isAlone = this.#audience.watching(endpoint).length === 0;
    return isAlone && !this.#known.isFresh(endpoint) && this.model.results.has(endpoint);
  }

  /** Somebody asks; a request that it sends is answered with `reply` at once, if there is one. */
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

  /** From now on nobody joins what is under way. */
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

  /** What shows certain entities is refetched. */
  catchUp(): void {
    const stale = [...this.model.stale] as EndpointName[];
    this.model.stale.clear();
    for (const endpoint of stale) this.#expire(endpoint);
    this.#settle();
  }

  /** The response of an endpoint is dropped; those who observe it begin anew. */
  resetEndpoint(endpoint: EndpointName): void {
    this.#abort(this.requests.of(endpoint));
    this.model.results.delete(endpoint);
    this.#known.clear(endpoint);
    if (this.#audience.watched.has(endpoint)) this.#expire(endpoint);
    this.#settle();
  }

  /** Everything is gone; after `reset` those who observe begin anew, after `clear` they wait. */
  empty(verb: 'reset' | 'clear'): void {
    this.seal();
    this.#abort(this.requests.underWay);
    this.#known.clear();
    if (verb === 'reset') for (const endpoint of this.#audience.watched) this.#expire(endpoint);
    this.#settle();
  }

  /** When something is to happen next by itself, if nothing else does. */
  get next(): number {
    const wakes = this.requests.underWay.map(({ wakesAt }) => wakesAt ?? Infinity);
    const stale = [...this.#audience.watched].map((endpoint) => this.#known.staleAt(endpoint));
    const later = stale.filter((at) => at > this.model.time);
    return Math.min(this.#audience.polls.next, ...wakes, ...later);
  }

  /** It is that late now: what was to be tried again, or to be asked at intervals, is. */
  wake(): void {
    for (const request of this.requests.due) {
      // The failure of one may make another one unneeded.
      if (this.requests.underWay.includes(request)) this.requests.sendAgain(request);
    }
    this.#askForAll(this.#audience.polls.take(this.model.time, this.isActive));
    this.#settle();
  }

  /** What was missed while the page was not active is asked for. */
  resume(): void {
    this.isActive = true;
    this.#askForAll(this.#audience.polls.resume(this.model.time));
  }

  /** Whatever is watched, stale and not asked for is asked for. */
  refetchStale(): void {
    const isStale = (endpoint: EndpointName) => !this.#known.isFresh(endpoint);
    this.#askForAll([...this.#audience.watched].filter(isStale));
  }

  /** Takes note of what everybody sees now. */
  show(): void {
    this.#audience.show();
  }

  /** What `state` says. */
  state({ endpoint, shown }: Asker): string {
    const { failure, fetchedAt } = this.#known.of(endpoint) ?? {};
    const isFetching = this.requests.current(endpoint).length > 0;
    const without = isFetching ? 'pending' : 'idle';
    const status = failure ? 'error' : shown === undefined ? without : 'success';
    const flags = [isFetching && 'fetching', !this.#known.isFresh(endpoint) && 'stale'];
    const at = status === 'success' || status === 'error' ? fetchedAt : undefined;
    return [status, shown, failure?.name, ...flags, at].filter(Boolean).join(' ');
  }

  /** Requests for all observers, but neither what is requested already nor what `clear` emptied. */
  #askForAll(wanted: readonly EndpointName[]): void {
    for (const endpoint of wanted) {
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && !this.#known.isIdle(endpoint)) this.#requestForAll(endpoint);
    }
  }

  /** What follows from what happened: refetches, and failures where there is nothing to show. */
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

  /** The request that all observers share from now on; an older one is aborted unless a caller needs it. */
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

  /** Reads end with an error for their callers, and without a word for observers. */
  #abort(requests: readonly Request[]): void {
    for (const request of requests) {
      this.requests.end(request);
      for (const asker of request.askers) this.#audience.failed(asker);
    }
  }

  /** Stale data goes; what was asked for before it is not kept either. */
  #drop(endpoint: EndpointName): void {
    const { seq } = this.model.results.get(endpoint)!;
    this.model.results.delete(endpoint);
    for (const each of this.requests.of(endpoint)) each.dropped ||= each.seq < seq;
  }
}
