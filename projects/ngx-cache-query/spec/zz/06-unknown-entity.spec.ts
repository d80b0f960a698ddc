// @ts-nocheck
// A mutation of an entity that the cache did not know: the list whose argument it now matches neither gets it nor becomes stale.
// lists.md "Changed entities": "If a field is an argument of lists, its change moves the entity"; streams.md says for messages that
// "other entities only make the lists that they match stale".
import { Entity, restEndpoints, typed } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { setup } from './common';
describe('ZZ06-unknown-entity', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>() });
for (const by of ['PATCH', 'message']) it(by, async () => {
  const { cache, testing } = setup(); const m$ = new Subject<any>(); cache.connect(m$, Ticket);
  cache.watch(tickets.getList, { status: 'open' }).subscribe();
  testing.expectRequest(tickets.getList).flush([]);
  if (by === 'message') m$.next({ id: 7, status: 'open' });
  else { cache.fetch(tickets.partialUpdate, { id: 7 }, { status: 'open' }).subscribe(); testing.expectRequest(tickets.partialUpdate).flush({ id: 7, status: 'open' }); }
  await testing.clock.advance(2000);
  const list = cache.get(tickets.getList, { status: 'open' })!;
  expect(list.length === 1 || testing.isStale(tickets.getList, { status: 'open' })).toBe(true); // PATCH: got neither
});

});
