import type { HttpTestingController, TestRequest } from '@angular/common/http/testing';
import { Subject } from 'rxjs';
import { type CacheService, Entity, optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Card extends Entity {
  readonly id: number = 0;
  readonly status: string = '';
}

const options = {
  path: '/cards/:id',
  schema: Card,
  searchParams: typed<{ status?: string; page?: number }>(),
  body: typed<Partial<Card>>(),
} as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });
const card = (id: number, status = 'todo') => ({ id, status });

let cache: CacheService;
let http: HttpTestingController;
let send: ReturnType<typeof setUpMutations>['send'];

function setUp(): void {
  ({ cache, http, send } = setUpMutations());
}
/** Begins to load a list. */
function begin(status: string | undefined, { getList } = plain) {
  const list = watch(cache.watch(getList, status === undefined ? {} : { status }));
  const [first] = http.match(({ method }) => method === 'GET').slice(-1);
  return { list, first, ids: () => list.last!.value?.map(({ id }) => id) };
}
const reads = (): TestRequest[] => http.match(({ method }) => method === 'GET');

for (const [kind, cards] of [
  ['without optimistic', plain],
  ['with optimistic', shown],
] as const) {
  describe(`L8 what happens to a list before its first response is kept, ${kind}`, () => {
    beforeEach(setUp);
    afterEach(() => http.verify());

    it('a creation that was answered', () => {
      const { list, first, ids } = begin('todo', cards);
      send(cards.getList.push, card(9)).request.flush(card(9));
      expect(reads().length).toBe(0);
      first.flush([card(1)]);
      expect(ids()).toEqual([1, 9]);
      const again = reads();
      expect(again.length).toBe(1);
      again[0].flush([card(9), card(1)]);
      expect(ids()).toEqual([9, 1]);
      expect(list.last!.isStale).toBeFalse();
    });

    it('a creation that is in flight', () => {
      const { first, ids } = begin('todo', cards);
      const { request } = send(cards.getList.push, card(9));
      first.flush([card(1)]);
      expect(ids()!.length).toBe(cards === shown ? 2 : 1);
      request.flush(card(9));
      expect(ids()).toEqual([1, 9]);
      reads().forEach((each) => each.flush([card(1), card(9)]));
      expect(ids()).toEqual([1, 9]);
    });

    it('one that the response contains is in the list once', () => {
      const { first, ids } = begin('todo', cards);
      const { request } = send(cards.getList.push, card(9));
      first.flush([card(9), card(1)]);
      request.flush(card(9));
      expect(ids()).toEqual([9, 1]);
      reads().forEach((each) => each.flush([card(9), card(1)]));
      expect(ids()).toEqual([9, 1]);
    });

    it('a creation that fails leaves nothing', () => {
      const { first, ids } = begin('todo', cards);
      const { request } = send(cards.getList.push, card(9));
      first.flush([card(1)]);
      request.flush(null, { status: 400, statusText: 'Bad Request' });
      expect(ids()).toEqual([1]);
    });

    it('a move', () => {
      cache.set(Card, card(9, 'done'));
      const { first, ids } = begin('todo', cards);
      send(cards.getList.move, { id: 9 }, { status: 'todo' }).request.flush(card(9));
      first.flush([card(1)]);
      expect(ids()).toEqual([1, 9]);
      reads().forEach((each) => each.flush([card(1), card(9)]));
    });

    it('a change of a field that is an argument', () => {
      cache.set(Card, card(9, 'done'));
      const { first, ids } = begin('todo', cards);
      send(cards.partialUpdate, { id: 9 }, { status: 'todo' }).request.flush(card(9));
      first.flush([card(1)]);
      const [again] = reads();
      again.flush([card(1), card(9)]);
      expect(ids()).toEqual([1, 9]);
    });

    it('a change of a field that another list shows to be an argument, before the list is requested again', () => {
      const done = begin('done', cards);
      done.first.flush([card(9, 'done'), card(8, 'done')]);
      const { first, ids } = begin('todo', cards);
      send(cards.partialUpdate, { id: 9 }, { status: 'todo' }).request.flush(card(9));
      first.flush([card(1)]);
      expect([done.ids(), ids()]).toEqual([[8], [1, 9]]);
      for (const again of reads()) again.flush([card(1), card(9)]);
      expect(ids()).toEqual([1, 9]);
    });

    it('and the list is requested once more after many', () => {
      const { first, ids } = begin('todo', cards);
      for (const id of [7, 8, 9]) send(cards.getList.push, card(id)).request.flush(card(id));
      first.flush([card(1)]);
      expect(ids()).toEqual([1, 7, 8, 9]);
      const again = reads();
      expect(again.length).toBe(1);
      again[0].flush([1, 7, 8, 9].map((id) => card(id)));
    });
  });
}

describe('L8 what happens to a list before its first response is kept', () => {
  beforeEach(setUp);
  afterEach(() => http.verify());

  it('a message of a stream, for which nothing is requested', () => {
    const messages$ = new Subject<object>();
    cache.connect(messages$, plain.getList.schema.push as never);
    const { first, ids, list } = begin('todo');
    messages$.next(card(9));
    messages$.next(card(8, 'done'));
    first.flush([card(1)]);
    expect(ids()).toEqual([1, 9]);
    expect(list.last!.isStale).toBeTrue();
    expect(reads().length).toBe(0);
  });

  it('a list that is saved all the time is shown', () => {
    const { list, first } = begin(undefined);
    first.flush([card(1)]);
    void cache.refetch(plain.getList);
    for (let n = 0; n < 3; n++) {
      send(plain.partialUpdate, { id: 1 }, { status: `${n}` }).request.flush(card(1, `${n}`));
    }
    const [second, ...more] = reads();
    expect(more.length).toBe(0);
    second.flush([card(1, '0'), card(2)]);
    expect(list.last!.value!.map(({ id, status }) => `${id} ${status}`)).toEqual(['1 2', '2 todo']);
  });

  it('a response that fails is not repeated', () => {
    const { first } = begin('todo');
    send(plain.getList.push, card(9)).request.flush(card(9));
    first.flush(null, { status: 400, statusText: 'Bad Request' });
    expect(reads().length).toBe(0);
  });
});
