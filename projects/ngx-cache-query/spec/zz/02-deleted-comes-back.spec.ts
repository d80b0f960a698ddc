// @ts-nocheck
// DELETE is answered with 204, but the ticket is back, because a mutation that was called after the DELETE (and that the
// server has executed before it, e.g. during the 5 s of "Delete with undo") contains it in its response.
// lists.md: `delete` "removes the entity from the cache and from every list".
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setupHttp } from './http';
describe('ZZ02-deleted-comes-back', () => {
class Ticket extends Entity {
  static override readonly key: string = 'Ticket';
  readonly id: number = 0; readonly status: string = 'open'; readonly version: number = 0;
  static override readonly version = 'version';
}
const endpoints = { plain: restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() }),
  optimistic: restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic }) };
const closeAll = new RestEndpoint({ path: '/close-all', method: 'POST', schema: [Ticket] });
for (const [name, tickets] of Object.entries(endpoints)) for (const last of ['DELETE', 'close-all']) it(`${name}, answered last: ${last}`, () => {
  const { cache, http } = setupHttp();
  let detail: any; cache.watch(tickets.get, { id: 6 }).subscribe((s) => (detail = s));
  http.expectOne('/tickets/6').flush({ id: 6, status: 'open', version: 1 });
  cache.watch(tickets.getList, { status: 'closed' }).subscribe();
  http.expectOne('/tickets?status=closed').flush([]);
  cache.fetch(tickets.delete, { id: 6 }).subscribe(); // waits, e.g. in the undo interceptor
  cache.fetch(closeAll).subscribe();
  const deletion = http.expectOne((r) => r.method === 'DELETE'), closing = http.expectOne('/close-all');
  if (last === 'close-all') deletion.flush(null);
  closing.flush([{ id: 6, status: 'closed', version: 2 }]);
  if (last === 'DELETE') deletion.flush(null);
  expect(detail.status).toBe('error'); // got 'resolved'
  expect(cache.get(Ticket, 6)).toBeUndefined(); // got the ticket
  expect(cache.get(tickets.getList, { status: 'closed' })).toEqual([]);
});

});
