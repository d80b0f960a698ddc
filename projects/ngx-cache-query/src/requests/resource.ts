import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  linkedSignal,
  type Resource,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import { cacheSignal } from '../angular/cache-signal';
import type { CacheError } from '../util/cache-error';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { mustRead } from './target';
import { Entry } from './entry';
import { expire } from './expire';
import { isWaiting, type Previous, previousOf, type Shown, withPrevious } from './observe';
import { failed, IDLE, keepEqual, loading, type Snapshot, type SnapshotOf } from './snapshot';

declare const ngDevMode: unknown;

interface Loads {
  readonly load: (...args: never) => unknown;
}

/** The parameters of `cache.resource` after the endpoint. */
export type ResourceArgs<X extends Loads> =
  [] extends Parameters<X['load']>
    ? [
        args?: (context: ResourceArgsContext) => Readonly<Parameters<X['load']>> | undefined,
        options?: CacheResourceOptions,
      ]
    : [
        args: (context: ResourceArgsContext) => Readonly<Parameters<X['load']>> | undefined,
        options?: CacheResourceOptions,
      ];

/** The parameter of the function that returns the arguments of a resource. */
export interface ResourceArgsContext {
  /** Returns the value of another resource. Without it, this resource is `idle` or `loading`, or reports its error. */
  readonly chain: <T>(resource: Resource<T>) => Exclude<T, undefined>;
}

/** The options of `cache.resource`. */
export interface CacheResourceOptions {
  /** Whether the last value is shown until the value for new arguments arrives. Default: `false`. */
  readonly keepPrevious?: boolean;
  /** Whether the first request is sent only when a signal is read. Default: `false`. */
  readonly lazy?: boolean;
  /** The injector, outside an injection context. When it is destroyed, the resource stops updating. */
  readonly injector?: Injector;
  /** The name of the resource in Angular DevTools. */
  readonly debugName?: string;
}

/** The value of an endpoint as an Angular `Resource`. Its signals never throw. The value is read-only. */
export interface CacheResource<T, E extends CacheError = CacheError> extends Resource<T> {
  /** The state of the resource as one object. */
  readonly snapshot: Signal<SnapshotOf<Exclude<T, undefined>, T & undefined, E>>;
  /** The error of the last request, if there is no value. */
  readonly error: Signal<E | undefined>;
  /** The error of the last request, if an earlier value is still shown. */
  readonly refreshError: Signal<E | undefined>;
  /** Whether a request is in flight. */
  readonly isFetching: Signal<boolean>;
  /**
   * Whether the value is missing or stale: marked as stale, older than `staleTime`, or expired by `static expiresAt`.
   */
  readonly isStale: Signal<boolean>;
  /** Whether `value` is still that for the previous arguments. Only with `keepPrevious`. */
  readonly isPrevious: Signal<boolean>;
  /** The time at which the value arrived, in milliseconds since 1970. */
  readonly fetchedAt: Signal<number | undefined>;
  /**
   * Sends a request even if the value is fresh.
   *
   * @returns `false` if there are no arguments, or if the first request or another reload is in flight
   */
  reload(): boolean;
  hasValue(
    this: T extends undefined ? this : never,
  ): this is CacheResource<Exclude<T, undefined>, E>;
  hasValue(): boolean;
}

type GetArgs = (context: ResourceArgsContext) => readonly unknown[] | undefined;

/**
 * Returns the value of an endpoint as a resource. Without a function of arguments, the request is sent here and now, as
 * by `HttpClient` in a constructor; otherwise in an effect, as by `httpResource`. With `lazy`, the effect starts when a
 * signal is read.
 */
