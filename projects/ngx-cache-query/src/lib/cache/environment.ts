import { isPlatformServer } from '@angular/common';
import { inject, NgZone, PLATFORM_ID } from '@angular/core';
import { EMPTY, type Observable } from 'rxjs';
import type { Reader } from '../query/reader';
import { Sweeper, type Timers } from '../query/sweeper';
import { CLOCK, type Clock } from '../platform/clock';
import { outsideZone } from '../platform/outside-zone';
import { SELF } from '../platform/self';
import { SWEEP_SLICE } from '../platform/sweep-slice';
import { type NewSweeper, RETENTION } from '../retention/with-retention';

/**
 * The parts of a cache that differ between a browser and a server. On a server, timers do not fire, and the cache does
 * not subscribe to streams.
 */
export interface Environment {
  /** Whether the page is rendered on a server. A server renders the page only once. */
  readonly isServer: boolean;
  /**
   * Provides the current time and timers. The timers run outside the Angular zone, so that they do not prevent the
   * application from becoming stable.
   */
  readonly timers: Clock;
  /** Creates the sweeper, which evicts unused data. */
  readonly sweeper: NewSweeper;
  /**
   * Returns an Observable that leaves the Angular zone to subscribe to a source. On a server, it does not subscribe.
   */
  readonly open: <T>(source$: Observable<T>) => Observable<T>;
}

/** Returns the environment of a new cache. Must be called in the injection context of the cache. */
export function currentEnvironment(): Environment {
  const environment = isPlatformServer(inject(PLATFORM_ID)) ? server : browser;
  return environment(inject(CLOCK));
}

function browser(clock: Clock): Environment {
  const zone = inject(NgZone);
  return {
    isServer: false,
    timers: {
      now: () => clock.now(),
      after: (...timer) => zone.runOutsideAngular(() => clock.after(...timer)),
    },
    sweeper: inject(RETENTION, SELF) ?? newSweeper,
    open: (source$) => outsideZone(source$, zone),
  };
}

function server(clock: Clock): Environment {
  return {
    isServer: true,
    timers: { now: () => clock.now(), after: () => () => undefined },
    sweeper: newSweeper,
    open: () => EMPTY,
  };
}

function newSweeper(reader: Reader, timers: Timers): Sweeper {
  return new Sweeper(reader, timers, inject(SWEEP_SLICE));
}
