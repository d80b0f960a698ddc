import type { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideHttpClient } from '@angular/common/http';
import {
  HttpTestingController as Http,
  provideHttpClientTesting,
} from '@angular/common/http/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  type Endpoint,
  Entity,
  optimistic,
  provideCache,
  RestEndpoint,
  restEndpoints,
  typed,
  withClock,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

class Order extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: string = '';
  readonly updatedAt: string = '';
}
class Upload extends Entity {
  readonly id: number = 0;
}

type Search = { page: number; q?: string; status?: string; filter?: object; ordering?: string };
const orders = restEndpoints({
  path: '/orders/:id',
  schema: Order,
  searchParams: typed<Search>(),
  body: typed<Partial<Order>>(),
  optimistic,
});
const uploads = new RestEndpoint({
  path: '/uploads',
  method: 'POST',
  schema: Upload,
  body: undefined,
});
const bulk = new RestEndpoint({
  path: '/import',
  method: 'POST',
  schema: [Order],
  body: undefined,
});
const order = (id: number, status = 'new', title = `o${id}`) => ({ id, status, title });

let cache: CacheService;
let http: HttpTestingController;
let clock: FakeClock;

function open(search: Search, rows: readonly object[]) {
  const list = watch(cache.watch(orders.getList, search as never));
  http.expectOne(({ method }) => method === 'GET').flush(rows);
  return list;
}
function send(mutation: unknown, ...args: unknown[]) {
  watch(cache.fetch(mutation as Endpoint<unknown[]>, ...args));
  return http.match(({ method }) => method !== 'GET').at(-1)!;
}
const reads = () => http.match(({ method }) => method === 'GET');

function setUp() {
  clock = new FakeClock();
  TestBed.configureTestingModule({
    providers: [provideHttpClient(), provideHttpClientTesting(), provideCache(withClock(clock))],
  });
  cache = TestBed.inject(CacheService);
  http = TestBed.inject(Http);
}

