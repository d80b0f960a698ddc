import type { HttpTestingController } from '@angular/common/http/testing';
import { EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  type CacheService,
  Entity,
  infiniteState,
  onlyExisting,
  optimistic,
  pageNumber,
  paginated,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Card extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: string = '';
  readonly assignee: number = 0;
}

type Search = { status?: string | string[]; assignee?: unknown; q?: string; page?: number };
const options = {
  path: '/cards/:id',
  schema: Card,
  searchParams: typed<Search>(),
  body: typed<Partial<Card>>(),
} as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });
const still = restEndpoints({ ...options, followsFields: false });

const card = (id: number, status: string, more: object = {}) => ({
  id,
  title: `c${id}`,
  status,
  ...more,
});

let cache: CacheService;
let http: HttpTestingController;
let send: ReturnType<typeof setUpMutations>['send'];

/** Observes the list with some arguments. */
function load(search: Search, rows: readonly object[], { getList } = plain) {
  const value = watch(cache.watch(getList, search as never));
  respond(rows);
  return () => ids(value.last?.value as readonly Card[]);
}
function respond(rows: readonly object[]): void {
  http.expectOne(({ method }) => method === 'GET').flush(rows);
}
const ids = (rows: readonly Card[] | undefined) => rows?.map(({ id }) => id).join(' ');

for (const [kind, cards] of [
  ['without optimistic', plain],
  ['with optimistic', shown],
] as const) {
  describe(`L7 entities move when their fields change, ${kind}`, () => {
    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
    });
    afterEach(() => http.verify());
    const patch = (id: number, body: object) => send(cards.partialUpdate, { id }, body).request;

    it('from the list that they matched to the one that they match', () => {
      const todo = load({ status: 'todo' }, [card(1, 'todo'), card(2, 'todo')], cards);
      const done = load({ status: 'done' }, [card(3, 'done')], cards);
      patch(1, { status: 'done' }).flush(card(1, 'done'));
      expect([todo(), done()]).toEqual(['2', '3 1']);
      patch(1, { title: 'new' }).flush(card(1, 'done', { title: 'new' }));
      expect([todo(), done()]).toEqual(['2', '3 1']);
    });

    it('although the response does not contain the field', () => {
      const todo = load({ status: 'todo' }, [card(1, 'todo')], cards);
      patch(1, { status: 'done' }).flush({ id: 1 });
      expect(todo()).toBe('');
    });

    it('into an empty list, if another list shows that the argument is a field', () => {
      const todo = load({ status: 'todo' }, [card(1, 'todo')], cards);
      const done = load({ status: 'done' }, [], cards);
      patch(1, { status: 'done' }).flush(card(1, 'done'));
      expect([todo(), done()]).toEqual(['', '1']);
    });

    it('with an array of values, which means any of them', () => {
      const open = load({ status: ['todo', 'doing'] }, [card(1, 'todo'), card(2, 'doing')], cards);
      patch(1, { status: 'doing' }).flush(card(1, 'doing'));
      expect(open()).toBe('1 2');
      patch(1, { status: 'done' }).flush(card(1, 'done'));
      expect(open()).toBe('2');
      patch(1, { status: 'todo' }).flush(card(1, 'todo'));
      expect(open()).toBe('2 1');
    });

    it('only if all arguments match', () => {
      const mine = load({ status: 'todo', assignee: 5 }, [card(1, 'todo', { assignee: 5 })], cards);
      cache.set(Card, card(2, 'done', { assignee: 6 }));
      patch(2, { status: 'todo' }).flush(card(2, 'todo', { assignee: 6 }));
      expect(mine()).toBe('1');
      patch(2, { assignee: 5 }).flush(card(2, 'todo', { assignee: 5 }));
      expect(mine()).toBe('1 2');
    });

    it('back, if the request fails', () => {
      const todo = load({ status: 'todo' }, [card(1, 'todo'), card(2, 'todo')], cards);
      const done = load({ status: 'done' }, [card(3, 'done')], cards);
      const request = patch(1, { status: 'done' });
      const whilePending = [todo(), done()];
      expect(whilePending).toEqual(cards === shown ? ['2', '3 1'] : ['1 2', '3']);
      request.flush(null, { status: 400, statusText: 'Bad Request' });
      expect([todo(), done()]).toEqual(['1 2', '3']);
    });

    it('with several changes in flight, of which some fail', () => {
      const lists = ['todo', 'doing', 'done'].map((status, i) =>
        load({ status }, [card(i + 1, status)], cards),
      );
      const first = patch(1, { status: 'doing' });
      const second = patch(1, { status: 'done' });
      second.flush(null, { status: 400, statusText: 'Bad Request' });
      first.flush(card(1, 'doing'));
      expect(lists.map((each) => each())).toEqual(['', '2 1', '3']);
      const third = patch(1, { status: 'done' });
      const fourth = patch(1, { status: 'todo' });
      third.flush(null, { status: 400, statusText: 'Bad Request' });
      fourth.flush(card(1, 'todo'));
      expect(lists.map((each) => each())).toEqual(['1', '2', '3']);
    });

    for (const isSwapped of [false, true]) {
      it(`there and back, with the answers in ${isSwapped ? 'another' : 'the same'} order`, () => {
        const todo = load({ status: 'todo' }, [card(1, 'todo'), card(2, 'todo')], cards);
        const done = load({ status: 'done' }, [card(3, 'done')], cards);
        const there = patch(1, { status: 'done' });
        const back = patch(1, { status: 'todo' });
        const answers = [() => there.flush(card(1, 'done')), () => back.flush(card(1, 'todo'))];
        for (const answer of isSwapped ? answers.reverse() : answers) answer();
        expect(cache.get(Card, 1)!.status).toBe('todo');
        expect([todo()!.split(' ').sort().join(' '), done()]).toEqual(['1 2', '3']);
      });
    }

    it('not if an argument is no such field: the list is loaded again', () => {
      const mine = load({ assignee: 'me' }, [card(1, 'todo', { assignee: 5 })], cards);
      patch(1, { assignee: 6 }).flush(card(1, 'todo', { assignee: 6 }));
      expect(mine()).toBe('1');
      respond([]);
      expect(mine()).toBe('');
    });

    it('not into a list with another argument, which is loaded again', () => {
      const found = load({ status: 'todo', q: 'c' }, [card(1, 'todo')], cards);
      cache.set(Card, card(2, 'done'));
      patch(2, { status: 'todo' }).flush(card(2, 'todo'));
      respond([card(1, 'todo'), card(2, 'todo')]);
      expect(found()).toBe('1 2');
      patch(1, { status: 'done' }).flush(card(1, 'done'));
      expect(found()).toBe('2');
    });

    it('out of a list that was requested before', () => {
      cache.set(Card, card(1, 'todo'));
      const todo = watch(cache.watch(cards.getList, { status: 'todo' }));
      const [read] = http.match(({ method }) => method === 'GET');
      patch(1, { status: 'done' }).flush(card(1, 'done'));
      read.flush([card(1, 'todo'), card(2, 'todo')]);
      expect(ids(todo.last!.value)).toBe('2');
      expect(cache.get(Card, 1)!.status).toBe('done');
      for (const again of http.match(({ method }) => method === 'GET'))
        again.flush([card(2, 'todo')]);
      expect(ids(todo.last!.value)).toBe('2');
    });
  });
}

