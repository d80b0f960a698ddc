import { createEnvironmentInjector, EnvironmentInjector, signal } from '@angular/core';
import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { infinite, pageNumber, paginated, restEndpoints } from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { Task, titles } from '../../support/rest-todos';

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
const { getList } = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { readonly board?: string },
  pages: paginated('page', pageNumber()),
});
const tasks = (board: string, ...ids: number[]) =>
  ids.map((id) => ({ id, title: `${board}${id}`, board }));
const broken = { status: 500, statusText: 'Broken' };

function open(keepPrevious = false) {
  const board = signal<string | undefined>('a');
  const list = TestBed.runInInjectionContext(() =>
    infinite(
      getList.getPage,
      () => {
        const name = board();
        return name === undefined ? undefined : [{ board: name }];
      },
      { keepPrevious },
    ),
  );
  const seen = () => [list.status(), titles(list.items()), list.hasMore()];
  const answer = (url: string, body: object | string, failure?: typeof broken) => {
    list.items();
    TestBed.tick();
    sent(url).flush(body, failure);
  };
  return { board, list, seen, answer };
}

describe('L5 an infinite list as a resource', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('requests the first page with the page in its parameters', () => {
    for (const [first, second] of [
      [1, 2],
      [0, 1],
    ] as const) {
      const board = `from${first}`;
      const list = TestBed.runInInjectionContext(() =>
        infinite(getList.getPage, () => [{ board, page: first }]),
      );
      const answer = (page: number, ...ids: number[]) => {
        list.items();
        TestBed.tick();
        sent(`/tasks?board=${board}&page=${page}`).flush(tasks(board, ...ids));
      };
      answer(first, 1);
      list.loadMore();
      answer(second, 2);
      expect(titles(list.items())).toBe(`${board}1 ${board}2`);
      list.reload();
      answer(first, 3);
      answer(second, 4);
      expect(titles(list.items())).toBe(`${board}3 ${board}4`);
    }
  });

  it('reloads the page that failed, and otherwise all pages', () => {
    const { answer, list, seen } = open();
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', 'no', broken);
    expect(list.refreshError()?.status).toBe(500);
    expect(list.reload()).toBeTrue();
    expect([list.refreshError(), list.isLoadingMore()]).toEqual([undefined, true]);
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(seen()).toEqual(['resolved', 'a1 a2', true]);
    list.reload();
    answer('/tasks?board=a', tasks('a', 1));
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(seen()).toEqual(['resolved', 'a1 a2', true]);
  });

  it('reloads nothing while it has no arguments, also if a page failed before', () => {
    const { answer, board, list } = open();
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', 'no', broken);
    board.set(undefined);
    expect(list.reload()).toBeFalse();
    TestBed.tick();
    TestBed.inject(HttpTestingController).expectNone(() => true);
    board.set('a');
    expect(list.reload()).toBeTrue();
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(titles(list.items())).toBe('a1 a2');
  });

  it('reloads all pages when the page that failed is no longer the next one', () => {
    const next = ({ count }: { count: number }) => (count < 2 ? 2 : undefined);
    const list = TestBed.runInInjectionContext(() =>
      infinite(getList.getPage, () => [{ board: 'a' }], { next }),
    );
    const answer = (url: string, body: object | string, failure?: typeof broken) => {
      list.items();
      TestBed.tick();
      sent(url).flush(body, failure);
    };
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', 'no', broken);
    cache.set(getList.schema.push, tasks('a', 2)[0]);
    expect([list.hasMore(), list.refreshError()?.status]).toEqual([false, 500]);
    list.reload();
    answer('/tasks?board=a', tasks('a', 1, 2));
    expect([titles(list.items()), list.refreshError()]).toEqual(['a1 a2', undefined]);
  });

  it('grows page by page, and follows its arguments', () => {
    const { answer, board, list, seen } = open();
    expect(seen()).toEqual(['loading', undefined, false]);
    answer('/tasks?board=a', tasks('a', 1));
    expect([...seen(), list.isLoadingMore()]).toEqual(['resolved', 'a1', true, false]);
    list.loadMore();
    list.loadMore();
    expect(list.isLoadingMore()).toBeTrue();
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(seen()).toEqual(['resolved', 'a1 a2', true]);
    board.set('b');
    expect(seen()).toEqual(['loading', undefined, false]);
    answer('/tasks?board=b', tasks('b', 7));
    expect(seen()).toEqual(['resolved', 'b7', true]);
    board.set('a');
    expect(seen()).toEqual(['resolved', 'a1 a2', true]);
    board.set(undefined);
    expect(seen()).toEqual(['idle', undefined, false]);
    list.loadMore();
    TestBed.tick();
  });

  it('follows the cache, and keeps the identity of its items', () => {
    const { answer, list } = open();
    answer('/tasks?board=a', tasks('a', 1, 2));
    const before = list.items();
    expect(list.items()).toBe(before);
    cache.set(Task, { id: 1, title: 'new' });
    expect(titles(list.items())).toBe('new a2');
    cache.delete(Task, 2);
    expect(titles(list.items())).toBe('new');
  });

  it('has the error of a page beside its items, until the page is requested again', () => {
    const { answer, list } = open();
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', 'no', broken);
    expect([list.status(), list.refreshError()?.status]).toEqual(['resolved', 500]);
    list.loadMore();
    expect(list.refreshError()).toBeUndefined();
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(titles(list.items())).toBe('a1 a2');
  });

  it('has no error of a page any more when the list was refetched, also if nothing has read it meanwhile', () => {
    jasmine.clock().install().mockDate();
    const { answer, list } = open();
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', 'no', broken);
    expect(list.refreshError()?.status).toBe(500);
    jasmine.clock().tick(1);
    void cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks('a', 1));
    jasmine.clock().uninstall();
    expect(list.refreshError()).toBeUndefined();
  });

  it('reloads all its pages', () => {
    const { answer, list, seen } = open();
    answer('/tasks?board=a', tasks('a', 1));
    list.loadMore();
    answer('/tasks?board=a&page=2', tasks('a', 2));
    expect(list.reload()).toBeTrue();
    expect(seen()).toEqual(['reloading', 'a1 a2', true]);
    answer('/tasks?board=a', tasks('a', 3));
    answer('/tasks?board=a&page=2', tasks('a', 4));
    expect(seen()).toEqual(['resolved', 'a3 a4', true]);
  });

  it('keeps the previous items if asked to', () => {
    const { answer, board, list, seen } = open(true);
    answer('/tasks?board=a', tasks('a', 1));
    board.set('b');
    expect([...seen(), list.isPrevious()]).toEqual(['loading', 'a1', false, true]);
    list.loadMore(); // the first page of the other list is in flight
    answer('/tasks?board=b', tasks('b', 7));
    expect([...seen(), list.isPrevious()]).toEqual(['resolved', 'b7', true, false]);
  });

  it('aborts the page in flight when its injector is destroyed', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const list = infinite(getList.getPage, () => [{ board: 'a' }], { injector });
    list.items();
    TestBed.tick();
    sent('/tasks?board=a').flush(tasks('a', 1));
    list.loadMore();
    const request = sent('/tasks?board=a&page=2');
    injector.destroy();
    expect(request.cancelled).toBeTrue();
    expect(titles(list.items())).toBe('a1');
  });
});
