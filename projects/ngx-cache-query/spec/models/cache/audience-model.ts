import { endpoints } from './endpoints';
import type { Model } from './model';
import type { Asker } from './asker';
import type { AskKind } from './operations';
import { PollsModel } from './polls-model';
import type { RequestsModel } from './requests-model';
import type { EndpointName } from './rules';

/** All who ask: who watches what, what they were shown, and what is asked at intervals for them. */
export class AudienceModel {
  readonly polls = new PollsModel();
  readonly #all: Asker[] = [];

  constructor(
    private readonly model: Model,
    private readonly requests: RequestsModel,
  ) {}

  /** An observer or a caller joins. */
  join(as: AskKind, endpoint: EndpointName): Asker {
    const asker: Asker = { as, endpoint, shown: undefined, status: 'open' };
    this.#all.push(asker);
    this.#notePolls();
    return asker;
  }

  /** Those who watch, or watch this endpoint. */
  watching(endpoint?: EndpointName): Asker[] {
    return this.#all.filter(
      (each) =>
        each.status === 'open' &&
        watches(each) &&
        (endpoint === undefined || each.endpoint === endpoint),
    );
  }

  /** What is watched. */
  get watched(): ReadonlySet<EndpointName> {
    return new Set(this.watching().map(({ endpoint }) => endpoint));
  }

  leave(asker: Asker): void {
    asker.status = 'done';
    this.#withdraw(asker);
  }

  /** Somebody is answered: who watches goes on. */
  answered(asker: Asker, value: string | undefined): void {
    if (watches(asker)) return;
    asker.status = 'done';
    asker.shown = value;
  }

  /** A caller or an observer receives an error. */
  failed(asker: Asker): void {
    if (asker.status !== 'open') return;
    asker.status = 'failed';
    this.#withdraw(asker);
  }

  /** Takes note of what everybody sees now; `watch` has no way to take back what it emitted. */
  show(): void {
    for (const asker of this.watching()) {
      const last = asker.as === 'watch' ? asker.shown : undefined;
      asker.shown = this.result(asker.endpoint) ?? last;
    }
  }

  /** What an endpoint answered last, as it is by now. */
  result(endpoint: EndpointName): string | undefined {
    const result = this.model.results.get(endpoint);
    return result && endpoints[endpoint].show(this.model, result.items);
  }

  #withdraw(asker: Asker): void {
    for (const { askers } of this.requests.underWay) askers.delete(asker);
    this.abortUnneeded();
    this.#notePolls();
  }

  /** Aborts requests without a caller or an observer. */
  abortUnneeded(): void {
    this.requests.abortUnneeded((endpoint) => this.watching(endpoint).length > 0);
  }

  #notePolls(): void {
    this.polls.watched(this.watched, this.model.time);
  }
}

/** Whether somebody goes on after an answer. */
export function watches({ as }: Pick<Asker, 'as'>): boolean {
  return as !== 'fetch' && as !== 'ensure';
}
