import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Endpoint,
  Entity,
  infinite,
  infiniteState,
  optimistic,
  pageNumber,
  pageOf,
  paginated,
  RestEndpoint,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { Observable, type Subscriber } from 'rxjs';
import { setUpRest } from '../../support/rest-users';
import { fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

class Item extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
const items = (...ids: number[]) => ids.map((id) => ({ id, title: `t${id}` }));
const ids = (found: readonly Item[] | undefined) => found?.map(({ id }) => id).join(' ');

describe('pages whose responses arrive late', () => {
  const list = new Collection([Item]);
  let cache: CacheService;
  let pages: Served<ReturnType<typeof pageOf<(typeof Item)[], [params?: object]>>>;
  const page = (number: number, ...of: number[]) => {
    watch(cache.fetch(pages.endpoint, { page: number }));
    pages.respond(items(...of));
  };
  const shown = () => ids(cache.get(list));
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    pages = new Served(pageOf(list, 'page'));
  });

  it('come after the first page, which was requested before and arrives after them', () => {
    const first = new Served(list);
    watch(cache.fetch(first.endpoint));
    page(2, 3, 4);
    first.respond(items(1, 2));
    expect(shown()).toBe('1 2 3 4');
  });

  it('do not replace a newer response for the same page', () => {
    fetchOnce(cache, list, items(1, 2));
    watch(cache.fetch(pages.endpoint, { page: 2 }));
    cache.set(Item, { id: 7 });
    void cache.refetch(pages.endpoint, { page: 2 });
    watch(cache.fetch(pages.endpoint, { page: 2 }));
    pages.requests[1].respond(items(3, 4));
    pages.requests[0].respond(items(3, 9));
    expect(shown()).toBe('1 2 3 4');
  });

  it('keep edits, in their order, that were made while the first page was requested again', () => {
    const first = fetchOnce(cache, list, items(1, 2)).served;
    page(2, 3, 4);
    watch(cache.fetch(first.endpoint));
    cache.set(list.push, { id: 8 });
    cache.delete(Item, 3);
    cache.delete(Item, 1);
    cache.set(list.unshift, { id: 9 });
    first.respond(items(1, 2));
    expect(shown()).toBe('9 2 4 8');
  });

  it('come before what was added since', () => {
    fetchOnce(cache, list, items(1, 2));
    watch(cache.fetch(pages.endpoint, { page: 2 }));
    cache.set(list.push, { id: 8 });
    pages.respond(items(3, 4));
    expect(shown()).toBe('1 2 3 4 8');
    page(3, 5);
    expect(shown()).toBe('1 2 3 4 5 8');
  });

  it('stay when another page arrives, with what was added while both were in flight', () => {
    fetchOnce(cache, list, items(1, 2));
    for (const number of [2, 3]) watch(cache.fetch(pages.endpoint, { page: number }));
    cache.set(list.push, { id: 8 });
    pages.requests[0].respond(items(3, 4));
    pages.requests[1].respond(items(5));
    expect(shown()).toBe('1 2 3 4 5 8');
  });

  it('stay in a list whose responses were requested before them, and arrive after them', () => {
    const first = new Served(list);
    fetchOnce(cache, list, items(1, 2));
    page(2, 3, 4);
    watch(cache.fetch(first.endpoint));
    page(3, 5, 6);
    cache.delete(Item, 5);
    first.respond(items(7, 1));
    expect(shown()).toBe('7 1 2 3 4 6');
  });

  it('are the same page with a number and with its text', () => {
    fetchOnce(cache, list, items(1, 2));
    watch(cache.fetch(pages.endpoint, { page: '2' }));
    pages.respond(items(3, 4));
    page(2, 3); // 4 was deleted
    expect(shown()).toBe('1 2 3');
  });

  it('show an entity once that was removed and added again', () => {
    fetchOnce(cache, list, items(1, 2));
    watch(cache.fetch(pages.endpoint, { page: 2 }));
    cache.delete(Item, 2);
    cache.set(list.push, { id: 2 });
    pages.respond(items(3, 2));
    expect(shown()).toBe('1 3 2');
  });

  it('lie under pending mutations', () => {
    const sent: Subscriber<object>[] = [];
    const create = new Endpoint({
      load: (_: object) => new Observable<object>((subscriber) => void sent.push(subscriber)),
      sideEffect: true,
      schema: list.push,
      optimistic: (_, row: object) => optimistic(row),
    });
    fetchOnce(cache, list, items(1, 2));
    for (const title of ['a', 'b']) watch(cache.fetch(create, { title }));
    page(2, 3, 4);
    const titles = () => cache.get(list)!.map(({ title }) => title);
    expect(titles()).toEqual(['t1', 't2', 't3', 't4', 'a', 'b']);
    sent[0].error(new Error('refused'));
    expect(titles()).toEqual(['t1', 't2', 't3', 't4', 'b']);
    sent[1].next({ id: 9, title: 'b' });
    page(3, 5, 9);
    expect(shown()).toBe('1 2 3 4 5 9');
  });
});

