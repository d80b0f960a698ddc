import { Injector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  infiniteState,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  toValues,
} from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
const { getList } = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { readonly board?: string },
  pages: paginated('page', pageNumber()),
});
const { getPage } = getList;
const tasks = (...ids: number[]) => ids.map((id) => ({ id, title: `t${id}` }));
const broken = { status: 500, statusText: 'Broken' };
const first = () => sent('/tasks');
const open = (params?: object) =>
  watch(infiniteState(getPage, params, { injector: TestBed.inject(Injector) }));
/** Opens a list with two pages. */
const openTwo = () => {
  const seen = open();
  first().flush(tasks(1));
  seen.last!.loadMore();
  sent('/tasks?page=2').flush(tasks(2));
  return seen;
};
const respondTwice = () => {
  first().flush(tasks(3));
  sent('/tasks?page=2').flush(tasks(4));
};

describe('L5 the page endpoint of an infinite list', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('refetches the whole list, with and without arguments', () => {
    const seen = openTwo();
    cache.refetch(getPage);
    respondTwice();
    expect(titles(seen.last!.items)).toBe('t3 t4');
    for (const none of [{}, undefined]) {
      cache.refetch(getPage, none);
      respondTwice();
    }
    cache.refetch(getPage, { board: 'b' });
    const other = open({ board: 'b' });
    sent('/tasks?board=b').flush(tasks(5));
    cache.refetch(getPage, { board: 'b' });
    sent('/tasks?board=b').flush(tasks(6));
    expect([titles(seen.last!.items), titles(other.last!.items)]).toEqual(['t3 t4', 't6']);
  });

  it('refetches one page alone when the arguments name it', () => {
    openTwo();
    const seen = watch(cache.watch(getPage, { page: 2 }).pipe(toValues()));
    cache.refetch(getPage, { page: 2 });
    sent('/tasks?page=2').flush(tasks(2, 7));
    expect(titles(seen.last)).toBe('t1 t2 t7');
  });

  it('resets the list', () => {
    const seen = openTwo();
    cache.reset(getPage);
    respondTwice();
    expect(titles(seen.last!.items)).toBe('t3 t4');
  });

  it('is refetched by a mutation that names it', () => {
    openTwo();
    const archive = new RestEndpoint({ path: '/archive', method: 'POST', refetches: [getPage] });
    watch(cache.fetch(archive));
    sent('/archive').flush(null);
    respondTwice();
  });

  it('requests the first page again with loadMore after it failed', () => {
    const seen = open();
    first().flush('no', broken);
    expect(seen.last!.error).toBeDefined();
    seen.last!.loadMore();
    expect([seen.last!.status, seen.last!.error]).toEqual(['loading', undefined]);
    seen.last!.loadMore();
    first().flush(tasks(1));
    expect(titles(seen.last!.items)).toBe('t1');
  });

  it("is refused in place of the list's endpoint", () => {
    const injector = TestBed.inject(Injector);
    let error: unknown;
    try {
      infiniteState(getList as never, undefined, { injector });
    } catch (thrown) {
      error = thrown;
    }
    expect((error as CacheError).code).toBe('NCQ5007');
    expect(String(error)).toContain(`GET /tasks`);
  });
});
