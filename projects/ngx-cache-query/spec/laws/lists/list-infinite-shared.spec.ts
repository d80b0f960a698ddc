import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  Collection,
  infinite,
  infiniteState,
  lastItem,
  offset,
  optimistic,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { tap } from 'rxjs';
import { type Api, idsOf, PagingServer, rows } from '../../support/paging-server';
import { Task } from '../../support/rest-todos';
import { watch } from '../../support/watch';

const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  pages: paginated('page', pageNumber()),
  optimistic,
});
const { getPage } = tasks.getList;

/** An API that numbers pages of two rows. */
class Rows {
  all = rows(5);
  readonly api: Api = (params) => {
    const page = Number(params.get('page') ?? 1);
    const after = Number(params.get('after') ?? 0);
    const begin = Number(params.get('skip') ?? (page - 1) * 2);
    return { body: this.all.filter(({ id }) => id > after).slice(begin, begin + 2) };
  };
  remove(...ids: number[]): void {
    this.all = this.all.filter(({ id }) => !ids.includes(id));
  }
}

describe('L10 the subscribers of the same pages', () => {
  for (const who of [0, 1, 2]) {
    it(`agree that there are no more, whoever loads the last page (${who})`, () => {
      const server = new PagingServer(new Rows().api);
      const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
      const [first, second] = [server.open(getPage), server.open(getPage)];
      const resource = infinite(getPage, () => [], { injector });
      resource.items();
      TestBed.tick();
      const hasMore = () => [first.last!.hasMore, second.last!.hasMore, resource.hasMore()];
      const loaders = [
        () => first.last!.loadMore(),
        () => second.last!.loadMore(),
        resource.loadMore,
      ];
      for (const loadMore of loaders.slice(0, 2)) {
        loadMore();
        server.answer();
      }
      expect(hasMore()).toEqual([true, true, true]);
      const last = loaders[who];
      last(); // an empty page, which changes no items
      server.answer();
      expect(hasMore()).toEqual([false, false, false]);
      expect(idsOf(first.last!.items)).toBe('1 2 3 4 5');
      const third = server.open(getPage);
      expect([third.last!.hasMore, server.queries.length]).toEqual([false, 4]);
      injector.destroy();
    });
  }

  it('receive one emission when a page arrives', () => {
    const server = new PagingServer(new Rows().api);
    const first = server.open(getPage);
    const second = server.open(getPage);
    const counts = [first.values.length, second.values.length];
    first.last!.loadMore();
    expect(first.last!.isLoadingMore).toBeTrue();
    server.answer();
    expect([first.last!.isLoadingMore, idsOf(first.last!.items)]).toEqual([false, '1 2 3 4']);
    expect([first.values.length - counts[0], second.values.length - counts[1]]).toEqual([2, 1]);
  });

  it('may request the next page in the emission of a page', () => {
    const server = new PagingServer(new Rows().api);
    const first = server.open(getPage);
    const injector = TestBed.inject(EnvironmentInjector);
    const all = watch(
      infiniteState(getPage, {}, { injector }).pipe(
        tap(({ hasMore, loadMore }) => hasMore && loadMore()),
      ),
    );
    server.answer();
    expect([idsOf(all.last!.items), all.last!.hasMore]).toEqual(['1 2 3 4 5', false]);
    expect(server.queries).toEqual(['', 'page=2', 'page=3', 'page=4']);
    for (const { last } of [first, all])
      expect([last!.hasMore, last!.isLoadingMore]).toEqual([false, false]);
  });
});

describe('L5, L10 the next page of a list that was loaded as a whole, and edited', () => {
  const getTasks = new RestEndpoint({ path: '/tasks', schema: new Collection([Task]) });
  const update = new RestEndpoint({
    path: '/tasks/:id',
    method: 'PATCH',
    body: typed<{ readonly id: number }>(),
    schema: Task,
  });
  const byId = paginated(getTasks, 'after', lastItem('id'));
  const byNumber = paginated(getTasks, 'page', pageNumber());
  const load = () => {
    const api = new Rows();
    const server = new PagingServer(api.api);
    watch(server.cache.fetch(getTasks));
    server.answer();
    return { api, server };
  };

  for (const [name, pages, queries] of [
    ['the id of the last item', byId, ['', 'after=2', 'after=4']],
    ['numbers', byNumber, ['', 'page=2', 'page=3']],
  ] as [string, typeof byId, string[]][]) {
    it(`follows the response, with ${name}. What was added stays at the end`, () => {
      const { server } = load();
      server.cache.set(getTasks.schema.push, { id: 9, title: 'created' });
      const seen = server.open(pages);
      seen.last!.loadMore();
      server.answer();
      expect(idsOf(seen.last!.items)).toBe('1 2 3 4 9');
      seen.last!.loadMore();
      server.answer();
      expect([idsOf(seen.last!.items), server.queries]).toEqual(['1 2 3 4 5 9', queries]);
    });
  }

  it('is behind the items that are left, with numbers', () => {
    const { api, server } = load();
    api.remove(1);
    server.cache.delete(Task, 1);
    const seen = server.open(byNumber);
    server.loadAll(seen);
    expect(idsOf(seen.last!.items)).toBe('2 3 4 5');
  });

  it('follows the last item under its new key', () => {
    const { api, server } = load();
    server.cache.set(getTasks.schema.push, { id: 9, title: 'created' });
    watch(server.cache.fetch(update, { id: 2 }, { id: 3 }));
    TestBed.inject(HttpTestingController).expectOne('/tasks/2').flush({ id: 3, title: 'renamed' });
    api.remove(2);
    const seen = server.open(byId);
    seen.last!.loadMore();
    server.answer();
    expect([idsOf(seen.last!.items), server.queries.at(-1)]).toEqual(['1 3 4 5 9', 'after=3']);
  });

  it('follows a newer response', () => {
    const { api, server } = load();
    server.cache.set(getTasks.schema.push, { id: 9, title: 'created' });
    api.remove(1);
    void server.cache.refetch(getTasks);
    watch(server.cache.fetch(getTasks));
    server.answer();
    const seen = server.open(byId);
    seen.last!.loadMore();
    server.answer();
    expect([idsOf(seen.last!.items), server.queries.at(-1)]).toEqual(['2 3 4 5', 'after=3']);
  });
});

