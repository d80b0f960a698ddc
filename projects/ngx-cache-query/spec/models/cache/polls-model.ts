import { type EndpointName, rules } from './rules';

/** Endpoints that are polled while they have subscribers. */
export class PollsModel {
  /** The time at which each poll is due. */
  readonly #due = new Map<EndpointName, number>();
  /** Polls that were due while the page was not active. */
  readonly #missed = new Set<EndpointName>();

  /** The time at which the next poll is due. */
  get next(): number {
    return Math.min(...this.#due.values());
  }

  /**
   * Starts polling endpoints with new subscribers, and stops polling endpoints without subscribers. Additional
   * subscribers of an endpoint change nothing.
   */
  update(endpoints: ReadonlySet<EndpointName>, now: number): void {
    for (const endpoint of endpoints) {
      if (!this.#due.has(endpoint) && !this.#missed.has(endpoint)) this.#start(endpoint, now);
    }
    for (const polls of [this.#due, this.#missed]) {
      for (const endpoint of [...polls.keys()]) {
        if (!endpoints.has(endpoint)) polls.delete(endpoint);
      }
    }
  }

  /** Returns the endpoints to poll now. Polls that are due while the page is not active are kept as missed. */
  take(now: number, isActive: boolean): EndpointName[] {
    const due = [...this.#due].filter(([, at]) => at <= now).map(([endpoint]) => endpoint);
    for (const endpoint of due) {
      this.#due.delete(endpoint);
      if (isActive) this.#start(endpoint, now);
      else this.#missed.add(endpoint);
    }
    return isActive ? due : [];
  }

  /** Returns the missed endpoints. They are polled when the page is active again. */
  resume(now: number): EndpointName[] {
    const missed = [...this.#missed];
    this.#missed.clear();
    for (const endpoint of missed) this.#start(endpoint, now);
    return missed;
  }

  #start(endpoint: EndpointName, now: number): void {
    const { pollInterval } = rules[endpoint];
    if (pollInterval !== undefined) this.#due.set(endpoint, now + pollInterval);
  }
}
