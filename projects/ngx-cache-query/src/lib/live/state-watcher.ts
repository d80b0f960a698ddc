import type { Observable, Subscription } from 'rxjs';
import type { Computation } from '../query/computation';
import { type EndpointState, IDLE, type EndpointSnapshot } from '../requests/endpoint-state';
import type { Freshness } from '../requests/freshness';
import type { AnyEndpoint } from '../requests/endpoint';
import { StateView } from './state-view';

/** Provides the state of an endpoint. */
export interface StateSource {
  /** Decides whether data is stale. */
  readonly freshness: Freshness;
  /** Returns the computation of the endpoint's snapshot. */
  readonly computation: (args: readonly unknown[]) => Computation;
  /** Fetches missing or stale data, and passes snapshots to the view. Emits when the state changes. */
  readonly open: (args: readonly unknown[], view: StateView) => Observable<unknown>;
}

/**
 * The arguments of a signal, with their computation or with the error that their key threw. Empty for a disabled read.
 */
export interface ResolvedArgs {
  readonly args?: readonly unknown[];
  readonly key?: string;
  readonly computation?: Computation;
  readonly failure?: { readonly error: unknown };
}

/** The subscription of a signal to its endpoint, with one set of arguments at a time. */
export class StateWatcher {
  #current: ResolvedArgs | undefined;
  #view: StateView;
  #subscription: Subscription | undefined;
  #failure: { readonly error: unknown } | undefined;
  #leave: (() => void) | undefined;
  #reading = false;
  #ended = false;

  /** @param outdated called when the state may have changed */
  constructor(
    private readonly endpoint: AnyEndpoint,
    private readonly source: StateSource,
    private readonly outdated: () => void,
  ) {
    this.#view = new StateView(endpoint, source.freshness);
  }

  /** Returns the state for the current arguments. The first call subscribes to the endpoint. */
  read(current: ResolvedArgs): EndpointState<unknown> {
    this.#reading = true;
    try {
      if (this.#current !== current) this.#switchTo(current);
      this.#open(current);
      return this.#show(current);
    } finally {
      this.#reading = false;
    }
  }

  end(): void {
    this.#leave?.();
    this.#subscription?.unsubscribe();
    this.#ended = true;
  }

  #switchTo(next: ResolvedArgs): void {
    this.#leave?.();
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#current = next;
    this.#view = new StateView(this.endpoint, this.source.freshness);
    if (!this.#ended) this.#leave = next.computation?.onOutdated(() => this.#tick());
  }

  /** Subscribes if there is no open subscription. After an error, it subscribes again. */
  #open({ args }: ResolvedArgs): void {
    const isOpen = this.#subscription !== undefined && !this.#subscription.closed;
    if (args === undefined || isOpen || this.#ended) return;
    this.#failure = undefined;
    this.#subscription = this.source.open(args, this.#view).subscribe({
      next: () => this.#tick(),
      error: (error: unknown) => {
        this.#failure = { error };
        this.#tick();
      },
      complete: () => {
        this.#ended = true;
        this.#view = new StateView(this.endpoint, this.source.freshness);
      },
    });
  }

  #show({ computation, failure }: ResolvedArgs): EndpointState<unknown> {
    try {
      if (failure !== undefined) return this.#view.showFailure(failure.error);
      if (computation === undefined) return IDLE;
      const snapshot = computation.read() as EndpointSnapshot;
      return this.#failure === undefined
        ? this.#view.show(snapshot)
        : this.#view.showFailure(this.#failure.error);
    } catch (error) {
      return this.#view.showFailure(error);
    }
  }

  /** Reports a change. A change during a read is not reported, because the read already returns the new state. */
  #tick(): void {
    if (!this.#reading) this.outdated();
  }
}
