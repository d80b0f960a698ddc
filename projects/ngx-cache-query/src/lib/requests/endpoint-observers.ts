import { type Observable, Subscription } from 'rxjs';
import type { AnyEndpoint } from './endpoint';

/** A subscriber of an endpoint: `watch`, `state`, or a signal that was read. */
export interface EndpointObserver {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
}

/** Returns a read that is in flight and may be shared, or a new one. */
type ShareRead = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

/** All observers of one endpoint with equal arguments, and the request that they share. */
interface ObserverGroup {
  readonly observers: Set<EndpointObserver>;
  /** The last request for them; callers of `fetch` may share it. */
  request$: Observable<unknown> | undefined;
  subscription: Subscription;
}

/**
 * The observers of endpoints, by the key of their records. Their requests are shared: a request is aborted
 * when the last observer leaves, unless a caller of `fetch` still needs it.
 */
export class EndpointObservers {
  readonly #groups = new Map<string, ObserverGroup>();

  constructor(private readonly share: ShareRead) {}

  /** One observer of each group, by the key of its records. */
  get firsts(): [key: string, EndpointObserver][] {
    return [...this.#groups.keys()].map((key) => [key, this.first(key)!]);
  }

  /** One observer of a key, if there is any. */
  first(key: string): EndpointObserver | undefined {
    const [first] = this.#groups.get(key)?.observers ?? [];
    return first;
  }

  /** The number of observers of a key. */
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

  /** Requests for all observers of a key, or shares a request in flight. The request supersedes an older one. */
  request(key: string): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    const [first] = group.observers;
    // An observer that shows several pages of a list needs all of them.
    const { endpoint, args } = [...group.observers].find((each) => each.endpoint.isWhole) ?? first;
    const request$ = this.share(endpoint, args);
    if (request$ === group.request$) return;
    const superseded = group.subscription;
    group.request$ = request$;
    const subscription = (group.subscription = new Subscription());
    // Observers see a failure in the record of the request.
    subscription.add(request$.subscribe({ error: () => undefined }));
    superseded.unsubscribe();
  }
}

function newGroup(): ObserverGroup {
  return { observers: new Set(), request$: undefined, subscription: new Subscription() };
}
