// @ts-nocheck
// A row that never existed on the server: version 3 with the status of version 2. An optimistic PATCH and an action overlap; the server
// executes the PATCH first (version 2), then the action (version 3, closed). The action's answer arrives first. A refetch that
// began before the PATCH's answer does not repair it, and nothing is stale.
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ10-mixed-versions', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; readonly version: number = 0; static override readonly version = 'version'; }
const o = { path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() } as const;
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });
const closeAll = new RestEndpoint({ path: '/close-all', method: 'POST', schema: [Ticket] });
for (const [name, tickets] of [['plain', restEndpoints(o)], ['optimistic', restEndpoints({ ...o, optimistic })]] as const) for (const action of ['close', 'closeAll']) for (const sent of ['open', 'pending']) for (const refetch of [false, true]) it(`${name} ${action} sent ${sent} refetch ${refetch}`, async () => {
  const { cache, testing } = setup();
  cache.watch(tickets.getList).subscribe();
  testing.expectRequest(tickets.getList).flush([{ id: 7, status: 'open', version: 1 }]);
  cache.fetch(tickets.partialUpdate, { id: 7 }, { status: sent }).subscribe();
  if (action === 'close') cache.fetch(close, { id: 7 }).subscribe(); else cache.fetch(closeAll).subscribe();
  if (action === 'close') testing.expectRequest(close).flush({ id: 7, status: 'closed', version: 3 }); else testing.expectRequest(closeAll).flush([{ id: 7, status: 'closed', version: 3 }]);
  if (refetch) void cache.refetch(tickets.getList);
  testing.expectRequest(tickets.partialUpdate).flush({ id: 7, status: sent, version: 2 });
  testing.openRequests.forEach((r) => r.flush([{ id: 7, status: 'closed', version: 3 }]));
  await testing.clock.advance(2000); testing.openRequests.forEach((r) => r.flush([{ id: 7, status: 'closed', version: 3 }]));
  const { status, version } = cache.get(Ticket, 7)!;
  expect({ status, version }, 'stale: ' + testing.isStale(tickets.getList)).toEqual({ status: 'closed', version: 3 });
});

});
