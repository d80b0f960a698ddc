// @ts-nocheck
// A PATCH and a refetch overlap (focus, polling, a message). The changed row arrives first with one list, then the PATCH is answered,
// then the other list is answered with the state before the PATCH. It overwrites the list, and nothing is stale or requested again.
import { Entity, restEndpoints, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ13-old-list-response', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; readonly version: number = 0; static override readonly version = 'version'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() });
const open = { status: 'open' };
for (const firstWatched of ['all', 'open']) it(`list watched first: ${firstWatched}`, async () => {
  const { cache, testing } = setup();
  const all = () => testing.openRequests.find((r) => String(r).includes('GET') && !String(r).includes('open'))!;
  const watchAll = () => { cache.watch(tickets.getList).subscribe(); all().flush([{ id: 3, status: 'open', version: 1 }, { id: 8, status: 'closed', version: 1 }, { id: 9, status: 'closed', version: 1 }]); };
  if (firstWatched === 'all') watchAll();
  cache.watch(tickets.getList, open).subscribe(); testing.expectRequest(tickets.getList, open).flush([{ id: 3, status: 'open', version: 1 }]);
  if (firstWatched === 'open') watchAll();
  cache.fetch(tickets.partialUpdate, { id: 8 }, { status: 'open' }).subscribe();
  void cache.refetch(tickets.getList);
  const first = all(), second = testing.expectRequest(tickets.getList, open);
  first.flush([{ id: 3, status: 'open', version: 1 }, { id: 8, status: 'open', version: 2 }]);
  testing.expectRequest(tickets.partialUpdate).flush({ id: 8, status: 'open', version: 2 });
  second.flush([{ id: 3, status: 'open', version: 1 }]);
  await testing.clock.advance(2000);
  expect(cache.get(tickets.getList, open)!.map((t) => t.id), `stale ${testing.isStale(tickets.getList, open)}, requests ${testing.openRequests}`).toEqual([3, 8]);
});

});
