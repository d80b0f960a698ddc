// @ts-nocheck
// A list with an argument that is no field (?q=) and no page: a creation or a change neither refetches it nor makes it stale.
// With ?q=&page=1 it is refetched ("or any change if an argument is no field, such as `q`"), and `?assignee=me` is refetched after a change.
import { Entity, restEndpoints, typed } from 'ngx-cache-query';
import { setup } from './common';
describe('ZZ07-search-list', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly title: string = ''; }
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ q?: string; page?: number }>() });
for (const args of [{ q: 'ink' }, { q: 'ink', page: 1 }]) for (const how of ['create', 'change']) it(`${JSON.stringify(args)} ${how}`, async () => {
  const { cache, testing } = setup();
  cache.watch(tickets.getList, args).subscribe();
  testing.expectRequest(tickets.getList).flush([{ id: 1, title: 'ink' }]);
  if (how === 'create') { cache.fetch(tickets.getList.push, { title: 'ink 2' }).subscribe(); testing.expectRequest(tickets.getList.push).flush({ id: 2, title: 'ink 2' }); }
  else { cache.fetch(tickets.partialUpdate, { id: 1 }, { title: 'paper' }).subscribe(); testing.expectRequest(tickets.partialUpdate).flush({ id: 1, title: 'paper' }); }
  await testing.clock.advance(2000);
  expect(testing.isPending(tickets.getList) || testing.isStale(tickets.getList, args)).toBe(true); // { q } : false
});

});
