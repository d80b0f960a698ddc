import { Component, inject, NgZone } from '@angular/core';
import { of, Subject } from 'rxjs';
import { CacheService, Endpoint, provideCache, toValues, withFrameBatching } from 'ngx-cache-query';
import { endApplications, hasZone, quiet, startApplication } from '../../support/application';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

@Component({ template: '{{ user()?.name }}' })
class Page {
  readonly user = inject(CacheService).selectSignal(User, 'a');
}

const mode = hasZone ? 'with zone.js' : 'zoneless';

describe(`F4 an application is stable, ${mode}`, () => {
  afterEach(endApplications);

  it('while the cache waits for a sweep and for data to become stale', async () => {
    const { cache, ref, zone } = await startApplication(Page);
    const set = spyOn(window, 'setTimeout').and.callThrough();
    const soon = new Endpoint({ load: () => of([{ id: 'a' }]), schema: allUsers });
    zone.run(() => {
      watch(cache.watch(soon));
      watch(cache.select(allUsers));
      cache.get(User, 'a');
    });
    await ref.whenStable();
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 1000)).not.toEqual([]);
    expect(zone.hasPendingMacrotasks).toBeFalse();
  });

  it('while polls wait, even after one of several subscribers left', async () => {
    const { cache, ref, zone } = await startApplication(Page);
    const jobs = new Endpoint({ load: () => of([]), schema: [User], pollInterval: 600_000 });
    const [first] = zone.run(() => [
      watch(cache.watch(jobs).pipe(toValues())),
      watch(cache.watch(jobs).pipe(toValues())),
    ]);
    await ref.whenStable();
    zone.run(() => first.subscription.unsubscribe());
    await ref.whenStable();
    expect(zone.hasPendingMacrotasks).toBeFalse();
  });

  it('while a message waits for a frame, which notifies in the zone', async () => {
    const { cache, ref, zone } = await startApplication(Page, provideCache(withFrameBatching()));
    const zones: boolean[] = [];
    cache.select(User, 'a').subscribe((user) => user && zones.push(NgZone.isInAngularZone()));
    const messages = new Subject();
    zone.run(() => cache.connect(messages, User));
    await ref.whenStable();
    messages.next({ id: 'a', name: 'Ada' });
    expect([zone.hasPendingMacrotasks, zones]).toEqual([false, []]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(zones).toEqual([hasZone]);
  });

  it('only after a response arrived and subscribers were notified', async () => {
    const { cache, ref, zone, text } = await startApplication(Page);
    const users = new Served(allUsers);
    zone.run(() => cache.fetch(users.endpoint).subscribe());
    let stable = false;
    const waiting = ref.whenStable().then(() => (stable = true));
    await quiet();
    expect(stable).toBeFalse();
    zone.run(() => users.respond([{ id: 'a', name: 'Ada' }]));
    await waiting;
    expect(text()).toBe('Ada');
  });
});

describe(`F8 the zone of notifications, ${mode}`, () => {
  afterEach(endApplications);

  it('is the zone of the application when data becomes stale by itself', async () => {
    const { cache, zone } = await startApplication(Page);
    const zones: (readonly [boolean, boolean])[] = [];
    const brief = new Endpoint({ load: () => of([]), schema: [User], staleTime: 10 });
    zone.run(() =>
      cache
        .watch(brief)
        .subscribe(({ isStale }) => zones.push([isStale, NgZone.isInAngularZone()])),
    );
    await quiet();
    expect(zones.at(-1)).toEqual([true, hasZone]);
  });
});
