import { type EndpointName, rules } from './rules';

/** Endpoints that are asked at intervals, for as long as somebody watches them. */
export class PollsModel {
  /** When each is due. */
  readonly #due = new Map<EndpointName, number>();
  /** Those that were due while nobody could see the page. */
  readonly #missed = new Set<EndpointName>();

  /** When the next one is due. */
  get next(): number {
    return Math.min(...this.#due.values());
  }

  /** Somebody watches these now: who comes and goes beside others changes nothing. */
  watched(endpoints: ReadonlySet<EndpointName>, now: number): void {
    for (const endpoint of endpoints) {
      if (!this.#due.has(endpoint) && !this.#missed.has(endpoint)) this.#start(endpoint, now);
    }
    for (const polls of [this.#due, this.#missed]) {
      for (const endpoint of [...polls.keys()]) {
        if (!endpoints.has(endpoint)) polls.delete(endpoint);
      }
    }
  }

  /** Those that are to be asked now; while the page is not active they wait. */
  take(now: number, isActive: boolean): EndpointName[] {
    const due = [...this.#due].filter(([, at]) => at <= now).map(([endpoint]) => endpoint);
    for (const endpoint of due) {
      this.#due.delete(endpoint);
      if (isActive) this.#start(endpoint, now);
      else this.#missed.add(endpoint);
    }
    return isActive ? due : [];
  }

  /** The page is active again: what was missed is asked at once. */
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
