import { endpoints } from './endpoints';
import type { Model } from './model';
import type { Asker } from './asker';
import type { AskKind } from './operations';
import { PollsModel } from './polls-model';
import type { RequestsModel } from './requests-model';
import type { EndpointName } from './rules';

/** All callers and subscribers: their endpoints, the values they should have seen, and their polls. */
export class AudienceModel {
  readonly polls = new PollsModel();
  readonly #all: Asker[] = [];

  constructor(
    private readonly model: Model,
    private readonly requests: RequestsModel,
  ) {}

  /** Adds a subscriber or a caller. */
  join(as: AskKind, endpoint: EndpointName): Asker {
    const asker: Asker = { as, endpoint, shown: undefined, status: 'open' };
    this.#all.push(asker);
    this.#notePolls();
    return asker;
  }

  /** The active subscribers of all endpoints, or of one. */
  watching(endpoint?: EndpointName): Asker[] {
    return this.#all.filter(
      (each) =>
        each.status === 'open' &&
        watches(each) &&
        (endpoint === undefined || each.endpoint === endpoint),
    );
  }

  /** The endpoints with active subscribers. */
  get watched(): ReadonlySet<EndpointName> {
    return new Set(this.watching().map(({ endpoint }) => endpoint));
  }

  leave(asker: Asker): void {
    asker.status = 'done';
    this.#withdraw(asker);
  }

  /** A caller receives its result. Subscribers continue. */
  answered(asker: Asker, value: string | undefined): void {
    if (watches(asker)) return;
    asker.status = 'done';
    asker.shown = value;
  }

  /** A caller or a subscriber receives an error. */
  failed(asker: Asker): void {
    if (asker.status !== 'open') return;
    asker.status = 'failed';
    this.#withdraw(asker);
  }

  /** Records what every subscriber sees now. `watch` cannot revoke a value that it emitted. */
  show(): void {
    for (const asker of this.watching()) {
      const last = asker.as === 'watch' ? asker.shown : undefined;
      asker.shown = this.result(asker.endpoint) ?? last;
    }
  }

  /** The last response of an endpoint, with the current entities. */
  result(endpoint: EndpointName): string | undefined {
    const result = this.model.results.get(endpoint);
    return result && endpoints[endpoint].show(this.model, result.items);
  }

  #withdraw(asker: Asker): void {
    for (const { askers } of this.requests.underWay) askers.delete(asker);
    this.abortUnneeded();
    this.#notePolls();
  }

  /** Aborts requests without a caller or a subscriber. */
  abortUnneeded(): void {
    this.requests.abortUnneeded((endpoint) => this.watching(endpoint).length > 0);
  }

  #notePolls(): void {
    this.polls.watched(this.watched, this.model.time);
  }
}

/** Whether a method keeps emitting after a response. */
export function watches({ as }: Pick<Asker, 'as'>): boolean {
  return as !== 'fetch' && as !== 'ensure';
}
