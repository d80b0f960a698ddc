// This folder contains the facade `CacheService` and the composition root of a cache. `createCache` creates the parts
// of the core and the features, and connects them. The `endpoints` folder does the same for requests when the first
// endpoint is used.
//
// Public API: `CacheService` and `provideCache(…)`. Interfaces: the Environment (the parts of a cache that differ
// between a browser and a server), and the tokens of CacheFeatures, such as `RETENTION` and `EXTENSIONS`.

import { EnvironmentInjector, ErrorHandler, inject, signal, untracked } from '@angular/core';
import type { CacheCore } from '../endpoints/cache-core';
import type { EndpointClient } from '../endpoints/endpoint-client';
import { EXTENSIONS, type Extensions } from '../extensions/extensions';
import { safeReport } from '../platform/safe-report';
import { SELF } from '../platform/self';
import { Reader } from '../query/reader';
import type { Sweeper } from '../query/sweeper';
import { Streams } from '../streaming/connect';
import { STREAM_WRITES } from '../streaming/frame-batching';
import { Lifetime } from '../writes/lifetime';
import { Writer } from '../writes/writer';
import type { Environment } from './environment';
import { Emptying } from './reset-and-clear';

/** The parts of a cache. */
export interface CacheParts extends CacheCore {
  /** Set when an endpoint is used for the first time. */
  client: EndpointClient | undefined;
  readonly emptying: Emptying;
  readonly environment: Environment;
  /** `undefined` if the cache has no extensions. */
  readonly extensions: Extensions | undefined;
  /** The injector of the cache. */
  readonly injector: EnvironmentInjector;
  readonly report: (error: unknown) => void;
  readonly streams: Streams;
  readonly sweeper: Sweeper;
  /** Ends the cache. */
  readonly end: () => void;
}

/** Creates the parts of a cache. Must be called in the injection context of the cache. */
export function createCache(environment: Environment): CacheParts {
  const report = safeReport(inject(ErrorHandler));
  const extensions = inject(EXTENSIONS, SELF)?.(report);
  const lifetime = new Lifetime();

  const drafts = signal(0);
  const reader: Reader = new Reader(
    report,
    (changes) => {
      sweeper.committed(changes);
      extensions?.commit(changes, reader.store.tables.epoch);
    },
    () => untracked(() => drafts.update((count) => count + 1)),
    extensions?.measures,
  );
  const sweeper: Sweeper = environment.sweeper(reader, environment.timers);
  const writer = new Writer(reader.store, lifetime, () => sweeper.used(), report);
  const streams = new Streams(reader, writer, inject(STREAM_WRITES)?.(reader.store));
  const parts: CacheParts = {
    client: undefined,
    drafts,
    emptying: new Emptying(reader, () => parts.client, streams, writer),
    environment,
    extensions,
    injector: inject(EnvironmentInjector),
    lifetime,
    reader,
    report,
    streams,
    sweeper,
    writer,
    end: () => {
      lifetime.end(() => {
        sweeper.end();
        parts.client?.end();
        streams.end();
      });
      extensions?.destroy();
      reader.end();
    },
  };
  return parts;
}
