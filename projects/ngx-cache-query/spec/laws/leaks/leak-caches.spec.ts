import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, createEnvironmentInjector } from '@angular/core';
import {
  CacheService,
  fromEventSource,
  fromWebSocket,
  provideCache,
  schema,
  toValues,
  withClock,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRetry,
} from 'ngx-cache-query';
import { endApplications, startApplication } from '../../support/application';
import { FakeClock } from '../../support/fake-clock';
import { endFakeConnections, fakeConnections } from '../../support/fake-connections';
import { allUsers, User } from '../../support/models';
import { Task } from '../../support/rest-todos';
import { LONG } from '../../support/runs';
import { watch } from '../../support/watch';
import { endCounts, startCounts } from './counts';
import { getBroken, getNews, getUsers, Tasks, usersAfter } from './endpoints';

const TIMES = 1_000;
const NOTHING = { timers: 0, clock: 0, connections: 0, requests: 0, caches: 0 };
const allTasks = new schema.All(Task);

@Component({ template: '' })
class Empty {}

describe('R6 the memory of a route’s own cache', () => {
  afterEach(() => {
    endApplications();
    endCounts();
    endFakeConnections();
  });

  it(
    'is freed for a thousand caches that end while everything is active',
    async () => {
      const connections = fakeConnections();
      const clock = new FakeClock();
      let caches: WeakRef<CacheService>[] = [];
      const counts = startCounts(() => ({
        clock: clock.pendingTimers,
        connections: connections.open,
        requests: http.match(() => true).filter(({ cancelled }) => !cancelled).length,
        caches: caches.filter((cache) => cache.deref() !== undefined).length,
      }));
      const { ref, zone } = await startApplication(
        Empty,
        provideHttpClient(),
        provideHttpClientTesting(),
      );
      const http = ref.injector.get(HttpTestingController);

      /** Starts work that is still open when a cache is destroyed, and that only the destruction of the cache ends. */
      const open = (cache: CacheService) => {
        for (const from of [fromEventSource('/events'), fromWebSocket('ws:events')]) {
          cache.connect(from, User);
        }
        watch(cache.select(allUsers));
        watch(cache.select(usersAfter, { id: 'b' }));
        for (const endpoint of [getNews, getBroken]) watch(cache.watch(endpoint, { id: 'a' }));
        http.expectOne('/news/a').flush({ id: 'a' });
        http.expectOne('/broken/a').flush('no', { status: 503, statusText: 'Busy' });
        watch(cache.watch(getUsers).pipe(toValues()));
        watch(cache.fetch(Tasks.getList.push, { title: 'new' }));
        const [{ id }] = cache.get(allTasks)!;
        watch(cache.fetch(Tasks.partialUpdate, { id }, { title: 'newer' }));
        connections.accept();
        connections.receive({ id: 'b', name: 'Bea' });
      };
      const route = () => {
        const injector = createEnvironmentInjector(
          [
            provideCache(
              withClock(clock),
              withFrameBatching(),
              withRefetchOnFocus(),
              withRefetchOnReconnect(),
              withRetry(),
            ),
          ],
          ref.injector,
        );
        const cache = injector.get(CacheService);
        caches.push(new WeakRef(cache));
        zone.run(() => open(cache));
        const waiting = clock.pendingTimers;
        injector.destroy();
        return waiting;
      };

      for (let n = 0; n < 3; n++) {
        route();
        await Promise.resolve();
      }
      caches = [];
      const first = await counts.until(NOTHING);
      for (let n = 0; n < TIMES; n++) {
        // A poll, a retry, and the expiry of the latest response.
        expect(route()).toBeGreaterThanOrEqual(3);
        await Promise.resolve(); // a connection reports its end asynchronously
      }
      expect(caches.length).toBe(TIMES);
      await counts.expectSame(first, TIMES);
      expect(first).toEqual(jasmine.objectContaining(NOTHING));
    },
    LONG,
  );
});