describe('L7, O2 three moves of one entity end in the list of the last call that succeeds', () => {
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // prettier-ignore
  const calls = [
    ['done', 'todo', 'done'],
    ['done', 'doing', 'todo'],
    ['doing', 'done', 'done'],
  ];
  const all = ['todo', 'doing', 'done'];

  /** Returns where the entity is in the end, and where it should be. */
  function run(
    kinds: readonly (typeof plain)[],
    statuses: string[],
    order: number[],
    failing: number,
  ) {
    TestBed.resetTestingModule();
    ({ cache, http, send } = setUpMutations());
    const isFailing = (i: number) => (failing & (1 << i)) > 0;
    const lists = all.map((status, i) =>
      load({ status }, [...(i === 0 ? [card(1, 'todo')] : []), card(2 + i, status)]),
    );
    const requests = statuses.map(
      (status, i) => send(kinds[i].partialUpdate, { id: 1 }, { status }).request,
    );
    for (const i of order) {
      if (isFailing(i)) requests[i].flush(null, { status: 422, statusText: 'No' });
      else requests[i].flush(card(1, statuses[i]));
    }
    http.verify();
    const expected = statuses.filter((_, i) => !isFailing(i)).at(-1) ?? 'todo';
    const isIn = all.filter((_, i) => lists[i]()!.split(' ').includes('1'));
    return [
      [cache.get(Card, 1)!.status, ...isIn],
      [expected, expected],
    ];
  }

  for (const [name, kinds] of [
    ['with optimistic', [shown, shown, shown]],
    ['without', [plain, plain, plain]],
    ['with and without', [shown, plain, shown]],
    ['without and with', [plain, shown, plain]],
  ] as const) {
    it(`in any order of answers and failures, ${name}`, () => {
      for (const statuses of calls)
        for (const order of orders)
          for (let failing = 0; failing < 8; failing++) {
            const [actual, expected] = run(kinds, statuses, order, failing);
            const history = `${statuses.join()} in the order ${order.join()}, failing ${failing}`;
            expect(actual).withContext(history).toEqual(expected);
          }
    });
  }
});

