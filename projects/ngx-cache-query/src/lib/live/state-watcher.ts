import type { Observable, Subscription } from 'rxjs';
import type { Computation } from '../query/computation';
import { type EndpointState, IDLE, type EndpointSnapshot } from '../requests/endpoint-state';
import type { Freshness } from '../requests/freshness';
import type { AnyEndpoint } from '../requests/endpoint';
import { StateView } from './state-view';

/** Where the state of an endpoint comes from. */
export interface StateSource {
  /** Decides what is stale. */
  readonly freshness: Freshness;
  /** What is known of the endpoint with these arguments. */
  readonly computation: (args: readonly unknown[]) => Computation;
  /** Requests data that is missing or stale, and passes snapshots to the view; emits when the state changes. */
  readonly open: (args: readonly unknown[], view: StateView) => Observable<unknown>;
}

/** The current arguments of a signal, with what they lead to: a computation, nothing, or the error of their key. */
export interface Question {
  readonly args?: readonly unknown[];
  readonly key?: string;
  readonly computation?: Computation;
  readonly failure?: { readonly error: unknown };
}

/** The subscription of a signal to its endpoint, with one set of arguments at a time. */
export class StateWatcher {
  #now: Question | undefined;
  #view: StateView;
  #subscription: Subscription | undefined;
  #failure: { readonly error: unknown } | undefined;
  #leave: (() => void) | undefined;
  #reading = false;
  #ended = false;

  /** @param outdated called when there may be another state to read */
  constructor(
    private readonly endpoint: AnyEndpoint,
    private readonly source: StateSource,
    private readonly outdated: () => void,
  ) {
    this.#view = new StateView(endpoint, source.freshness);
  }

  /** The state for the current arguments. The first read subscribes. */
  read(now: Question): EndpointState<unknown> {
    this.#reading = true;
    try {
      if (this.#now !== now) this.#switchTo(now);
      this.#open(now);
      return this.#show(now);
    } finally {
      this.#reading = false;
    }
  }

  /** Unsubscribes. */
  end(): void {
    this.#leave?.();
    this.#subscription?.unsubscribe();
    this.#ended = true;
  }

  #switchTo(now: Question): void {
    this.#leave?.();
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#now = now;
    this.#view = new StateView(this.endpoint, this.source.freshness);
    if (!this.#ended) this.#leave = now.computation?.onOutdated(() => this.#tick());
  }

  /** Subscribes, also again after an error. */
  #open({ args }: Question): void {
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

  #show({ computation, failure }: Question): EndpointState<unknown> {
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

  /** A change during a read is part of its result. */
  #tick(): void {
    if (!this.#reading) this.outdated();
  }
}
