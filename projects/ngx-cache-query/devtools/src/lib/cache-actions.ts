import type { Signal } from '@angular/core';
import type { CacheService } from 'ngx-cache-query';
import {
  type CacheHandle,
  isResponse,
  markStale,
  resetResponse,
  type ResponseId,
} from 'ngx-cache-query/extensions';
import type { SimulatedPage } from './simulated-page';
import type { Simulated, SimulatedRequests, Simulation, Simulations } from './simulations';

/** The cache on which the actions work. */
interface Target {
  readonly cache: CacheService;
  readonly handle: CacheHandle;
  /** Does something that the application has not done. */
  act<T>(act: () => T): T;
}

/** What can be done to the responses of a cache, as if the application, the user or the network did it. */
export class CacheActions {
  readonly #target: () => Target;
  readonly #simulations: Simulations;
  readonly #page: SimulatedPage;
  /** What is simulated. */
  readonly simulations: Signal<readonly Simulation[]>;
  /** Whether the network is simulated to be offline. */
  readonly isOffline: Signal<boolean>;

  /** @internal */
  constructor(target: () => Target, simulations: Simulations, page: SimulatedPage) {
    this.#target = target;
    this.#simulations = simulations;
    this.#page = page;
    this.simulations = simulations.all;
    this.isOffline = page.isOffline;
  }

  #act<T>(act: (target: Target) => T): T {
    const target = this.#target();
    return target.act(() => act(target));
  }

  /** Marks a response as stale. Active subscribers refetch it. */
  refetch(response: ResponseId): Promise<void> {
    return this.#act(({ cache }) => cache.refetch(isResponse(response)));
  }

  /** Drops a response. Active subscribers become `loading` and send requests. */
  reset(response: ResponseId): void {
    this.#act(({ handle }) => resetResponse(handle, response));
  }

  /** Marks a response as stale. Nothing is sent for this. */
  markStale(response: ResponseId): void {
    this.#act(({ handle }) => markStale(handle, response));
  }

  /**
   * Simulates requests: with `loading`, they do not end, and with `error`, they fail with a status. `undefined` takes this
   * back: what is loading is then sent. Active subscribers refetch. The data that they have stays, until {@link CacheActions.reset} drops it.
   *
   * @param requests the requests of one key, or those of an endpoint, which can be a mutation
   *
   * @example
   * ```ts
   * devtools.actions.simulate({ endpoint: 'GET /todos' }, { kind: 'error', status: 503 });
   * ```
   */
  simulate(requests: SimulatedRequests, what: Simulated | undefined): void {
    const before = this.#simulations.set(requests, what);
    // What was loading is sent by itself.
    if (what === undefined && before?.kind !== 'error') return;
    const { endpoint, key } = requests;
    void this.#act(({ cache }) =>
      cache.refetch(
        (each) => each.endpoint.name === endpoint && (key === undefined || each.key === key),
      ),
    );
  }

  /**
   * Simulates that the browser is offline: each request fails with the status 0, and what waits for the page to be online
   * waits. Back online, stale data is refetched as the features of the cache say.
   */
  setOffline(isOffline: boolean): void {
    this.#page.setOffline(isOffline);
  }
}
