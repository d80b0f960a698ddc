// @ts-nocheck
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setup } from './common';
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic });
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket, refetches: [tickets.getList] });
it('YY', async () => {
  const { cache, testing } = setup();
  const log = []; const say = (w) => log.push(w + ': open ' + cache.get(tickets.getList, open)?.map(t=>t.id+t.status) + ' pending ' + cache.get(tickets.getList, pending)?.map(t=>t.id+t.status));
  const open = { status: 'open' }, pending = { status: 'pending' };
  cache.watch(tickets.getList, open).subscribe();
  testing.expectRequest(tickets.getList, open).flush([{ id: 6, status: 'open' }, { id: 13, status: 'open' }]);
  cache.watch(tickets.getList, pending).subscribe();
  testing.expectRequest(tickets.getList, pending).flush([{ id: 12, status: 'pending' }]);
  cache.fetch(tickets.partialUpdate, { id: 12 }, { status: 'open' }).subscribe(); say('patch');
  cache.fetch(close, { id: 13 }).subscribe(); say('close');
  testing.expectRequest(close).flush({ id: 13, status: 'closed' }); say('closed');
  const openList = testing.expectRequest(tickets.getList, open);
  testing.expectRequest(tickets.getList, pending).flush([{ id: 12, status: 'pending' }]); say('pending list');
  testing.expectRequest(tickets.partialUpdate).flush({ id: 12, status: 'open' }); say('patched');
  openList.flush([{ id: 6, status: 'open' }, { id: 12, status: 'open' }]); say('open list');
  await testing.clock.advance(2000); say('2 s'); console.log(testing.openRequests.map(String));
  testing.openRequests.forEach((r) => r.flush([]));  say('end');
  console.log(log.join('\n'));
});
