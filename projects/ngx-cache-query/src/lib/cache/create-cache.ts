// The facade `CacheService`, and the composition root of a cache: `createCache` constructs the parts of all folders and
// connects them.
//
// Public API: `CacheService` and `provideCache(…)`.
// Interfaces: the Environment (what a cache may do in a browser and on a server); the tokens of CacheFeatures, such as
// `RETENTION` and `CACHE_EXTENSIONS`; CacheExtensions are notified of commits.

import {
  EnvironmentInjector,
  ErrorHandler,
  inject,
  NgZone,
  PendingTasks,
  signal,
  untracked,
} from '@angular/core';
import { Reader } from '../query/reader';
import { cacheHandle } from '../extensions/cache-handle';
import { CLOCK } from '../platform/clock';
import { Emptying } from './reset-and-clear';
import { EndpointObservers } from '../requests/endpoint-observers';
import { type Environment, SELF } from './environment';
import { Expiry } from '../requests/refetch/expire-responses';
import { CACHE_EXTENSIONS, Extensions } from '../extensions/extensions';
import { Fetcher } from '../requests/fetcher';
import { STREAM_WRITES } from '../streaming/frame-batching';
import { EXPIRY, Freshness } from '../requests/freshness';
import { Lifetime } from '../writes/lifetime';
import { LiveEndpoints } from '../live/live-endpoints';
import { OptimisticMutations } from '../optimistic/optimistic-mutations';
import { PageActivity } from '../platform/page-activity';
import { Poller } from '../live/poller';
import { requestLog } from '../extensions/request-log';
import { noLog } from '../requests/request';
import { Requests } from '../requests/requests';
import { safeReport } from '../platform/safe-report';
import { requestSender } from '../requests/send-request';
import { Streams } from '../streaming/connect';
import { SWEEP_SLICE, Sweeper } from './sweeper';
import { Writer } from '../writes/writer';

/** The parts of a cache. */
export type CacheParts = ReturnType<typeof createCache>;

/** Creates the parts of a cache. Must be called in the injection context of the cache. */
export function createCache(environment: Environment) {
  const report = safeReport(inject(ErrorHandler));
  const factories = inject(CACHE_EXTENSIONS, SELF) ?? [];
  const extensions = new Extensions(
    factories.map((factory) => factory()),
    report,
  );
  const clock = inject(CLOCK);
  const lifetime = new Lifetime();

  const drafts = signal(0);
  const reader: Reader = new Reader(
    report,
    (changes) => {
      sweeper.committed(changes);
      extensions.commit(changes);
    },
    () => untracked(() => drafts.update((count) => count + 1)),
    !extensions.isEmpty,
  );
  const { store } = reader;
  const retention = environment.retention?.(reader, clock);
  const sweeper: Sweeper = new Sweeper(reader, environment.timers, retention, inject(SWEEP_SLICE));
  const writer = new Writer(store, lifetime, () => sweeper.used(), report);

  const mutations = new OptimisticMutations(reader);
  const requests = new Requests(store, clock, mutations);
  const observers = new EndpointObservers((...read) => fetcher.share(...read));
  const expiry = new Expiry(store, requests, observers);
  const injector = inject(EnvironmentInjector);
  const fetcher: Fetcher = new Fetcher(
    reader,
    requests,
    expiry,
    requestSender(injector, mutations, clock, environment.retryOf),
    extensions.isEmpty ? noLog : requestLog(extensions, clock),
    inject(PendingTasks),
  );

  const poller = new Poller(environment.timers, inject(PageActivity));
  const live = new LiveEndpoints(
    reader,
    fetcher,
    new Freshness(clock, inject(EXPIRY)),
    environment.timers,
    poller,
    inject(NgZone),
  );
  const streams = new Streams(reader, fetcher, writer, inject(STREAM_WRITES)?.(store));
  const emptying = new Emptying(reader, fetcher, streams, writer);
  const handle = cacheHandle(reader, writer, () => sweeper.sweep());

  const end = () => {
    lifetime.end(() => {
      sweeper.end();
      poller.end();
      streams.end();
    });
    extensions.destroy();
    reader.end();
  };
  return {
    drafts,
    emptying,
    end,
    environment,
    extensions,
    fetcher,
    handle,
    lifetime,
    live,
    poller,
    reader,
    report,
    streams,
    sweeper,
    writer,
  };
}
