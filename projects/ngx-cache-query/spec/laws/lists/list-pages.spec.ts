import { TestBed } from '@angular/core/testing';
import { Injector } from '@angular/core';
import {
  Collection,
  cursorIn,
  infiniteState,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  withClock,
  withRetention,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { setUpRest } from '../../support/rest-users';
import { Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => ({ cache, sent } = setUpRest());

const Tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { readonly board?: string },
  pages: paginated('page', pageNumber()),
});
const { getList } = Tasks;
const task = (id: number) => ({ id, title: `t${id}`, board: 'a' });
const tasks = (...ids: number[]) => ids.map(task);

function first(response: object) {
  watch(cache.fetch(getList, { board: 'a' }));
  sent('/tasks?board=a').flush(response);
}
function page(number: number, response: object) {
  const seen = watch(cache.fetch(getList.getPage, { board: 'a', page: number }));
  sent(`/tasks?board=a&page=${number}`).flush(response);
  return seen;
}
const shown = () => titles(cache.get(getList, { board: 'a' }));

describe('L5 pages of a list', () => {
  beforeEach(setUp);

  it('are concatenated in order, beyond page two', () => {
    first(tasks(1, 2));
    const seen = watch(cache.select(getList, { board: 'a' }));
    expect(titles(page(2, tasks(3, 4)).last)).toBe('t1 t2 t3 t4');
    page(3, tasks(5, 6));
    page(4, tasks(7));
    expect(titles(seen.last)).toBe('t1 t2 t3 t4 t5 t6 t7');
    expect(seen.values.length).toBe(4);
  });

  it('are also those of a list in schema.Object', () => {
    const getTasks = new RestEndpoint({
      path: '/tasks',
      schema: new schema.Object({ results: new Collection([Task]), total: 0 }),
    });
    const getPage = paginated(getTasks, 'page', pageNumber());
    watch(cache.fetch(getTasks));
    sent('/tasks').flush({ results: tasks(1, 2), total: 3 });
    const seen = watch(cache.fetch(getPage, { page: 2 }));
    sent('/tasks?page=2').flush({ results: tasks(3), total: 3 });
    const whole: { results: readonly Task[]; total: number } = seen.last!;
    expect(titles(whole.results)).toBe('t1 t2 t3');
  });

  it('are an error if the list is in no field', () => {
    const getBoards = new RestEndpoint({
      path: '/boards',
      schema: [{ tasks: new Collection([Task]) }],
    });
    expect(() => paginated(getBoards, 'page')).toThrowError(/NCQ5006/);
  });

  it('are ordered by number, whichever arrives first', () => {
    page(3, tasks(5, 6));
    page(1, tasks(1, 2));
    page(2, tasks(3, 4));
    expect(shown()).toBe('t1 t2 t3 t4 t5 t6');
  });

  it('hold each entity once: the page that arrived last has it', () => {
    first(tasks(1, 2));
    page(2, tasks(2, 3));
    page(3, tasks(3, 3, 4));
    expect(shown()).toBe('t1 t2 t3 t4');
  });

  it('may be prepended to the existing pages', () => {
    first(tasks(5, 6));
    const before = (cursor: string, response: object) => {
      const back = paginated(getList, 'before', 'before');
      watch(cache.fetch(back, { board: 'a', before: cursor }));
      sent(`/tasks?before=${cursor}&board=a`).flush(response);
    };
    before('x', tasks(3, 4));
    before('y', tasks(1, 2));
    expect(shown()).toBe('t1 t2 t3 t4 t5 t6');
  });

  it('keep their position when they are loaded again', () => {
    first(tasks(1, 2));
    page(2, tasks(3, 4));
    page(3, tasks(5));
    page(2, tasks(4, 3));
    expect(shown()).toBe('t1 t2 t4 t3 t5');
    first(tasks(2, 1));
    expect(shown()).toBe('t2 t1 t4 t3 t5');
  });

  it('lose what was deleted on the server, and keep what moved down because of a new entity', () => {
    first(tasks(1, 2, 3));
    page(2, tasks(4, 5, 6));
    first(tasks(1, 3, 4)); // 2 was deleted
    expect(shown()).toBe('t1 t3 t4 t5 t6');
    first(tasks(9, 1, 3)); // 9 is new
    expect(shown()).toBe('t9 t1 t3 t4 t5 t6');
    page(2, tasks(4, 5, 6));
    expect(shown()).toBe('t9 t1 t3 t4 t5 t6');
  });

  it('keep what was added to the list meanwhile', () => {
    first(tasks(1, 2));
    page(2, tasks(3));
    cache.set(getList.schema.unshift, task(9));
    cache.set(getList.schema.push, task(8));
    page(2, tasks(3, 4));
    expect(shown()).toBe('t9 t1 t2 t3 t4 t8');
    cache.delete(Task, 3);
    expect(shown()).toBe('t9 t1 t2 t4 t8');
  });

  it('keep the other fields of the latest response', () => {
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: { events: new Collection([Task]), cursor: '', total: 0 },
    });
    const getPage = paginated(getActivity, 'cursor', cursorIn('nextCursor'));
    watch(cache.fetch(getActivity));
    sent('/activity').flush({ events: tasks(1, 2), cursor: 'x', total: 4 });
    watch(cache.fetch(getPage, { cursor: 'x' }));
    sent('/activity?cursor=x').flush({ events: tasks(3), cursor: 'y', total: 5 });
    const { events, ...rest } = cache.get(getActivity)!;
    expect(titles(events)).toBe('t1 t2 t3');
    expect(rest).toEqual({ cursor: 'y', total: 5 });
    expect(cache.get(getPage, { cursor: 'x' })).toEqual(cache.get(getActivity));
  });

  it('are distinguished even if argsKey omits their parameter', () => {
    const getOpen = new RestEndpoint({
      path: '/open',
      searchParams: {} as { readonly board?: string },
      schema: new Collection([Task], {
        argsKey: ({ board }: { readonly board?: string } = {}) => ({ board }),
      }),
    });
    const injector = TestBed.inject(Injector);
    const seen = watch(
      infiniteState(paginated(getOpen, 'page', pageNumber()), { board: 'a' }, { injector }),
    );
    sent('/open?board=a').flush(tasks(1, 2));
    seen.last!.loadMore();
    sent('/open?board=a&page=2').flush(tasks(3));
    seen.last!.loadMore();
    sent('/open?board=a&page=3').flush(tasks(4));
    expect(titles(seen.last!.items)).toBe('t1 t2 t3 t4');
    cache.refetch(getOpen, { board: 'a' });
    sent('/open?board=a').flush(tasks(1));
    sent('/open?board=a&page=2').flush(tasks(5));
    sent('/open?board=a&page=3').flush(tasks(6));
    expect(titles(seen.last!.items)).toBe('t1 t5 t6');
  });

  it('leave the list unchanged if one of them fails', () => {
    first(tasks(1));
    const seen = watch(cache.fetch(getList.getPage, { board: 'a', page: 2 }));
    sent('/tasks?board=a&page=2').flush([{ title: 'no key' }]);
    expect(seen.errors.length).toBe(1);
    expect(shown()).toBe('t1');
  });
});