describe('L9 a window hears of what may concern it', () => {
  beforeEach(setUp);

  for (const [name, search] of [
    ['a search', { q: 'o' }],
    ['a filter', { filter: { title: { like: 'o' } } }],
    ['another form of a field', { status: 'NEW' }],
  ] as const) {
    it(`with ${name}, after a mutation of its class`, () => {
      open({ page: 1, ...search }, [order(1), order(2)]);
      send(orders.partialUpdate, { id: 1 }, { title: 'x' }).flush(order(1, 'new', 'x'));
      const [again, ...more] = reads();
      expect(again.request.params.get('page')).toBe('1');
      expect(more.length).toBe(0);
    });
  }

  it('in whichever of two fields the response contains it', () => {
    const { schema } = orders.getList;
    const search = orders.getList.extend({
      path: '/search',
      schema: { items: schema, found: schema },
    });
    watch(cache.watch(search, { page: 1, status: 'new' }));
    reads()[0].flush({ found: [order(1)] });
    send(orders.partialUpdate, { id: 1 }, { status: 'done' }).flush(order(1, 'done'));
    expect(reads().length).toBe(1);
  });

  it('not if a field shows that it is not concerned', () => {
    open({ page: 1, status: 'done', q: 'o' }, [order(3, 'done')]);
    cache.set(Order, order(1));
    send(orders.partialUpdate, { id: 1 }, { title: 'x' }).flush(order(1, 'new', 'x'));
    expect(reads().length).toBe(0);
  });

  it('not if the answer lacks the fields that are arguments', () => {
    open({ page: 1, status: 'done' }, [order(3, 'done')]);
    send(orders.partialUpdate, { id: 3 }, { title: 'x' }).flush({ id: 3, title: 'x' });
    expect(reads().length).toBe(0);
  });

  it('not if nothing has changed', () => {
    open({ page: 1, q: 'o' }, [order(1)]);
    send(orders.partialUpdate, { id: 1 }, { title: 'o1' }).flush(order(1));
    expect(reads().length).toBe(0);
  });

  it('a message, set or another response only marks it as stale', () => {
    const list = open({ page: 1, q: 'o' }, [order(1), order(2), order(3)]);
    const isStale = () => list.last!.isStale;
    const fresh = () => {
      void cache.refetch(orders.getList);
      reads()[0].flush([order(1), order(2), order(3)]);
      expect(isStale()).toBeFalse();
    };
    cache.set(Order, order(1, 'new', 'x'));
    expect(isStale()).toBeTrue();
    fresh();
    const messages$ = new Subject<object>();
    cache.connect(messages$, Order as never);
    messages$.next(order(2, 'new', 'x'));
    expect(isStale()).toBeTrue();
    fresh();
    watch(cache.fetch(orders.get, { id: 3 }));
    reads()[0].flush(order(3, 'new', 'x'));
    expect(isStale()).toBeTrue();
    expect(reads().length).toBe(0);
    // Its own response, and entities that were unknown, are no changes.
    fresh();
    cache.set(Order, order(9));
    expect(isStale()).toBeFalse();
  });

  it('a message about an entity that the cache does not know marks the lists that it may be in', () => {
    const lists = restEndpoints({
      path: '/orders/:id',
      schema: Order,
      searchParams: typed<{ status?: string }>(),
    });
    const snapshots = [{ status: 'new' }, { status: 'old' }, {}].map((search) => {
      const seen = watch(cache.watch(lists.getList, search));
      http.expectOne(() => true).flush(search.status === 'old' ? [] : [order(1)]);
      return seen;
    });
    const stale = () => snapshots.map(({ last }) => last!.isStale);
    const messages$ = new Subject<object>();
    cache.connect(messages$, Order);
    messages$.next(order(1, 'new', 'changed'));
    cache.set(Order, order(7));
    expect(stale()).toEqual([false, false, false]);
    messages$.next(order(5));
    expect(stale()).toEqual([true, false, true]);
    expect(reads().length).toBe(0);
  });

  it('a message, set or another response leaves it fresh if a field shows that it is not concerned', () => {
    const list = open({ page: 1, status: 'done', q: 'o' }, [order(3, 'done')]);
    cache.set(Order, order(1));
    cache.set(Order, order(1, 'new', 'x'));
    const messages$ = new Subject<object>();
    cache.connect(messages$, Order);
    messages$.next(order(1, 'new', 'y'));
    watch(cache.fetch(orders.get, { id: 1 }));
    reads()[0].flush(order(1, 'new', 'z'));
    expect(list.last!.isStale).toBeFalse();
    cache.set(Order, order(1, 'done'));
    expect(list.last!.isStale).toBeTrue();
  });

  it('its own response does not mark it, whatever has changed', () => {
    const search = { page: 1, q: 'o' };
    const list = open(search, [order(1), order(2)]);
    watch(cache.fetch(orders.getList, search));
    reads()[0].flush([order(1, 'new', 'x'), order(2)]);
    expect(list.last!.value!.map(({ title }) => title)).toEqual(['x', 'o2']);
    expect(list.last!.isStale).toBeFalse();
  });

  it('once after several mutations', () => {
    open({ page: 1, q: 'o' }, [order(1), order(2)]);
    const requests = [1, 2].map((id) => send(orders.partialUpdate, { id }, { title: `x${id}` }));
    requests[0].flush(order(1, 'new', 'x1'));
    expect(reads().length).toBe(0);
    requests[1].flush(order(2, 'new', 'x2'));
    expect(reads().length).toBe(1);
  });

  it('after at most a second, if another mutation is slow', () => {
    open({ page: 1, q: 'o' }, [order(1), order(2)]);
    const slow = send(bulk);
    send(orders.partialUpdate, { id: 1 }, { title: 'x' }).flush(order(1, 'new', 'x'));
    clock.pass(999);
    expect(reads().length).toBe(0);
    clock.pass(1);
    const again = reads();
    expect(again.length).toBe(1);
    again[0].flush([order(1, 'new', 'x'), order(2)]);
    slow.flush([order(2, 'new', 'y')]);
    expect(reads().length).toBe(1);
  });

  it('without waiting for a mutation that does not concern it', () => {
    open({ page: 1, q: 'o' }, [order(1)]);
    send(uploads);
    send(orders.partialUpdate, { id: 1 }, { title: 'x' }).flush(order(1, 'new', 'x'));
    expect(reads().length).toBe(1);
  });

  it('that is sorted by a field, also by its name on the server', () => {
    for (const [ordering, count] of [
      ['-created_at', 0],
      ['-updated_at,id', 1],
    ] as const) {
      open({ page: 1, ordering }, [order(1), order(2)]);
      send(orders.partialUpdate, { id: 1 }, { updatedAt: ordering }).flush({
        ...order(1),
        updatedAt: ordering,
      });
      const again = reads();
      expect(again.length).withContext(ordering).toBe(count);
      for (const each of again) each.flush([order(1), order(2)]);
    }
  });

  it('not after two mutations of a row at once, if they concern none of its arguments', () => {
    open({ page: 1, status: 'new' }, [order(1), order(2)]);
    const requests = ['x', 'y'].map((title) => send(orders.partialUpdate, { id: 1 }, { title }));
    for (const [i, title] of ['x', 'y'].entries()) requests[i].flush(order(1, 'new', title));
    expect(reads().length).toBe(0);
  });

  it('after two mutations of a row at once, if a message has told the change before', () => {
    const done = open({ page: 1, status: 'done' }, [order(3, 'done')]);
    cache.set(Order, order(1));
    const request = send(orders.partialUpdate, { id: 1 }, { status: 'done' });
    const messages$ = new Subject<object>();
    cache.connect(messages$, Order);
    messages$.next(order(1, 'done'));
    request.flush(order(1, 'done'));
    const [again] = reads();
    again.flush([order(1, 'done'), order(3, 'done')]);
    expect((done.last!.value as readonly Order[]).length).toBe(2);
  });

  it('once, if the mutation names it, too', () => {
    const create = orders.getList.unshift.extend({ refetches: [orders.getList] });
    const remove = orders.delete.extend({ refetches: [orders.getList] });
    open({ page: 1, q: 'o' }, [order(1), order(2)]);
    for (const [mutation, ...args] of [
      [create, order(3)],
      [remove, { id: 1 }],
    ] as const) {
      send(mutation, ...args).flush(order(3));
      const again = reads();
      expect(again.length).toBe(1);
      again[0].flush([order(2), order(3)]);
      expect(reads().length).toBe(0);
    }
  });
});

