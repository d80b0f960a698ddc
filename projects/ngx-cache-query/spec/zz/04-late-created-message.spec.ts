// @ts-nocheck
// The own `created` message arrives after the created ticket was changed. With requestId, "messages about earlier changes do
// not bring an earlier state back" (streams.md): the row stays closed, but the list { status: 'open' } gets it.
import { Entity, requestIds, restEndpoints, typed, withRest } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { setupHttp } from './http';
describe('ZZ04-late-created-message', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() });
it('does not add a closed ticket to the open ones', () => {
  const { cache, http } = setupHttp(withRest({ requestId: requestIds('X-Request-Id') })); const messages$ = new Subject<any>();
  cache.connect(messages$, tickets.getList.schema.push, { requestId: (m: any) => m.requestId });
  cache.watch(tickets.getList, { status: 'open' }).subscribe();
  http.expectOne('/tickets?status=open').flush([{ id: 9, status: 'open' }]);
  cache.fetch(tickets.getList.push, { status: 'open' }).subscribe();
  const post = http.expectOne('/tickets'); post.flush({ id: 10, status: 'open' });
  cache.fetch(tickets.partialUpdate, { id: 10 }, { status: 'closed' }).subscribe();
  http.expectOne('/tickets/10').flush({ id: 10, status: 'closed' });
  expect(cache.get(tickets.getList, { status: 'open' }).map((t) => t.id)).toEqual([9]);
  messages$.next({ id: 10, status: 'open', requestId: post.request.headers.get('X-Request-Id') });
  expect(cache.get(Ticket, 10)!.status).toBe('closed');
  expect(cache.get(tickets.getList, { status: 'open' }).map((t) => t.id)).toEqual([9]); // got the closed ticket
});

});
