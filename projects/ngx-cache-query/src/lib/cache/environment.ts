import { isPlatformServer } from '@angular/common';
import { inject, NgZone, PLATFORM_ID } from '@angular/core';
import { EMPTY, merge, type Observable } from 'rxjs';
import type { Reader } from '../query/reader';
import type { Retention } from '../retention/retention';
import { CLOCK, type Clock } from '../platform/clock';
import type { AnyEndpoint } from '../requests/endpoint';
import { outsideZone } from '../platform/outside-zone';
import { PageActivity } from '../platform/page-activity';
import { REFETCH_WHEN } from '../live/refetch-triggers';
import { RETRY, type RetryOptions } from '../requests/retry';
import { RETENTION } from '../retention/with-retention';

/**
 * The background work that a cache may do: timers, retries, refetches and streams. In a browser the features of the
 * cache define it. On a server there is none.
 */
export interface Environment {
  /** The time, and timers outside the zone. There, a timer does not keep the application from becoming stable. */
  readonly timers: Clock;
  /** Returns how a failed read is retried; `undefined` if it is not. */
  readonly retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined;
  /** Emits when active subscribers must refetch stale data. */
  readonly refetch$: Observable<unknown>;
  /** Emits when the page becomes active again. Polls that were delayed run then. */
  readonly active$: Observable<unknown>;
  /** Creates the retention, if the cache has one. */
  readonly retention: ((reader: Reader, clock: Clock) => Retention) | undefined;
  /** Subscribes to a source that may never complete. */
  readonly open: <T>(source$: Observable<T>) => Observable<T>;
}

/** Inject options of tokens that the cache of a route does not inherit from the cache of the application. */
export const SELF = { optional: true, self: true } as const;

/** Returns the environment of a new cache. Must be called in its injection context. */
export function currentEnvironment(): Environment {
  return isPlatformServer(inject(PLATFORM_ID)) ? server() : browser();
}

function browser(): Environment {
  const zone = inject(NgZone);
  const clock = inject(CLOCK);
  const retry = inject(RETRY);
  const open = <T>(source$: Observable<T>) => outsideZone(source$, zone);
  return {
    timers: {
      now: () => clock.now(),
      after: (...timer) => zone.runOutsideAngular(() => clock.after(...timer)),
    },
    retryOf: (endpoint) => endpoint.retry ?? retry,
    refetch$: open(merge(...(inject(REFETCH_WHEN, SELF) ?? []))),
    active$: open(inject(PageActivity).active$),
    retention: inject(RETENTION, SELF) ?? undefined,
    open,
  };
}

/** A server renders the page once. Therefore no timer fires, no request is retried, and no stream is subscribed to. */
function server(): Environment {
  const clock = inject(CLOCK);
  return {
    timers: { now: () => clock.now(), after: () => () => undefined },
    retryOf: () => undefined,
    refetch$: EMPTY,
    active$: EMPTY,
    retention: undefined,
    open: () => EMPTY,
  };
}