export function resource(
  client: Client,
  endpoint: AnyEndpoint,
  getArgs: GetArgs | undefined,
  { injector: given, keepPrevious = false, lazy = false, debugName }: CacheResourceOptions,
): CacheResource<unknown> {
  mustRead('resource', endpoint);
  if (!given) assertInInjectionContext(resource);
  const injector = given ?? inject(Injector);
  const destroyRef = injector.get(DestroyRef);
  const debug = (name: string) =>
    (typeof ngDevMode === 'undefined' || ngDevMode) && debugName !== undefined
      ? { debugName: `${debugName}.${name}` }
      : undefined;

  const current = computed(() => resolve(client, endpoint, getArgs), debug('args'));
  const previous = linkedSignal<Shown, Previous | undefined>({
    source: current,
    computation: (next, before) =>
      keepPrevious && before
        ? untracked(() => previousOf(before.source, next, before.value))
        : undefined,
  });
  const own = cacheSignal(() => {
    const now = current();
    return now instanceof Entry ? now.node : undefined;
  }, destroyRef);
  const last = cacheSignal(() => previous()?.entry.node, destroyRef);
  /** What was joined: until then, the snapshot shows that a request is about to be sent. */
  const joined = signal<Shown | undefined>(undefined);
  const final = signal<Snapshot | undefined>(undefined);
  let leave: (() => void) | undefined;
  const follow = (next: Shown, isLater: boolean) => {
    if (next === joined()) return;
    leave?.();
    const isWanted = () => untracked(current) === next;
    const dropped = () => void untracked(snapshot);
    leave = next instanceof Entry ? next.join({ endpoint, isWanted, dropped }, isLater) : undefined;
    joined.set(next);
  };
  let isFollowing = false;
  const begin = () => {
    if (isFollowing) return;
    isFollowing = true;
    const run = () => {
      const next = current();
      untracked(() => follow(next, false));
    };
    effect(run, { injector });
  };
  const snapshot = computed(
    () => {
      const end = final();
      const now = current();
      // Read in any case, because an outdated signal keeps its last value.
      const known = own() as Snapshot;
      const lastKnown = last() as Snapshot;
      if (end) return end;
      if (lazy) untracked(begin);
      const before = previous();
      if (!(now instanceof Entry)) {
        return before && now.status === 'loading' ? withPrevious(now, lastKnown) : now;
      }
      const isOpening = joined() !== now && untracked(() => now.isDue);
      const shown = isOpening ? now.opening(known) : known;
      return isWaiting(now, shown, before) ? withPrevious(shown, lastKnown) : shown;
    },
    { equal: (a, b) => keepEqual(a, b) === a, ...debug('snapshot') },
  );
  destroyRef.onDestroy(() => {
    isFollowing = true; // Reading the last snapshot must not begin.
    final.set(untracked(snapshot));
    leave?.();
  });
  if (!getArgs && !lazy) untracked(() => follow(current(), true));
  else if (!lazy) begin();

  const names = Object.keys(IDLE) as (keyof Snapshot)[];
  const fields = Object.fromEntries(
    names.map((name) => [name, computed(() => snapshot()[name], debug(name))]),
  ) as Record<keyof Snapshot, Signal<unknown>>;
  const { status, value } = fields;
  const isLoading = computed(() => status() === 'loading' || status() === 'reloading');
  return {
    ...fields,
    snapshot,
    isLoading,
    hasValue: () => value() !== undefined,
    reload: () =>
      untracked(() => {
        const now = current();
        if (final() || client.isEnded() || !(now instanceof Entry) || isLoading()) return false;
        expire(client, [now], true);
        return true;
      }),
  } as unknown as CacheResource<unknown>;
}

const LOADING = /* @__PURE__ */ loading(false);

/** Says that there are no arguments, in the form of Angular's `ResourceParamsStatus`. */
class ParamsStatus extends Error {
  readonly _brand = undefined;
}

/** Calls the function that returns the arguments. */
function resolve(client: Client, endpoint: AnyEndpoint, getArgs: GetArgs = () => []): Shown {
  if (client.isEnded()) return IDLE;
  try {
    const args = getArgs({ chain });
    return args === undefined ? IDLE : untracked(() => client.entry(endpoint, args));
  } catch (thrown) {
    // Also what an application throws: the errors of `ResourceParamsStatus`, which Angular 21 does not export.
    if (thrown instanceof Error && Object.hasOwn(thrown, '_brand'))
      return thrown.message === 'IDLE' ? IDLE : LOADING;
    return failed(client.failure(endpoint, thrown));
  }
}

/** Works like `chain` in Angular's own resources, but never returns `undefined`. */
function chain<T>(of: Resource<T>): Exclude<T, undefined> {
  switch (of.status()) {
    case 'idle':
      throw new ParamsStatus('IDLE');
    case 'error':
      throw new Error('Dependency error', { cause: of.error() });
    case 'loading':
    case 'reloading':
      throw new ParamsStatus('LOADING');
  }
  const value = of.value();
  if (value === undefined) throw new ParamsStatus('IDLE');
  return value as Exclude<T, undefined>;
}
