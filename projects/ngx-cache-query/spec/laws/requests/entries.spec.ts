import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
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
});
