// @ts-nocheck
// "With requestId, messages about own mutations … request nothing again that was requested since" (CHANGELOG, streams.md).
// Only the first message of a request is recognized: a bulk request with 5 messages sends /stats 3 times.
import { Entity, requestIds, RestEndpoint, typed, withRest } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { setupHttp, sleep } from './http';
describe('ZZ08-own-messages-refetch', () => {
class Ticket extends Entity { static override readonly key: string = 'Ticket'; readonly id: number = 0; readonly status: string = 'open'; }
const stats = new RestEndpoint({ path: '/stats' });
const close = new RestEndpoint({ path: '/bulk', method: 'POST', body: typed<{ ids: number[] }>(), schema: [Ticket], refetches: [stats] });
for (const count of [1, 2, 5]) it(`${count} messages after the answer`, async () => {
  const { cache, http } = setupHttp(withRest({ requestId: requestIds('X-Request-Id') })); const messages$ = new Subject<any>(); let requests = 0;
  cache.connect(messages$, Ticket, { requestId: (m: any) => m.requestId, refetches: () => [stats] });
  const drain = async () => { for (let i = 0; i < 5; i++) { http.match('/stats').forEach((r) => { requests++; if (!r.cancelled) r.flush({ requests }); }); await sleep(5); } };
  cache.watch(stats).subscribe(); await drain(); requests = 0;
  const ids = [1, 2, 3, 4, 5].slice(0, count), rows = ids.map((id) => ({ id, status: 'closed' }));
  cache.fetch(close, { ids }).subscribe();
  const request = http.expectOne('/bulk'), requestId = request.request.headers.get('X-Request-Id');
  request.flush(rows); await drain();
  for (const row of rows) messages$.next({ ...row, requestId });
  await drain();
  expect(requests).toBe(1); // got 1, 2, 3
});

});
