import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Card extends Entity {
  static override readonly key: string = 'ListedCard';
  static override readonly version = 'version';
  readonly id: number = 0;
  readonly status: string = '';
  readonly note: string = '';
  readonly version: number = 0;
}
const searchParams = typed<{ status: string }>();
const STATUSES = ['open', 'mine', 'theirs'];
const mine = { id: 1, status: 'mine', version: 2 };
const theirs = { id: 1, status: 'theirs', version: 3 };

for (const isOptimistic of [true, false]) {
  const own = isOptimistic ? { optimistic } : {};
  const cards = restEndpoints({ path: '/cards/:id', schema: Card, searchParams, ...own });
  const bulk = new RestEndpoint({
    path: '/bulk',
    method: 'PATCH',
    body: typed<Partial<Card>[]>(),
    schema: [Card],
    ...own,
  });

  describe(`L7 the newest version of an entity decides which lists it is in, ${isOptimistic ? 'with' : 'without'} optimistic updates`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];
    const respond = (status: string, ...items: readonly object[]) =>
      http.expectOne(`/cards?status=${status}`).flush(items);

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
      for (const status of STATUSES) {
        watch(cache.watch(cards.getList, { status }));
        respond(status, ...(status === 'open' ? [{ id: 1, status, version: 1 }] : []));
      }
    });
    const listed = () =>
      STATUSES.filter((status) => cache.get(cards.getList, { status })!.length > 0);
    const read = () => {
      watch(cache.watch(cards.get, { id: 1 }));
      http.expectOne('/cards/1').flush(theirs);
    };

    for (const [name, arrive] of [
      ['a message', () => cache.set(Card, theirs)],
      ['a read', read],
    ] as const) {
      for (const [what, call, answer] of [
        [
          'changes its status',
          () => send(cards.partialUpdate, { id: 1 }, { status: 'mine' }),
          mine,
        ],
        [
          'changes its note',
          () => send(cards.partialUpdate, { id: 1 }, { note: 'a' }),
          { ...mine, status: 'open' },
        ],
        ['moves it', () => send(cards.getList.move, { id: 1 }, { status: 'mine' }), mine],
        ['changes several', () => send(bulk, [{ id: 1, status: 'mine' }]), [mine]],
      ] as const) {
        it(`when ${name} brings it before the older answer to a mutation that ${what}`, () => {
          const { request } = call();
          arrive();
          request.flush(answer);
          expect(cache.get(Card, 1)!.status).toBe('theirs');
          expect(listed()).toEqual(['theirs']);
        });
      }
    }

    it('when a read brings it that was sent before the answer to a mutation', () => {
      const { request } = send(cards.partialUpdate, { id: 1 }, { note: 'a' });
      watch(cache.watch(cards.get, { id: 1 }));
      const [get] = http.match('/cards/1').filter(({ request: { method } }) => method === 'GET');
      request.flush({ id: 1, status: 'open', note: 'a', version: 2 });
      get.flush(theirs);
      expect(cache.get(Card, 1)!.status).toBe('theirs');
      expect(listed()).toEqual(['theirs']);
    });

    it('also after an empty response that was requested before the change', () => {
      void cache.refetch(cards.getList, { status: 'open' });
      cache.set(Card, theirs);
      respond('open');
      cache.set(Card, { id: 1, status: 'open', version: 4 });
      expect(listed()).toEqual(['open']);
    });

    it('when a list is loaded that still contains an older one', () => {
      cache.set(Card, theirs);
      expect(listed()).toEqual(['theirs']);
      void cache.refetch(cards.getList, { status: 'open' });
      respond('open', { id: 1, status: 'open', version: 1 }, { id: 2, status: 'open', version: 1 });
      expect(cache.get(Card, 1)!.status).toBe('theirs');
      expect(cache.get(cards.getList, { status: 'open' })!.map(({ id }) => id)).toEqual([2]);
    });
  });
}