describe('L5 infinite', () => {
  beforeEach(setUp);
  const open = (options: object = {}) =>
    watch(
      infiniteState(
        getList.getPage,
        { board: 'a' },
        { injector: TestBed.inject(Injector), ...options },
      ),
    );

  it('loads one page after the other, until one is empty', () => {
    const seen = open();
    expect(seen.last).toEqual(
      jasmine.objectContaining({ items: undefined, status: 'loading', hasMore: false }),
    );
    sent('/tasks?board=a').flush(tasks(1, 2));
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1 t2', true]);
    seen.last!.loadMore();
    expect(seen.last!.isLoadingMore).toBeTrue();
    seen.last!.loadMore(); // a request for this page is already in flight
    sent('/tasks?board=a&page=2').flush(tasks(3));
    expect([titles(seen.last!.items), seen.last!.isLoadingMore]).toEqual(['t1 t2 t3', false]);
    seen.last!.loadMore();
    sent('/tasks?board=a&page=3').flush([]);
    expect(seen.last!.hasMore).toBeFalse();
    seen.last!.loadMore();
    expect(titles(seen.last!.items)).toBe('t1 t2 t3');
  });

  it('starts over when the list was evicted and another subscriber loaded its beginning', () => {
    TestBed.resetTestingModule();
    const clock = new FakeClock();
    ({ cache, sent } = setUpRest(withClock(clock), withRetention({ time: 60_000 })));
    const seen = open();
    sent('/tasks?board=a').flush(tasks(1, 2));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush(tasks(3, 4));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=3').flush(tasks(5, 6));
    clock.pass(120_000); // the pages were evicted, but the list was not
    seen.subscription.unsubscribe();
    const again = open();
    sent('/tasks?board=a').flush(tasks(1, 2));
    sent('/tasks?board=a&page=2').flush(tasks(3, 4));
    sent('/tasks?board=a&page=3').flush(tasks(5, 6));
    expect(titles(again.last!.items)).toBe('t1 t2 t3 t4 t5 t6');
    again.last!.loadMore();
    sent('/tasks?board=a&page=4').flush(tasks(7));
    again.subscription.unsubscribe();
    clock.pass(120_000);
    watch(cache.watch(getList, { board: 'a' }).pipe(toValues()));
    sent('/tasks?board=a').flush(tasks(1, 2));
    const anew = open();
    expect(titles(anew.last!.items)).toBe('t1 t2');
    anew.last!.loadMore();
    sent('/tasks?board=a&page=2').flush(tasks(3, 4));
    expect(titles(anew.last!.items)).toBe('t1 t2 t3 t4');
  });

  it('is live: it shows created and changed entities', () => {
    const seen = open();
    sent('/tasks?board=a').flush(tasks(1));
    cache.set(getList.schema.push, task(7));
    cache.set(Task, { id: 1, title: 'new' });
    expect(titles(seen.last!.items)).toBe('new t7');
  });

  it('continues where its last subscriber left', () => {
    const seen = open();
    sent('/tasks?board=a').flush(tasks(1));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush(tasks(2));
    seen.subscription.unsubscribe();
    const again = open();
    expect(titles(again.last!.items)).toBe('t1 t2');
    again.last!.loadMore();
    sent('/tasks?board=a&page=3').flush(tasks(3));
    expect(titles(again.last!.items)).toBe('t1 t2 t3');
  });

  it('keeps its items when a page fails, exposes the error, and can load the page again', () => {
    const seen = open();
    sent('/tasks?board=a').flush(tasks(1));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush('no', { status: 500, statusText: 'Broken' });
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1', true]);
    expect(seen.last!.refreshError?.status).toBe(500);
    seen.last!.loadMore();
    expect(seen.last!.refreshError).toBeUndefined();
    sent('/tasks?board=a&page=2').flush(tasks(2));
    expect(titles(seen.last!.items)).toBe('t1 t2');
  });

  it('aborts requests in flight when its last subscriber leaves', () => {
    const seen = open();
    sent('/tasks?board=a').flush(tasks(1));
    seen.last!.loadMore();
    const request = sent('/tasks?board=a&page=2');
    seen.subscription.unsubscribe();
    expect(request.cancelled).toBeTrue();
  });

  it('takes the next page from an option', () => {
    const next = ({ count }: { count: number }) => (count < 3 ? count + 10 : undefined);
    const seen = open({ next });
    sent('/tasks?board=a').flush(tasks(1, 2));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=12').flush(tasks(3));
    expect(seen.last!.hasMore).toBeFalse();
  });

  it('continues with the cursor of the response, and ends where there is none', () => {
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: { tags: [Task], events: new Collection([Task]), nextCursor: '' },
    });
    const injector = TestBed.inject(Injector);
    const seen = watch(
      infiniteState(paginated(getActivity, 'cursor', cursorIn('nextCursor')), {}, { injector }),
    );
    sent('/activity').flush({ tags: [], events: tasks(1), nextCursor: 'x' });
    seen.last!.loadMore();
    sent('/activity?cursor=x').flush({ events: tasks(2), nextCursor: null });
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1 t2', false]);
    expect(seen.last!.value?.nextCursor as unknown).toBeNull();
  });
});

