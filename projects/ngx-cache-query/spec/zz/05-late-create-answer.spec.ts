// @ts-nocheck
// The answer of a creation (version 1) arrives after a newer version of the entity (a GET, a change). The row stays at version 2,
// but with `optimistic` it joins the list of the old value for ever; the list is fresh.
import { Entity, optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ05-late-create-answer', () => {
class User extends Entity { static override readonly key: string = 'User'; readonly id: number = 0; }
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly assignee: User | null = null; readonly version: number = 0; static override readonly version = 'version'; static override readonly schema = { assignee: User }; }
const o = { path: '/tickets/:id', schema: Ticket, searchParams: typed<{ assignee?: number }>(), body: typed<{ assignee: number }>() } as const;
for (const [name, tickets] of [['plain', restEndpoints(o)], ['optimistic', restEndpoints({ ...o, optimistic })]] as const) for (const by of ['get', 'change', 'set']) it(name + ', the newer version came by ' + by, async () => {
  const { cache, testing } = setup();
  cache.watch(tickets.getList, { assignee: 2 }).subscribe();
  testing.expectRequest(tickets.getList).flush([]);
  cache.fetch(tickets.getList.push, { assignee: 2 }).subscribe();
  const newer = { id: 10, assignee: { id: 1 }, version: 2 };
  if (by === 'get') { cache.fetch(tickets.get, { id: 10 }).subscribe(); testing.expectRequest(tickets.get).flush(newer); }
  else if (by === 'set') cache.set([Ticket], [newer]);
  else { cache.fetch(tickets.partialUpdate, { id: 10 }, { assignee: 1 }).subscribe(); testing.expectRequest(tickets.partialUpdate).flush(newer); }
  testing.expectRequest(tickets.getList.push).flush({ id: 10, assignee: { id: 2 }, version: 1 });
  await testing.clock.advance(2000);
  expect(cache.get(Ticket, 10)!.assignee!.id).toBe(1);
  expect(cache.get(tickets.getList, { assignee: 2 }), 'stale: ' + testing.isStale(tickets.getList, { assignee: 2 })).toEqual([]); // got the ticket of assignee 1
});

});
