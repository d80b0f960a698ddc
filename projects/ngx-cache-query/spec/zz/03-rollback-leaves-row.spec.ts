// @ts-nocheck
// A list { status: 'open' } shows a closed ticket: an optimistic change fails (422), after another response has closed the ticket.
import { Entity, optimistic, restEndpoints, RestEndpoint, typed } from 'ngx-cache-query';
import { setupHttp } from './http';
describe('ZZ03-rollback-leaves-row', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly title: string = ''; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic });
const closeAll = new RestEndpoint({ path: '/close-all', method: 'POST', schema: [Ticket] });
it('shows only open tickets', () => {
  const { cache, http } = setupHttp(); const shown: (string | undefined)[] = [];
  cache.watch(tickets.getList, { status: 'open' }).subscribe((s) => shown.push(s.value?.map((t) => t.status).join()));
  http.expectOne('/tickets?status=open').flush([{ id: 9, status: 'open' }]);
  cache.fetch(tickets.partialUpdate, { id: 9 }, { status: 'closed', title: '' }).subscribe({ error: () => undefined });
  cache.fetch(closeAll).subscribe();
  http.expectOne('/close-all').flush([{ id: 9, status: 'closed' }]);
  http.expectOne('/tickets/9').flush({}, { status: 422, statusText: 'no title' });
  expect(shown.filter((s) => s?.includes('closed'))).toEqual([]); // got ['closed']
  expect(cache.get(tickets.getList, { status: 'open' })).toEqual([]); // got the closed ticket
});

});