describe('L9 a complete list hears of what may concern it', () => {
  beforeEach(setUp);

  const options = {
    path: '/orders/:id',
    schema: Order,
    searchParams: typed<{ q?: string; status?: string }>(),
    body: typed<Partial<Order>>(),
  } as const;
  const rest = restEndpoints(options);
  const silent = {
    'a list with nonFilterArgumentKeys': restEndpoints({
      ...options,
      nonFilterArgumentKeys: ['q'],
    }),
    'a mutation with refetches: []': restEndpoints({ ...options, refetches: [] }),
  };
  type Lists = typeof rest;
  function show({ getList }: Lists, search: { q?: string; status?: string }, rows: object[]) {
    const list = watch(cache.watch(getList, search));
    http.expectOne(({ method }) => method === 'GET').flush(rows);
    return list;
  }
  const mutations = {
    'a creation': ({ getList }: Lists) => {
      send(getList.push, { title: 'ink 2' }).flush(order(2, 'new', 'ink 2'));
    },
    'a change': ({ partialUpdate }: Lists) => {
      send(partialUpdate, { id: 1 }, { title: 'paper' }).flush(order(1, 'new', 'paper'));
    },
  };

  it('after a mutation of an entity that the cache did not know, if it matches', () => {
    const lists = [{ status: 'new' }, { status: 'done' }, {}].map((search) =>
      show(rest, search, []),
    );
    send(rest.partialUpdate, { id: 7 }, { status: 'new' }).flush(order(7));
    clock.pass(2000);
    const again = reads();
    expect(again.map(({ request }) => request.urlWithParams)).toEqual([
      '/orders?status=new',
      '/orders',
    ]);
    for (const each of again) each.flush([order(7)]);
    expect(lists.map(({ last }) => last!.value!.map(({ id }) => id))).toEqual([[7], [], [7]]);
  });

  it('only as stale after a message about such an entity', () => {
    const messages$ = new Subject<object>();
    cache.connect(messages$, Order);
    const list = show(rest, { status: 'new' }, []);
    messages$.next(order(7));
    clock.pass(2000);
    expect([list.last!.isStale, reads().length]).toEqual([true, 0]);
  });

  for (const [name, mutate] of Object.entries(mutations)) {
    for (const [kind, endpoints] of Object.entries(silent)) {
      it(`not after ${name} for ${kind}`, () => {
        const list = show(endpoints, { q: 'ink' }, [order(1, 'new', 'ink')]);
        mutate(endpoints);
        clock.pass(2000);
        expect([list.last!.isStale, reads().length]).toEqual([false, 0]);
      });
    }
  }
});
