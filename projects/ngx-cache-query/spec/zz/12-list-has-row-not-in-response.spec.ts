// @ts-nocheck
// A list was loaded page by page (infinite) and is then shown by getList, as on two pages of an application. While a creation is in
// flight, the list is refetched: it keeps rows that its last response does not contain (closed, or deleted by others), and is not stale.
import { Entity, infiniteState, pageNumber, paginated, restEndpoints, typed } from 'ngx-cache-query';
import { TestBed } from '@angular/core/testing';
import { setup } from './common';
describe('ZZ12-list-has-row-not-in-response', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), pages: paginated('page', pageNumber({ size: 20 })) });
const pending = { status: 'pending' };
for (const loadedBy of ['infinite', 'getList']) for (const creation of [false, true]) it(`loaded by ${loadedBy}, creation in flight ${creation}`, async () => {
  const { cache, testing } = setup();
  const first = loadedBy === 'infinite' ? TestBed.runInInjectionContext(() => infiniteState(tickets.getList.getPage, pending).subscribe()) : cache.watch(tickets.getList, pending).subscribe();
  testing.expectRequest(tickets.getList).flush([{ id: 4, status: 'pending' }, { id: 7, status: 'pending' }]);
  first.unsubscribe();
  cache.watch(tickets.getList, pending).subscribe();
  if (creation) cache.fetch(tickets.getList.push, pending).subscribe();
  void cache.refetch(tickets.getList);
  if (creation) testing.expectRequest(tickets.getList.push).flush({ id: 11, status: 'pending' });
  testing.expectRequest(tickets.getList).flush([{ id: 4, status: 'pending' }, ...(creation ? [{ id: 11, status: 'pending' }] : [])]); // 7 is gone
  await testing.clock.advance(2000);
  expect(cache.get(tickets.getList, pending)!.map((t) => t.id), 'stale: ' + testing.isStale(tickets.getList, pending)).not.toContain(7); // got [4, 11, 7]
});

});
