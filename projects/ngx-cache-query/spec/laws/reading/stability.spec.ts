import { Component, inject, NgZone } from '@angular/core';
import { interval, map } from 'rxjs';
import { CacheService } from 'ngx-cache-query';
import { endApplications, hasZone, quiet, startApplication } from '../../support/application';
import { User } from '../../support/models';

@Component({ template: '{{ user()?.name }}' })
class Page {
  readonly user = inject(CacheService).selectSignal(User, 'a');
}

const mode = hasZone ? 'with zone.js' : 'zoneless';

describe(`F4 an application is stable, ${mode}`, () => {
  afterEach(endApplications);

  it('while an endless source is connected', async () => {
    const { cache, ref, zone, text } = await startApplication(Page);
    const ticks = interval(5).pipe(map((i) => ({ id: 'a', name: `tick ${i}` })));
    const connection = zone.run(() => cache.connect(ticks, User));
    await quiet();
    connection.unsubscribe();
    await ref.whenStable();
    expect(text()).toMatch(/tick \d/);
    const endless = zone.run(() => cache.connect(interval(600_000), User));
    await ref.whenStable();
    expect([endless.closed, zone.hasPendingMacrotasks]).toEqual([false, false]);
  });
});

describe(`F8 the zone of notifications, ${mode}`, () => {
  afterEach(endApplications);

  it('is the zone in which the source was connected', async () => {
    const { cache, zone } = await startApplication(Page);
    const zones: boolean[] = [];
    cache.select(User, 'a').subscribe((user) => user && zones.push(NgZone.isInAngularZone()));
    const later = (name: string) => interval(1).pipe(map(() => ({ id: 'a', name })));
    const connections = [zone.run(() => cache.connect(later('in'), User))];
    await quiet();
    connections[0].unsubscribe();
    const inside = zones.splice(0);
    connections.push(zone.runOutsideAngular(() => cache.connect(later('out'), User)));
    await quiet();
    connections[1].unsubscribe();
    expect([inside, zones]).toEqual([[hasZone], [false]]);
  });
});
