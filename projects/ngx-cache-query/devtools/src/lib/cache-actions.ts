import type { Signal } from '@angular/core';
import type { CacheService } from 'ngx-cache-query';
import { isResponse, markStale, resetResponse, type ResponseId } from 'ngx-cache-query/extensions';
import type { Recorder } from './recorder';
import type {
  Simulated,
  SimulatedPage,
  SimulatedRequests,
  Simulation,
  Simulations,
} from './simulations';

/** What can be done to the responses of a cache, as if the application, the user or the network did it. */
export class CacheActions {
  readonly #cache: () => CacheService;
  readonly #recorder: Recorder;
  readonly #simulations: Simulations;
  readonly #page: SimulatedPage;
  /** What is simulated. */
  readonly simulations: Signal<readonly Simulation[]>;
  /** Whether the network is simulated to be offline. */
  readonly isOffline: Signal<boolean>;

  /** @internal */
  constructor(
    cache: () => CacheService,
    recorder: Recorder,
    simulations: Simulations,
    page: SimulatedPage,
  ) {
    this.#cache = cache;
    this.#recorder = recorder;
    this.#simulations = simulations;
    this.#page = page;
    this.simulations = simulations.all;
    this.isOffline = page.isOffline;
  }

  /** Marks a response as stale. Active subscribers refetch it. */
  refetch(response: ResponseId): Promise<void> {
    return this.#recorder.act(() => this.#cache().refetch(isResponse(response)));
  }

  /** Drops a response. Active subscribers become `loading` and send requests. */
  reset(response: ResponseId): void {
    this.#recorder.act(() => resetResponse(this.#recorder.handle, response));
  }

  /** Marks a response as stale. Nothing is sent for this. */
  markStale(response: ResponseId): void {
    this.#recorder.act(() => markStale(this.#recorder.handle, response));
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
    void this.#recorder.act(() =>
      this.#cache().refetch(
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
