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
 * The background work that a cache may do: timers, retries, refetches and streams. In a browser, the features of the
 * cache define this work. On a server, there is none.
 */
export interface Environment {
  /** The time, and timers that run outside the zone, so that they do not keep the application from becoming stable. */
  readonly timers: Clock;
  /** Returns how failed reads of an endpoint are retried; `undefined` if they are not retried. */
  readonly retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined;
  /** Emits when active subscribers must refetch stale data. */
  readonly refetch$: Observable<unknown>;
  /** Emits when the page becomes active again, so that delayed polls can send their requests. */
  readonly active$: Observable<unknown>;
  /** Creates the retention; `undefined` if the cache evicts nothing. */
  readonly retention: ((reader: Reader, clock: Clock) => Retention) | undefined;
  /** Returns an Observable that subscribes to a source outside the zone. On a server, it does not subscribe. */
  readonly open: <T>(source$: Observable<T>) => Observable<T>;
}

/** The inject options for tokens that the cache of a route does not inherit from the cache of the application. */
export const SELF = { optional: true, self: true } as const;

/** Returns the environment of a new cache. Must be called in the injection context of the cache. */
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
    retryOf: (endpoint) => endpoint.refresh.retry ?? retry,
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
