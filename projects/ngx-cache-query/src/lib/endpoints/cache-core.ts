import type { Signal } from '@angular/core';
import type { Clock } from '../platform/clock';
import type { Reader } from '../query/reader';
import type { Request, LogRequest } from '../requests/request';
import type { Intercept } from '../requests/send-request';
import type { Lifetime } from '../writes/lifetime';
import type { Writer } from '../writes/writer';

/** The parts of a cache that an {@link EndpointClient} uses. */
export interface CacheCore {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly lifetime: Lifetime;
  /** Defines whether the cache runs on a server, and provides the timers. */
  readonly environment: {
    /**
     * Whether the page is rendered on a server. A server renders the page once, so requests are neither retried nor
     * repeated.
     */
    readonly isServer: boolean;
    /** Timers that run outside the Angular zone. */
    readonly timers: Clock;
  };
  /** Drops unused data. Notified when endpoints gain or lose observers. */
  readonly sweeper: { used(): void; observerLeft(): void };
  /** A counter that increases when an open batch writes data. */
  readonly drafts: Signal<number>;
  /** Receives errors that no component shows. */
  readonly report: (error: unknown) => void;
  /** `undefined` if the cache has no extensions. */
  readonly extensions: RequestExtensions | undefined;
}

/** Lets extensions observe and intercept requests. */
export interface RequestExtensions {
  /** Returns a function that logs requests. */
  log(clock: Clock): (request: Request) => LogRequest;
  /** @see Intercept */
  readonly intercept: Intercept;
}