describe('L7 entities move when their fields change', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });
  afterEach(() => http.verify());

  it('because of set, a message for existing entities, or another response', () => {
    const todo = load({ status: 'todo' }, [card(1, 'todo'), card(2, 'todo'), card(4, 'todo')]);
    const done = load({ status: 'done' }, [card(3, 'done')]);
    cache.set(Card, card(1, 'done'));
    expect([todo(), done()]).toEqual(['2 4', '3 1']);
    const messages$ = new Subject<object>();
    cache.connect(messages$, onlyExisting(Card) as never);
    messages$.next(card(2, 'done'));
    messages$.next(card(9, 'done'));
    expect([todo(), done()]).toEqual(['4', '3 1 2']);
    const one = watch(cache.watch(plain.get, { id: 4 }));
    http.expectOne('/cards/4').flush(card(4, 'done'));
    expect(one.last!.value!.status).toBe('done');
    expect([todo(), done()]).toEqual(['', '3 1 2 4']);
  });

  it('in one emission', () => {
    load({ status: 'todo' }, [card(1, 'todo'), card(2, 'todo')]);
    const todo = watch(cache.select(plain.getList.schema, { status: 'todo' }));
    cache.set(Card, card(1, 'done'));
    expect(todo.values.map(ids)).toEqual(['1 2', '2']);
  });

  it('not in windows, which the server knows', () => {
    const page = load({ status: 'todo', page: 1 }, [card(1, 'todo')]);
    cache.set(Card, card(1, 'done'));
    expect(page()).toBe('1');
  });

  it('to the end of a list of pages, which is loaded again', () => {
    const pages = paginated(shown.getList, 'page', pageNumber({ size: 2 }));
    const injector = TestBed.inject(EnvironmentInjector);
    const columns = ['todo', 'done'].map((status) =>
      watch(infiniteState(pages, { status }, { injector })),
    );
    const shownIn = () => columns.map(({ last }) => ids(last!.items));
    for (const [i, request] of http.match(() => true).entries())
      request.flush(
        i === 0 ? [card(1, 'todo'), card(2, 'todo')] : [card(3, 'done'), card(4, 'done')],
      );
    const { request } = send(shown.partialUpdate, { id: 1 }, { status: 'done' });
    expect(shownIn()).toEqual(['2', '3 4 1']);
    request.flush(card(1, 'done'));
    http
      .expectOne(({ params }) => params.get('status') === 'done')
      .flush([card(1, 'done'), card(3, 'done')]);
    expect(shownIn()).toEqual(['2', '1 3']);
  });

  it('not with followsFields: false', () => {
    const todo = load({ status: 'todo' }, [card(1, 'todo')], still as never);
    cache.set(Card, card(1, 'done'));
    expect(todo()).toBe('1');
  });

  it('not out of a window that was requested before', () => {
    const page = load({ status: 'todo', page: 1 }, [card(1, 'todo')]);
    void cache.refetch(plain.getList);
    const [read] = http.match(({ method }) => method === 'GET');
    cache.set(Card, card(1, 'done'));
    read.flush([card(1, 'todo'), card(2, 'todo')]);
    expect(page()).toBe('1 2');
  });

  it('without a look at each list if no list has the field as an argument', () => {
    let looks = 0;
    const nonFilterArgumentKeys = () => ++looks === 0;
    const counted = restEndpoints({ ...options, optimistic, nonFilterArgumentKeys });
    const rename = (title: string) => {
      looks = 0;
      send(counted.partialUpdate, { id: 1 }, { title }).request.flush(card(1, 'todo', { title }));
      return looks;
    };
    const todo = load({ status: 'todo' }, [card(1, 'todo')], counted as never);
    rename('the first');
    const before = rename('the second');
    for (let i = 0; i < 20; i++) load({ status: `s${i}` }, [card(9, `s${i}`)], counted as never);
    expect([rename('the third'), todo()]).toEqual([before, '1']);
    send(counted.partialUpdate, { id: 1 }, { status: 's3' }).request.flush(card(1, 's3'));
    expect([looks > 20, todo()]).toEqual([true, '']);
    http.match(() => true);
  });

  it('not because of an older response', () => {
    const todo = load({ status: 'todo' }, [card(1, 'todo')]);
    const one = watch(cache.fetch(plain.get, { id: 1 }));
    const read = http.expectOne('/cards/1');
    cache.set(Card, card(1, 'todo', { title: 'newer' }));
    read.flush(card(1, 'done'));
    expect([todo(), one.last!.status]).toEqual(['1', 'todo']);
  });

  it('not into a list that does not know the entity, unless it changes', () => {
    const todo = load({ status: 'todo' }, [card(1, 'todo')]);
    cache.set(Card, card(2, 'todo'));
    expect(todo()).toBe('1');
  });
});
