import { type Observable, Subscription } from 'rxjs';
import type { AnyEndpoint } from './endpoint';

/** A subscriber of an endpoint: `watch`, `state`, or a signal that was read. */
export interface EndpointObserver {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
}

/** A read that is in flight and may be shared, or a new one. */
type JoinRead = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

/** All observers of one endpoint with equal arguments, and the request that they share. */
interface ObserverGroup {
  readonly observers: Set<EndpointObserver>;
  /** The request that was started for them last, perhaps together with callers of `fetch`. */
  flight: Observable<unknown> | undefined;
  subscription: Subscription;
}

/**
 * The observers of endpoints, by the key of their records. Their requests are shared: a request is aborted
 * when the last observer leaves, unless a caller of `fetch` still needs it.
 */
export class EndpointObservers {
  readonly #groups = new Map<string, ObserverGroup>();

  constructor(private readonly join: JoinRead) {}

  /** One observer of each group, by the key of its records. */
  get firsts(): [key: string, EndpointObserver][] {
    return [...this.#groups.keys()].map((key) => [key, this.first(key)!]);
  }

  /** One observer of a key, if there is any. */
  first(key: string): EndpointObserver | undefined {
    const [first] = this.#groups.get(key)?.observers ?? [];
    return first;
  }

  /** How many observers there are of one key. */
  count(key: string): number {
    return this.#groups.get(key)?.observers.size ?? 0;
  }

  /**
   * Adds an observer.
   *
   * @returns removes it
   */
  add(key: string, observer: EndpointObserver): () => void {
    const group = this.#groups.get(key) ?? newGroup();
    const { observers } = group;
    this.#groups.set(key, group);
    observers.add(observer);
    return () => {
      observers.delete(observer);
      if (observers.size > 0) return;
      this.#groups.delete(key);
      group.subscription.unsubscribe();
    };
  }

  /** Starts a request for all observers of a key, or joins the one that is in flight; it supersedes an older one. */
  request(key: string): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    const [first] = group.observers;
    // One that shows several pages of a list needs all of them.
    const { endpoint, args } = [...group.observers].find((each) => each.endpoint.isWhole) ?? first;
    const flight = this.join(endpoint, args);
    if (flight === group.flight) return;
    const superseded = group.subscription;
    group.flight = flight;
    const subscription = (group.subscription = new Subscription());
    // A failure is in the record of the request, where observers see it.
    subscription.add(flight.subscribe({ error: () => undefined }));
    superseded.unsubscribe();
  }
}

function newGroup(): ObserverGroup {
  return { observers: new Set(), flight: undefined, subscription: new Subscription() };
}
