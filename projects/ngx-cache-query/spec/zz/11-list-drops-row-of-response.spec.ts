// @ts-nocheck
// The last response of the list { status: 'open' } contains ticket 12, but the list does not show it, and is not stale.
// The optimistic PATCH (12: pending -> open) is in flight while another row leaves the list and both lists are refetched.
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ11-list-drops-row-of-response', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic });
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket, refetches: [tickets.getList] });
for (const otherRowLeaves of [false, true]) it('another row leaves the list: ' + otherRowLeaves, async () => {
  const { cache, testing } = setup();
  const open = { status: 'open' }, pending = { status: 'pending' };
  cache.watch(tickets.getList, open).subscribe();
  testing.expectRequest(tickets.getList, open).flush([{ id: 6, status: 'open' }, { id: 13, status: 'open' }]);
  cache.watch(tickets.getList, pending).subscribe();
  testing.expectRequest(tickets.getList, pending).flush([{ id: 12, status: 'pending' }]);
  cache.fetch(tickets.partialUpdate, { id: 12 }, { status: 'open' }).subscribe();
  cache.fetch(close, { id: 13 }).subscribe();
  testing.expectRequest(close).flush({ id: 13, status: otherRowLeaves ? 'closed' : 'open' });
  const openList = testing.expectRequest(tickets.getList, open);
  testing.expectRequest(tickets.getList, pending).flush([{ id: 12, status: 'pending' }]); // executed before the PATCH
  testing.expectRequest(tickets.partialUpdate).flush({ id: 12, status: 'open' });
  openList.flush([{ id: 6, status: 'open' }, { id: 12, status: 'open' }]); // executed after the PATCH
  await testing.clock.advance(2000);
  testing.openRequests.forEach((r) => r.flush([])); // { status: 'pending' } is requested once more
  expect(cache.get(tickets.getList, open)!.map((t) => t.id), 'stale: ' + testing.isStale(tickets.getList, open)).toContain(12); // got [6]
});

});
