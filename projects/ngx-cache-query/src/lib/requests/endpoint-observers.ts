import { type Observable, Subscription } from 'rxjs';
import type { AnyEndpoint } from './endpoint';

/** An observer of an endpoint: a subscriber to `watch` or `state`, or a signal that a template reads. */
export interface EndpointObserver {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
}

/** Returns a read in flight that the observers can share. If there is none, returns a new read. */
type ShareRead = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

/** The observers that have the same endpoint and equal arguments, and the request that these observers share. */
interface ObserverGroup {
  readonly observers: Set<EndpointObserver>;
  /** The last request for these observers. Callers of `fetch` may share it. */
  request$: Observable<unknown> | undefined;
  subscription: Subscription;
}

/**
 * Keeps the observers of endpoints, grouped by the key of the request record. Observers with the same key share a
 * request. When the last observer is removed, the request is aborted, unless a caller of `fetch` still needs the
 * response.
 */
export class EndpointObservers {
  readonly #groups = new Map<string, ObserverGroup>();

  constructor(private readonly share: ShareRead) {}

  /** Pairs of a record key and one observer with that key. */
  get firsts(): [key: string, EndpointObserver][] {
    return [...this.#groups.keys()].map((key) => [key, this.first(key)!]);
  }

  /** Returns one observer with the given record key, or `undefined`. */
  first(key: string): EndpointObserver | undefined {
    const [first] = this.#groups.get(key)?.observers ?? [];
    return first;
  }

  /** Returns the number of observers with the given record key. */
  count(key: string): number {
    return this.#groups.get(key)?.observers.size ?? 0;
  }

  /**
   * Adds an observer.
   *
   * @returns a function that removes the observer
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

  /**
   * Sends a request for all observers with the given record key, or shares a request that is already in flight. If it
   * sends a new request, the observers no longer use the previous request.
   */
  request(key: string): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    const [first] = group.observers;
    // If one of the observers shows several pages of a list, the request must load all pages of that list.
    const { endpoint, args } =
      [...group.observers].find((each) => each.endpoint.loadPages !== undefined) ?? first;
    const request$ = this.share(endpoint, args);
    if (request$ === group.request$) return;
    const superseded = group.subscription;
    group.request$ = request$;
    const subscription = (group.subscription = new Subscription());
    // Observers read a failure from the request record, so this subscription can ignore the error.
    subscription.add(request$.subscribe({ error: () => undefined }));
    superseded.unsubscribe();
  }
}

function newGroup(): ObserverGroup {
  return { observers: new Set(), request$: undefined, subscription: new Subscription() };
}
