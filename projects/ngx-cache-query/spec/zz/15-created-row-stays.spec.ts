// @ts-nocheck
// A list that was loaded page by page keeps a created row for ever: the server no longer returns it (another user has deleted it), but a
// refetch by getList does not remove it, and the list is fresh.
import { Entity, infiniteState, pageNumber, paginated, restEndpoints, typed } from 'ngx-cache-query';
import { TestBed } from '@angular/core/testing';
import { setup } from './common';
describe('ZZ15-created-row-stays', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), pages: paginated('page', pageNumber({ size: 20 })) });
const pending = { status: 'pending' };
for (const reader of ['getList', 'infinite', 'infinite, then getList']) it(reader, async () => {
  const { cache, testing } = setup();
  const infinite = () => TestBed.runInInjectionContext(() => infiniteState(tickets.getList.getPage, pending).subscribe());
  const first = reader === 'getList' ? cache.watch(tickets.getList, pending).subscribe() : infinite();
  testing.expectRequest(tickets.getList).flush([{ id: 4, status: 'pending' }]);
  cache.fetch(tickets.getList.push, pending).subscribe();
  testing.expectRequest(tickets.getList.push).flush({ id: 10, status: 'pending' });
  if (reader === 'infinite, then getList') { first.unsubscribe(); cache.watch(tickets.getList, pending).subscribe(); }
  for (let i = 0; i < 2; i++) {
    void cache.refetch(reader === 'infinite' ? tickets.getList.getPage : tickets.getList);
    testing.openRequests.forEach((r) => r.flush([{ id: 4, status: 'pending' }]));
    await testing.clock.advance(2000);
  }
  expect(cache.get(tickets.getList, pending)!.map((t) => t.id), 'stale: ' + testing.isStale(tickets.getList, pending)).toEqual([4]);
});

});
