// @ts-nocheck
// While an optimistic change (-> closed) is in flight, another row leaves the list { status: 'open' }, and a response (executed before the
// change) says that the ticket is open. The list shows the closed ticket, also after the answer, and is not stale.
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ17-two-changes-and-a-refetch', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic });
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });
const open = { status: 'open' };
for (const changes of [['closed'], ['open', 'closed']]) for (const otherRowLeaves of [false, true]) it(`changes: ${changes}, another row leaves: ${otherRowLeaves}`, async () => {
  const { cache, testing } = setup(); const shown: unknown[] = [];
  cache.watch(tickets.getList, open).subscribe((s) => shown.push(s.value?.map((t) => t.id + t.status).join()));
  const start = changes.length === 1 ? 'open' : 'pending';
  testing.expectRequest(tickets.getList).flush([...(start === 'open' ? [{ id: 4, status: 'open' }] : []), { id: 9, status: 'open' }]);
  cache.watch(tickets.get, { id: 4 }).subscribe(); testing.openRequests.forEach((r) => r.flush({ id: 4, status: start }));
  for (const status of changes) cache.fetch(tickets.partialUpdate, { id: 4 }, { status }).subscribe();
  if (changes.length === 2) testing.openRequests[0]!.flush({ id: 4, status: 'open' });
  if (otherRowLeaves) { cache.fetch(close, { id: 9 }).subscribe(); testing.expectRequest(close).flush({ id: 9, status: 'closed' }); }
  void cache.refetch(tickets.get, { id: 4 }); testing.expectRequest(tickets.get).flush({ id: 4, status: 'open' });
  testing.expectRequest(tickets.partialUpdate).flush({ id: 4, status: 'closed' });
  await testing.clock.advance(2000);
  expect(cache.get(tickets.getList, open)!.filter((t) => t.id === 4), `shown ${shown.join(' ; ')}; stale ${testing.isStale(tickets.getList, open)}`).toEqual([]);
});

});