describe('an infinite list', () => {
  const { getList } = restEndpoints({
    path: '/items/:id',
    schema: Item,
    searchParams: typed<{ readonly q?: string }>(),
    pages: paginated('page', pageNumber()),
  });
  let { cache, sent } = {} as ReturnType<typeof setUpRest>;
  beforeEach(() => ({ cache, sent } = setUpRest()));
  const open = () =>
    TestBed.runInInjectionContext(() => infinite(getList.getPage, () => [{ q: 'x' }]));
  const answer = (number: number, ...of: number[]) =>
    sent(number === 1 ? '/items?q=x' : `/items?page=${number}&q=x`).flush(items(...of));

  it('loads the first page with loadMore after clear()', () => {
    const list = open();
    list.items();
    TestBed.tick();
    answer(1, 1, 2);
    list.loadMore();
    answer(2, 3);
    expect(ids(list.items())).toBe('1 2 3');
    void cache.clear();
    expect([list.items(), list.hasMore()]).toEqual([undefined, false]);
    list.loadMore();
    list.loadMore();
    answer(1, 4);
    expect([ids(list.items()), list.hasMore()]).toEqual(['4', true]);
    list.loadMore();
    answer(2, 5);
    expect(ids(list.items())).toBe('4 5');
  });

  it('ends its request for a page when reset() drops it', () => {
    const list = open();
    list.items();
    TestBed.tick();
    answer(1, 1);
    list.loadMore();
    void cache.reset(getList.getPage);
    expect(list.isLoadingMore()).toBeFalse();
    answer(1, 2);
    expect([ids(list.items()), list.refreshError()]).toEqual(['2', undefined]);
  });

  it('sends its first request when it is created, if it has no arguments', () => {
    const list = TestBed.runInInjectionContext(() => infinite(getList.getPage));
    sent('/items').flush(items(1));
    expect(ids(list.items())).toBe('1');
  });

  it('reports arguments that are missing, like any resource', () => {
    const getOf = new RestEndpoint({ path: '/users/:user/items', schema: new Collection([Item]) });
    const list = TestBed.runInInjectionContext(() =>
      infinite(paginated(getOf, 'page', pageNumber()), () => [{ user: '' }]),
    );
    expect([list.error()?.code, list.items(), list.hasMore()]).toEqual([
      'NCQ5001',
      undefined,
      false,
    ]);
  });

  it('needs no subscriber to keep a page in flight', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const seen = watch(infiniteState(getList.getPage, { q: 'x' }, { injector }));
    answer(1, 1);
    seen.last!.loadMore();
    const request = sent('/items?page=2&q=x');
    injector.destroy();
    expect(request.cancelled).toBeFalse();
    seen.subscription.unsubscribe();
    expect(request.cancelled).toBeTrue();
  });
});

describe('an endpoint of pages', () => {
  let { cache, sent } = {} as ReturnType<typeof setUpRest>;
  beforeEach(() => ({ cache, sent } = setUpRest()));
  const getItems = new RestEndpoint({
    path: '/items',
    schema: { rows: new Collection([Item]), total: 0 },
  });

  it('changes the list like the endpoint of the list, and so does a variant', () => {
    const getPage = paginated(getItems, 'page');
    expect(getPage.push.schema).toEqual(getItems.push.schema);
    expect((getItems.polled(5) as typeof getItems).push).toBe(getItems.push);
    watch(cache.fetch(getItems));
    sent('/items').flush({ rows: items(1), total: 1 });
    watch(cache.fetch(getPage.push, { title: 'new' }));
    sent('/items').flush({ id: 2, title: 'new' });
    expect(ids(cache.get(getItems)!.rows)).toBe('1 2');
  });
});
