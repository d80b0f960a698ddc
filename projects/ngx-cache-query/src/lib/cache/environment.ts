import { isPlatformServer } from '@angular/common';
import { inject, NgZone, PLATFORM_ID } from '@angular/core';
import { EMPTY, merge, type Observable } from 'rxjs';
import type { Reader } from '../query/reader';
import type { Retention } from '../retention/retention';
import { CLOCK, type Clock } from '../platform/clock';
import type { AnyEndpoint } from '../requests/endpoint';
import { outsideZone } from '../platform/outside-zone';
import { PageActivity } from '../platform/page-activity';
import { REFETCH_WHEN } from '../live/refetching';
import { RETRY, type RetryOptions } from '../requests/retry';
import { RETENTION } from '../retention/with-retention';

/** What a cache may do by itself, later and again: in a browser what its features say, on a server nothing. */
export interface Environment {
  /** The time, and timers that run outside of the zone, where they do not keep the application from becoming stable. */
  readonly timers: Clock;
  /** How a read that fails is retried, if it is. */
  readonly retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined;
  /** Emits when stale data of active subscribers is to be refetched. */
  readonly refetch$: Observable<unknown>;
  /** Emits when the page is active again, and may poll what was due meanwhile. */
  readonly active$: Observable<unknown>;
  /** Makes what evicts rows. */
  readonly retention: ((reader: Reader, clock: Clock) => Retention) | undefined;
  /** Subscribes to a source that may never complete. */
  readonly open: <T>(source$: Observable<T>) => Observable<T>;
}

/** What a route's cache does not take over from that of the application. */
export const SELF = { optional: true, self: true } as const;

/** The environment in which a cache is created; called in its injection context. */
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

/** A rendered page is sent as it is: no timer fires, no request is retried, and no stream is subscribed to. */
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