describe('L5 refetch of an infinite list', () => {
  beforeEach(setUp);
  const open = (options: object = {}) =>
    watch(
      infiniteState(
        getList.getPage,
        { board: 'a' },
        { injector: TestBed.inject(Injector), ...options },
      ),
    );
  /** Opens a list with three pages of two items each. */
  const openThree = (options: object = {}) => {
    const seen = open(options);
    sent('/tasks?board=a').flush(tasks(1, 2));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush(tasks(3, 4));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=3').flush(tasks(5, 6));
    return seen;
  };

  it('loads all pages in order, and replaces them in one commit', () => {
    const seen = openThree();
    const before = seen.values.length;
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(9, 1));
    sent('/tasks?board=a&page=2').flush(tasks(2, 4));
    expect(titles(seen.last!.items)).toBe('t1 t2 t3 t4 t5 t6');
    sent('/tasks?board=a&page=3').flush(tasks(7));
    expect(titles(seen.last!.items)).toBe('t9 t1 t2 t4 t7');
    const shownItems = seen.values.slice(before).map(({ items }) => titles(items));
    expect([...new Set(shownItems)]).toEqual(['t1 t2 t3 t4 t5 t6', 't9 t1 t2 t4 t7']);
    seen.last!.loadMore();
    sent('/tasks?board=a&page=4').flush([]);
    expect(seen.last!.hasMore).toBeFalse();
  });

  it('takes each cursor from the page before', () => {
    const getActivity = new RestEndpoint({
      path: '/activity',
      schema: { events: new Collection([Task]), nextCursor: '' },
    });
    const injector = TestBed.inject(Injector);
    const seen = watch(
      infiniteState(paginated(getActivity, 'cursor', cursorIn('nextCursor')), {}, { injector }),
    );
    sent('/activity').flush({ events: tasks(1, 2), nextCursor: 'x' });
    seen.last!.loadMore();
    sent('/activity?cursor=x').flush({ events: tasks(3, 4), nextCursor: 'y' });
    cache.refetch(getActivity);
    sent('/activity').flush({ events: tasks(1), nextCursor: 'other' });
    sent('/activity?cursor=other').flush({ events: tasks(2, 3), nextCursor: 'z' });
    expect(titles(seen.last!.items)).toBe('t1 t2 t3');
    expect([seen.last!.value!.nextCursor, seen.last!.hasMore]).toEqual(['z', true]);
    seen.last!.loadMore();
    sent('/activity?cursor=z').flush({ events: tasks(4), nextCursor: null });
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1 t2 t3 t4', false]);
  });

  it('keeps all old pages when one fails, and exposes the error', () => {
    const seen = openThree();
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(8, 9));
    sent('/tasks?board=a&page=2').flush('no', { status: 500, statusText: 'Broken' });
    expect(titles(seen.last!.items)).toBe('t1 t2 t3 t4 t5 t6');
    expect(seen.last!.refreshError?.status).toBe(500);
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(8));
    sent('/tasks?board=a&page=2').flush([]);
    expect([titles(seen.last!.items), seen.last!.refreshError]).toEqual(['t8', undefined]);
  });

  it('stops at the last page, and drops the others', () => {
    const seen = openThree();
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(1));
    sent('/tasks?board=a&page=2').flush([]);
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1', false]);
  });

  it('loads at most maxPages pages, and loadMore continues from there', () => {
    const seen = openThree({ maxPages: 2 });
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(1, 2));
    sent('/tasks?board=a&page=2').flush(tasks(3, 4));
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1 t2 t3 t4', true]);
    seen.last!.loadMore();
    sent('/tasks?board=a&page=3').flush(tasks(5));
    expect(titles(seen.last!.items)).toBe('t1 t2 t3 t4 t5');
  });

  it('passes next the entities of all pages so far', () => {
    const next = ({ data, count }: { data: Task[]; count: number }) =>
      count < 4 ? `after ${data.at(-1)!.title}` : undefined;
    const seen = open({ next });
    sent('/tasks?board=a').flush(tasks(1, 2));
    seen.last!.loadMore();
    sent('/tasks?board=a&page=after%20t2').flush(tasks(3, 4));
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(1, 3));
    sent('/tasks?board=a&page=after%20t3').flush(tasks(4));
    expect(titles(seen.last!.items)).toBe('t1 t3 t4');
  });

  it('is shared with other subscribers of the list', () => {
    const state = watch(cache.watch(getList, { board: 'a' }));
    sent('/tasks?board=a').flush(tasks(1, 2));
    const seen = open();
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush(tasks(3));
    cache.refetch(getList);
    sent('/tasks?board=a').flush(tasks(1));
    sent('/tasks?board=a&page=2').flush(tasks(2));
    expect([titles(state.last!.value), titles(seen.last!.items)]).toEqual(['t1 t2', 't1 t2']);
  });

  it('is aborted when its last subscriber leaves', () => {
    const seen = openThree();
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(1, 2));
    const request = sent('/tasks?board=a&page=2');
    seen.subscription.unsubscribe();
    expect(request.cancelled).toBeTrue();
    expect(shown()).toBe('t1 t2 t3 t4 t5 t6');
  });

  it('starts with the first page after clear()', () => {
    const seen = openThree();
    void cache.clear();
    expect(seen.last!.items).toBeUndefined();
    cache.refetch(getList, { board: 'a' });
    sent('/tasks?board=a').flush(tasks(1));
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1', true]);
  });
});
