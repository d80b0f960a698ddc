import { Injectable, signal } from '@angular/core';
import {
  type Clock,
  type RestDefaults,
  ɵENDPOINT as ENDPOINT,
  ɵfailedRequest as failedRequest,
  ɵPageActivity as PageActivity,
} from 'ngx-cache-query';
import type { PendingRequest } from 'ngx-cache-query/extensions';
import { defer, filter, from, map, merge, type Observable, Subject, switchMap, take } from 'rxjs';

/** What is simulated: requests that do not end, or that fail with a status. */
export type Simulated =
  { readonly kind: 'loading' } | { readonly kind: 'error'; readonly status: number };

/** The requests that a simulation is about: those of an endpoint, or of one key. */
export interface SimulatedRequests {
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the requests, such as `GET /users/5`. Default: all keys. */
  readonly key?: string;
}

/** A simulation that is in force. */
export interface Simulation extends SimulatedRequests {
  readonly what: Simulated;
}

/** The activity of the page, as the cache sees it. It can be made offline. */
@Injectable()
export class SimulatedPage {
  readonly #page = new PageActivity();
  readonly #isOffline = signal(false);
  readonly #switched = new Subject<void>();
  readonly isOffline = this.#isOffline.asReadonly();

  readonly focused$: Observable<unknown> = this.#page.focused$;
  readonly reconnected$: Observable<unknown> = merge(this.#page.reconnected$, this.#switched).pipe(
    filter(() => !this.isOffline()),
  );
  readonly active$: Observable<void> = merge(this.focused$, this.reconnected$).pipe(
    filter(() => this.isActive),
    map(() => undefined),
  );
  readonly changed$: Observable<unknown> = merge(this.#page.changed$, this.#switched);

  get isActive(): boolean {
    return !this.isOffline() && this.#page.isActive;
  }

  setOffline(isOffline: boolean): void {
    if (this.isOffline() === isOffline) return;
    this.#isOffline.set(isOffline);
    this.#switched.next();
  }
}

/** Answers requests in place of the server. */
export class Simulations {
  readonly #all = signal<readonly Simulation[]>([]);
  readonly #changed = new Subject<void>();
  readonly all = this.#all.asReadonly();

  constructor(
    private readonly page: SimulatedPage,
    private readonly defaults: RestDefaults,
    private readonly clock: Clock,
  ) {}

  /** @returns what was simulated before */
  set({ endpoint, key }: SimulatedRequests, what: Simulated | undefined): Simulated | undefined {
    const isSame = (each: Simulation) => each.endpoint === endpoint && each.key === key;
    const before = this.#all().find(isSame)?.what;
    const others = this.#all().filter((each) => !isSame(each));
    const own = what ? [{ endpoint, ...(key !== undefined && { key }), what }] : [];
    this.#all.set([...others, ...own]);
    this.#changed.next();
    return before;
  }

  /** @see CacheExtension */
  intercept(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown> {
    const what = this.#of(request);
    if (!what) return send();
    if (what.kind === 'error') return this.#failing(request, what.status);
    return this.#changed.pipe(
      filter(() => this.#of(request) !== what),
      take(1),
      switchMap(() => this.intercept(request, send)),
    );
  }

  /** A simulation of one key counts more than one of all keys. */
  #of({ endpoint, key }: PendingRequest): Simulated | undefined {
    if (this.page.isOffline()) return { kind: 'error', status: 0 };
    const ofEndpoint = this.#all().filter((each) => each.endpoint === endpoint);
    const found =
      ofEndpoint.find((each) => each.key === key) ??
      ofEndpoint.find((each) => each.key === undefined);
    return found?.what;
  }

  /** Fails later, as the network does. */
  #failing({ args, [ENDPOINT]: endpoint }: PendingRequest, status: number): Observable<never> {
    return defer(() => from(Promise.resolve())).pipe(
      switchMap(() => {
        throw failedRequest(endpoint, args, status, this.defaults, this.clock.now());
      }),
    );
  }
}
