// @ts-nocheck
// "Responses can arrive in any order: the result is that of the order of the calls." (mutations.md)
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ16-order-of-calls', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const o = { path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() } as const;
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });
const closeAll = new RestEndpoint({ path: '/close-all', method: 'POST', schema: [Ticket] });
for (const [name, tickets] of [['plain', restEndpoints(o)], ['optimistic', restEndpoints({ ...o, optimistic })]] as const) for (const second of ['PATCH', 'close', 'closeAll']) it(`${name}, then ${second}`, async () => {
  const { cache, testing } = setup();
  cache.watch(tickets.getList).subscribe(); testing.expectRequest(tickets.getList).flush([{ id: 7, status: 'open' }]);
  cache.fetch(tickets.partialUpdate, { id: 7 }, { status: 'pending' }).subscribe();
  const first = testing.openRequests[0]!;
  if (second === 'PATCH') cache.fetch(tickets.partialUpdate, { id: 7 }, { status: 'closed' }).subscribe(); else if (second === 'close') cache.fetch(close, { id: 7 }).subscribe(); else cache.fetch(closeAll).subscribe();
  testing.openRequests[1]!.flush(second === 'closeAll' ? [{ id: 7, status: 'closed' }] : { id: 7, status: 'closed' });
  first.flush({ id: 7, status: 'pending' });
  await testing.clock.advance(2000); const asked = testing.openRequests.length; testing.openRequests.forEach((r) => r.flush([{ id: 7, status: 'closed' }]));
  expect(cache.get(Ticket, 7)!.status, `refetched: ${asked}, stale: ${testing.isStale(tickets.getList)}`).toBe('closed');
});

});
