import { endpoints } from './endpoints';
import type { Model } from './model';
import type { Consumer } from './consumer';
import type { ReadMethod } from './operations';
import { PollsModel } from './polls-model';
import type { RequestsModel } from './requests-model';
import type { EndpointName } from './rules';

/** All callers and subscribers, with their endpoints, the values that they should have received, and their polls. */
export class ConsumersModel {
  readonly polls = new PollsModel();
  readonly #all: Consumer[] = [];

  constructor(
    private readonly model: Model,
    private readonly requests: RequestsModel,
  ) {}

  /** Adds a subscriber or a caller. */
  add(method: ReadMethod, endpoint: EndpointName): Consumer {
    const consumer: Consumer = { method, endpoint, shown: undefined, status: 'open' };
    this.#all.push(consumer);
    this.#updatePolls();
    return consumer;
  }

  /** Returns the active subscribers of one endpoint or of all endpoints. */
  subscribers(endpoint?: EndpointName): Consumer[] {
    return this.#all.filter(
      (each) =>
        each.status === 'open' &&
        isSubscriber(each) &&
        (endpoint === undefined || each.endpoint === endpoint),
    );
  }

  /** The endpoints with active subscribers. */
  get activeEndpoints(): ReadonlySet<EndpointName> {
    return new Set(this.subscribers().map(({ endpoint }) => endpoint));
  }

  leave(consumer: Consumer): void {
    consumer.status = 'done';
    this.#withdraw(consumer);
  }

  /** A caller receives its result. Subscribers continue. */
  complete(consumer: Consumer, value: string | undefined): void {
    if (isSubscriber(consumer)) return;
    consumer.status = 'done';
    consumer.shown = value;
  }

  /** A caller or a subscriber receives an error. */
  fail(consumer: Consumer): void {
    if (consumer.status !== 'open') return;
    consumer.status = 'failed';
    this.#withdraw(consumer);
  }

  /** Records the value that every subscriber sees now. `watch` cannot revoke a value that it has emitted. */
  show(): void {
    for (const consumer of this.subscribers()) {
      const last = consumer.method === 'watch' ? consumer.shown : undefined;
      consumer.shown = this.result(consumer.endpoint) ?? last;
    }
  }

  /** Returns the last response of an endpoint with the current entities. */
  result(endpoint: EndpointName): string | undefined {
    const result = this.model.results.get(endpoint);
    return result && endpoints[endpoint].show(this.model, result.items);
  }

  #withdraw(consumer: Consumer): void {
    for (const { callers } of this.requests.inFlight) callers.delete(consumer);
    this.abortUnneeded();
    this.#updatePolls();
  }

  /** Aborts requests that no caller or subscriber needs. */
  abortUnneeded(): void {
    this.requests.abortUnneeded((endpoint) => this.subscribers(endpoint).length > 0);
  }

  #updatePolls(): void {
    this.polls.update(this.activeEndpoints, this.model.time);
  }
}

/** Whether a method continues to emit after a response. */
export function isSubscriber({ method }: Pick<Consumer, 'method'>): boolean {
  return method !== 'fetch' && method !== 'ensure';
}
