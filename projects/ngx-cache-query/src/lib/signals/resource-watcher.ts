import { untracked } from '@angular/core';
import type { Observable, Subscription } from 'rxjs';
import type { Computation } from '../query/computation';
import { type CacheSnapshot, IDLE } from '../requests/cache-snapshot';
import type { SnapshotView } from '../requests/snapshot-view';
import type { ActiveArgs, ResolvedArgs } from './resolved-args';

/** Provides the snapshots of an endpoint. */
export interface ResourceSource {
  /** Whether the value is kept after the arguments change, until a new value arrives. */
  readonly keepPrevious: boolean;
  /** Creates the view for one set of arguments. */
  readonly view: (computation?: Computation, previous?: Computation) => SnapshotView;
  /** Returns the computation of the stored response for the given arguments. */
  readonly computation: (args: readonly unknown[]) => Computation;
  /** Returns the current snapshot. `isOpening` is `true` if {@link open} is about to be called. */
  readonly read: (
    active: ActiveArgs,
    view: SnapshotView,
    isOpening: boolean,
  ) => CacheSnapshot<unknown>;
  /**
   * Passes stored responses to the view, and fetches missing or stale data. Emits when the snapshot changes. Does not
   * refetch while `isWanted` returns `false`.
   */
  readonly open: (
    args: readonly unknown[],
    view: SnapshotView,
    isWanted: () => boolean,
  ) => Observable<unknown>;
  /**
   * Calls `changed` with the current arguments, and again after each change. Stops when the returned function is
   * called.
   */
  readonly follow: (
    args: () => ResolvedArgs,
    changed: (current: ResolvedArgs) => void,
  ) => () => void;
  /** Schedules a task that runs outside the current computation. Returns a function that cancels the task. */
  readonly later: (task: () => void) => () => void;
}

/** Subscribes a resource to its endpoint, for one set of arguments at a time. */
export class ResourceWatcher {
  #current: ResolvedArgs | undefined;
  #view: SnapshotView;
  #subscription: Subscription | undefined;
  /** Cancels a subscription that is about to start. */
  #cancel: (() => void) | undefined;
  #leave: (() => void) | undefined;
  /** Stops observing the response for the previous arguments. */
  #leavePrevious: (() => void) | undefined;
  /** The last snapshot. It is set when the resource or its cache is destroyed. */
  #last: CacheSnapshot<unknown> | undefined;
  #reading = false;

  /**
   * @param args returns the current arguments
   * @param outdated called when the snapshot may have changed
   */
  constructor(
    private readonly source: ResourceSource,
    private readonly args: () => ResolvedArgs,
    private readonly outdated: () => void,
  ) {
    this.#view = source.view();
  }

  get isEnded(): boolean {
    return this.#last !== undefined;
  }

  /** Returns the snapshot for the current arguments. Subscribes to the endpoint if the arguments have changed. */
  read(current: ResolvedArgs): CacheSnapshot<unknown> {
    if (this.#last !== undefined) return this.#last;
    this.#reading = true;
    try {
      if (this.#current !== current) this.#switchTo(current);
      if (current.status === 'active') this.#open(current);
      const snapshot = this.#show(current);
      if (!snapshot.isPrevious) this.#dropPrevious();
      return snapshot;
    } finally {
      this.#reading = false;
    }
  }

  /** Ends the subscription, and keeps the current snapshot permanently. */
  end(): void {
    if (this.#last === undefined) this.#endWith(this.#current && this.#show(this.#current));
  }

  #endWith(last: CacheSnapshot<unknown> = IDLE): void {
    this.#close();
    this.#last = last;
    this.#current = undefined;
    this.#view = this.source.view();
  }

  #switchTo(next: ResolvedArgs): void {
    this.#close();
    const { source } = this;
    this.#current = next;
    const previous = source.keepPrevious && next.status !== 'idle' ? this.#view.forNext : undefined;
    const computation = next.status === 'active' ? next.computation : undefined;
    this.#view = source.view(computation, previous);
    this.#leave = computation?.onOutdated(() => this.#tick());
    this.#leavePrevious = previous?.onOutdated(() => this.#tick());
  }

  #close(): void {
    this.#leave?.();
    this.#dropPrevious();
    this.#cancel?.();
    this.#subscription?.unsubscribe();
    this.#subscription = this.#cancel = this.#leave = undefined;
  }

  #dropPrevious(): void {
    this.#leavePrevious?.();
    this.#leavePrevious = undefined;
  }

  /** Subscribes, if there is no subscription yet. */
  #open(current: ActiveArgs): void {
    if (this.#subscription !== undefined || this.#cancel !== undefined) return;
    const { args } = current;
    // The arguments may have changed already, for example if the user signed out just before a reset.
    const isWanted = () => untracked(this.args) === current;
    this.#cancel = this.source.later(() => {
      this.#cancel = undefined;
      this.#subscription = this.source.open(args, this.#view, isWanted).subscribe({
        next: () => this.#tick(),
        complete: () => this.#endWith(IDLE),
      });
      // A template may stop reading the resource at the same time as the arguments become `undefined`.
      this.#subscription.add(
        this.source.follow(this.args, (current) => this.#stopWithout(current)),
      );
    });
  }

  /** Ends the subscription if there are no arguments. New arguments are used when the resource is read again. */
  #stopWithout(current: ResolvedArgs): void {
    if (current.status === 'active' || this.#last !== undefined) return;
    this.#switchTo(current);
    this.#tick();
  }

  #show(current: ResolvedArgs): CacheSnapshot<unknown> {
    const view = this.#view;
    if (current.status === 'idle') return IDLE;
    if (current.status === 'loading') return view.showLoading();
    if (current.status === 'error') return view.showFailure(current.error);
    try {
      return this.source.read(current, view, this.#cancel !== undefined);
    } catch (error) {
      return view.showFailure(error);
    }
  }

  /** Reports a change. A change during a read is not reported, because the read already returns the new snapshot. */
  #tick(): void {
    if (!this.#reading) this.outdated();
  }
}