describe('L10 the next page after deletions', () => {
  const getTasks = new RestEndpoint({ path: '/tasks', schema: new Collection([Task]) });
  const byId = paginated(getTasks, 'after', lastItem('id'));

  it('follows the last item that is left', () => {
    const api = new Rows();
    const server = new PagingServer(api.api);
    const seen = server.open(byId);
    seen.last!.loadMore();
    server.answer();
    api.remove(4);
    server.cache.delete(Task, 4);
    server.cache.set(getTasks.schema.push, { id: 9, title: 'created' });
    server.loadAll(seen);
    expect(server.queries).toEqual(['', 'after=2', 'after=3', 'after=5']);
    expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual(['1 2 3 5 9', false]);
  });

  for (const [name, pages] of [
    ['the id of the last item', byId],
    ['numbers', getPage],
    ['offsets', paginated(getTasks, 'skip', offset({ size: 2 }))],
  ] as const) {
    it(`is the first one, with ${name}, if everything that was loaded has been deleted`, () => {
      const api = new Rows();
      const server = new PagingServer(api.api);
      const seen = server.open(pages);
      api.remove(1, 2);
      for (const id of [1, 2]) server.cache.delete(Task, id);
      expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual(['', true]);
      seen.last!.loadMore();
      seen.last!.loadMore();
      expect(seen.last!.isFetching).toBeTrue();
      server.answer();
      expect([idsOf(seen.last!.items), server.queries]).toEqual(['3 4', ['', '']]);
    });
  }

  it('does not exist, also while the last page becomes empty and is refetched', () => {
    const list = new Rows();
    const withTotal = paginated('page', pageNumber({ total: 'total' }));
    const endpoints = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      pages: withTotal,
      optimistic,
    });
    const getList = endpoints.getList.extend({
      schema: { items: endpoints.getList.schema, total: 0 },
    });
    const server = new PagingServer((params) => {
      const { body: items } = list.api(params)!;
      // As Django REST: there is no page after the last one.
      return (items as []).length > 0 ? { body: { items, total: list.all.length } } : undefined;
    });
    const seen = server.open(getList.getPage);
    server.loadAll(seen);
    expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual(['1 2 3 4 5', false]);
    const before = seen.values.length;
    list.remove(5);
    const deleting = endpoints.delete.extend({ refetches: [getList] });
    server.cache.fetch(deleting, { id: 5 }).subscribe();
    server.answer();
    const shown = seen.values.slice(before);
    expect(shown.map(({ items, hasMore }) => `${idsOf(items)} ${hasMore}`)).toEqual(
      shown.map(() => '1 2 3 4 false'),
    );
    expect(server.queries).toEqual(['', 'page=2', 'page=3', '', 'page=2']);
    expect([seen.last!.isFetching, server.refused]).toEqual([false, 0]);
  });
});

describe('L10 a list that grows at its beginning', () => {
  const getMessages = new RestEndpoint({ path: '/tasks', schema: new Collection([Task]) });
  /** The two messages before some id, in ascending order. */
  const api: Api = (params) => {
    const before = Number(params.get('before') ?? 7);
    return { body: rows(before - 1).slice(-2) };
  };
  const pages = paginated(getMessages, 'before', lastItem('id'), 'before');

  it('has older pages before newer ones, also after a refetch', () => {
    const server = new PagingServer(api);
    const seen = server.open(pages);
    expect(idsOf(seen.last!.items)).toBe('5 6');
    seen.last!.loadMore();
    server.answer();
    server.cache.set(getMessages.schema.push, { id: 7, title: 'sent' });
    expect(idsOf(seen.last!.items)).toBe('3 4 5 6 7');
    void server.cache.refetch(pages);
    server.answer();
    expect(idsOf(seen.last!.items)).toBe('3 4 5 6');
    server.loadAll(seen);
    expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual(['1 2 3 4 5 6', false]);
    expect(server.queries).toEqual(['', 'before=5', '', 'before=5', 'before=3', 'before=1']);
  });
});
