// @ts-nocheck
// `static version`: "views never show an older version after a newer one" (mutations.md). requestId: "messages about earlier
// changes do not bring an earlier state back" (streams.md). Both are broken as soon as ANY other mutation is in flight.
import { Entity, optimistic, requestIds, restEndpoints, RestEndpoint, typed, withRest } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { setupHttp, sleep } from './http';
describe('ZZ01-version-goes-back', () => {
class Ticket extends Entity {
  static override readonly key: string = 'Ticket';
  readonly id: number = 0; readonly status: string = 'open'; readonly priority: number = 0; readonly version: number = 0;
  static override readonly version = 'version';
}
const tickets = restEndpoints({ path: '/tickets/:id', schema: Ticket, searchParams: typed<{ status?: string }>(), optimistic });
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });
for (const unrelated of [false, true]) it(`unrelated mutation in flight: ${unrelated}`, async () => {
  const { cache, http } = setupHttp(withRest({ requestId: requestIds('X-Request-Id') }));
  const messages$ = new Subject<any>();
  cache.connect(messages$, Ticket, { requestId: (m: any) => m.requestId });
  cache.watch(tickets.getList, { status: 'open' }).subscribe();
  http.expectOne('/tickets?status=open').flush([{ id: 4, status: 'open', version: 1 }]);
  if (unrelated) cache.fetch(tickets.partialUpdate, { id: 5 }, { priority: 1 }).subscribe();
  cache.fetch(tickets.partialUpdate, { id: 4 }, { priority: 3 }).subscribe();
  cache.fetch(close, { id: 4 }).subscribe();
  const patch = http.expectOne('/tickets/4');
  // The server executes the PATCH (version 2), tells it to all pages, and then closes the ticket (version 3).
  messages$.next({ id: 4, status: 'open', priority: 3, version: 2, requestId: patch.request.headers.get('X-Request-Id') });
  http.expectOne('/tickets/4/close').flush({ id: 4, status: 'closed', priority: 3, version: 3 });
  patch.flush({ id: 4, status: 'open', priority: 3, version: 2 });
  http.match('/tickets/5').forEach((r) => r.flush({ id: 5, version: 2 }));
  await sleep(20);
  expect(cache.get(Ticket, 4)!.version).toBe(3); // got 2
  expect(cache.get(tickets.getList, { status: 'open' })).toEqual([]); // got ticket 4
});

});
