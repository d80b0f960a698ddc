import { AnswersModel } from './answers-model';
import { type Asker, AudienceModel, watches } from './audience-model';
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
    if (as === 'ensure' && isFresh) {
      this.#audience.answered(asker, this.#audience.result(endpoint));
    } else if (watches(asker) && !isFresh && this.#known.hasJustFailed(endpoint)) {
      this.#audience.failed(asker);
    } else if (as === 'fetch' || !isFresh) this.#request(endpoint, [asker], reply);
    this.#refetch();
    this.show();
    return asker;
  }

  land(request: Request, reply: Reply): void {
    this.#answers.end(request, reply);
    this.#refetch();
    this.show();
  }

  leave(asker: Asker): void {
    this.#audience.leave(asker);
    this.#refetch();
  }

  /** From now on nobody joins what is under way. */
  seal(): void {
    this.requests.seal();
  }

  expire(endpoint: EndpointName): void {
    this.seal();
    const isKnown = this.#known.of(endpoint) !== undefined;
    if (isKnown || this.#audience.watched.has(endpoint)) this.#expire(endpoint);
    for (const request of this.requests.of(endpoint)) request.outdated = true;
    this.#refetch();
    this.show();
  }

  /** What shows something that was invalidated is asked for again. */
  catchUp(): void {
    const stale = [...this.model.stale] as EndpointName[];
    this.model.stale.clear();
    for (const endpoint of stale) this.#expire(endpoint);
    if (stale.length > 0) this.#refetch();
    this.show();
  }

  forget(endpoint: EndpointName): void {
    for (const request of this.requests.of(endpoint)) request.forgotten = true;
    this.model.results.delete(endpoint);
    this.expire(endpoint);
  }

  reset(): void {
    this.seal();
    this.#known.clear();
    this.#audience.reset();
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
      // Who hears of the failure of one may leave another one.
      if (!this.requests.underWay.includes(request)) continue;
      if (request.epoch === this.model.epoch) this.requests.sendAgain(request);
      else this.#answers.end(request, 'down');
    }
    this.#askForAll(this.#audience.polls.take(this.model.time, this.isActive));
    this.show();
  }

  /** What was missed while the page was not active is asked for. */
  resume(): void {
    this.isActive = true;
    this.#askForAll(this.#audience.polls.resume(this.model.time));
  }

  /** Whatever is watched, stale and not asked for is asked for. */
  refetchStale(): void {
    const isWanted = (endpoint: EndpointName) =>
      this.requests.current(endpoint).length === 0 && !this.#known.isFresh(endpoint);
    this.#askForAll([...this.#audience.watched].filter(isWanted));
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

  /** Asks once for all who watch; nobody asks by itself for what a reset took away. */
  #askForAll(wanted: readonly EndpointName[]): void {
    for (const endpoint of wanted.filter((each) => !this.#known.isIdle(each))) {
      this.#request(endpoint, this.#audience.watching(endpoint));
      for (const each of this.requests.of(endpoint)) each.isForAll ||= each.joinable;
    }
  }

  /** What is watched, was expired, and is not asked for, is asked for again, until a request fails. */
  #refetch(): void {
    for (const endpoint of this.#known.expired) {
      const askers = this.#audience.watching(endpoint);
      const isQuiet = this.requests.current(endpoint).length === 0;
      if (isQuiet && askers.length > 0) this.#request(endpoint, askers);
    }
  }

  #request(endpoint: EndpointName, askers: readonly Asker[], reply?: Reply): void {
    const request = this.requests.joinOrSend(endpoint, askers);
    if (request === undefined) return;
    this.#known.begin(endpoint);
    if (reply !== undefined) this.#answers.end(request, reply);
  }

  #expire(endpoint: EndpointName): void {
    for (const request of this.requests.of(endpoint)) request.outdated = true;
    Object.assign(this.#known.begin(endpoint), { expired: true, failure: undefined });
  }

  /** Stale data goes; what was asked for before it is not kept either. */
  #drop(endpoint: EndpointName): void {
    const { seq } = this.model.results.get(endpoint)!;
    this.model.results.delete(endpoint);
    for (const each of this.requests.of(endpoint)) each.forgotten ||= each.seq < seq;
  }
}
