// @ts-nocheck
// A window that is sorted by `priority`. The PATCH of a priority makes it stale and refetches it ("When the mutation succeeds, these
// windows become stale, and those with subscribers are refetched once"), unless another response brings the new value first:
// then it stays stale and visible for ever.
import { Entity, restEndpoints, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ14-window-not-refetched', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly priority: number = 0; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ sort?: string; page?: number }>() });
const window = { sort: '-priority', page: 2 };
for (const seenBefore of ['no', 'requested after the PATCH', 'requested before the PATCH']) it('another response contained the change: ' + seenBefore, async () => {
  const { cache, testing } = setup();
  cache.watch(tickets.getList, window).subscribe(); testing.expectRequest(tickets.getList).flush([{ id: 7, priority: 1 }, { id: 1, priority: 1 }]);
  if (seenBefore === 'requested before the PATCH') cache.fetch(tickets.get, { id: 7 }).subscribe(); // and executed after it
  cache.fetch(tickets.partialUpdate, { id: 7 }, { priority: 0 }).subscribe();
  if (seenBefore === 'requested after the PATCH') cache.fetch(tickets.get, { id: 7 }).subscribe();
  if (seenBefore !== 'no') {  testing.expectRequest(tickets.get).flush({ id: 7, priority: 0 }); }
  testing.expectRequest(tickets.partialUpdate).flush({ id: 7, priority: 0 });
  await testing.clock.advance(2000);
  expect(testing.isPending(tickets.getList, window), 'stale: ' + testing.isStale(tickets.getList, window)).toBe(true);
});

});
