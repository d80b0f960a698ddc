import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import type { ApplicationRef } from '@angular/core';
import {
  provideCache,
  withClock,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRetention,
  withRetry,
} from 'ngx-cache-query';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import { endApplications, quiet, startApplication } from '../../support/application';
import { cacheCount } from '../../support/cache-counts';
import { FakeClock } from '../../support/fake-clock';
import { endFakeConnections, fakeConnections } from '../../support/fake-connections';
import { LONG } from '../../support/runs';
import { endCounts, startCounts } from './counts';
import { Host, Visits } from './visits';

const TIMES = 1_000;

/** The values that must be zero even after a single visit. */
const NOTHING = {
  timers: 0,
  intervals: 0,
  frames: 0,
  connections: 0,
  requests: 0,
  pendingRequests: 0,
  clock: 0,
  pending: 0,
  hasGraves: false,
  isBusy: false,
  hasReads: false,
  isStable: true,
};

describe('R6 the memory of a component that uses everything', () => {
  afterEach(() => {
    endApplications();
    endCounts();
    endFakeConnections();
  });

  it(
    'is the same after a thousand visits as after the first',
    async () => {
      const connections = fakeConnections();
      const clock = new FakeClock();
      let handle!: CacheInspection;
      let pendingRequests = 0;
      const extension = {
        onInit: (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle)),
        onRequest: ({ state }: { state: string }) =>
          (pendingRequests += state === 'pending' ? 1 : -1),
      };
      const counts = startCounts(() => ({
        ...cacheCount(application.cache, handle),
        clock: clock.pendingTimers,
        connections: connections.open,
        requests: visits.requests,
        pendingRequests,
        isStable: isStable(application.ref),
      }));
      const application = await startApplication(
        Host,
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(
          withClock(clock),
          withExtension(() => extension),
          withFrameBatching(),
          withRefetchOnFocus(),
          withRefetchOnReconnect(),
          withRetention(),
          withRetry(),
        ),
      );
      const visits = new Visits(application, clock, connections);
      let count = 0;
      const visit = async (times: number) => {
        for (const end = count + times; count < end;) {
          visits.visit(count++);
          await Promise.resolve(); // a connection reports its end asynchronously
          if (count % 50 === 0) await quiet(); // Karma can read messages only between tasks
        }
        clock.pass(10 * 60_000); // a collection cycle
      };
      await visit(6);
      const first = await counts.until(NOTHING);
      expect(first).toEqual(jasmine.objectContaining(NOTHING));
      await visit(TIMES);
      await counts.expectSame(first, TIMES);
    },
    LONG,
  );
});

function isStable(ref: ApplicationRef): boolean {
  let stable = false;
  ref.isStable.subscribe((is) => (stable = is)).unsubscribe();
  return stable;
}
