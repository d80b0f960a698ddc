import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint } from 'ngx-cache-query';
import { countEntries, sweep } from 'ngx-cache-query-internals';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('K1 what is known of an endpoint and its arguments', () => {
  it('is dropped by a sweep when nothing uses it; the response stays', () => {
    const service = TestBed.inject(CacheService);
    const { endpoint, requests } = new Served(User);
    const seen = [1, 2, 3].map((id) => watch(service.watch(endpoint, id)));
    requests.forEach(({ respond }, i) => respond({ id: String(i), name: 'Ada' }));
    for (const { subscription } of seen.slice(1)) subscription.unsubscribe();
    sweep(service);
    sweep(service);
    expect([countEntries(service), service.get(endpoint, 2)?.name]).toEqual([1, 'Ada']);
    expect(watch(service.watch(endpoint, 2)).last?.status).toBe('resolved');
    expect([countEntries(service), requests.length]).toEqual([2, 3]);
  });

  it('is told apart by name and key, also for endpoints without a name', () => {
    const endpoints = ['a', 'b'].map((value) => new Endpoint({ load: (_: number) => of(value) }));
    const service = TestBed.inject(CacheService);
    const seen = endpoints.map((endpoint) => watch(service.fetch(endpoint, 1)).last);
    expect(seen).toEqual(['a', 'b']);
    for (const what of ['name', 'key'] as const) {
      const [one, two] = endpoints.map((each) => (what === 'name' ? each.name : each.key(1)));
      expect(one).not.toBe(two);
    }
  });
});
