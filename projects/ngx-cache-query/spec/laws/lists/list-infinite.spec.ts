import { Injector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  Collection,
  cursorIn,
  Entity,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
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
const tasks = (...ids: number[]) => ids.map((id) => ({ id, title: `t${id}`, board: 'a' }));
const broken = { status: 500, statusText: 'Broken' };
const first = () => sent('/tasks?board=a');
const page = (number: number) => sent(`/tasks?board=a&page=${number}`);
const open = (options: object = {}) =>
  watch(
    infiniteState(
      getList.getPage,
      { board: 'a' },
      { injector: TestBed.inject(Injector), ...options },
    ),
  );

describe('L5 an infinite list', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('reports the path of an error in a page, without a number if it is the only page', () => {
    const seen = open();
    first().flush([{ title: 'without a key' }]);
    expect(seen.last!.error?.path).toBe('[0]');
  });

  it('reports the path of an error in a response with another shape', () => {
    const seen = open();
    first().flush({ error: 'no' });
    expect(String(seen.last!.error)).toContain('NCQ1001');
    seen.last!.loadMore();
    first().flush(tasks(1));
    seen.last!.loadMore();
    page(2).flush(tasks(2));
    cache.refetch(getList, { board: 'a' });
    first().flush({ error: 'no' });
    expect(String(seen.last!.refreshError)).toContain('NCQ1001');
    expect(titles(seen.last!.items)).toBe('t1 t2');
  });

  it('has more when a refetch fills the page that was empty', () => {
    const seen = open();
    first().flush(tasks(1, 2));
    seen.last!.loadMore();
    page(2).flush([]);
    expect(seen.last!.hasMore).toBeFalse();
    cache.refetch(getList, { board: 'a' });
    first().flush(tasks(1, 2));
    page(2).flush(tasks(3, 4));
    expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t1 t2 t3 t4', true]);
  });

  it('passes next the new entities during a refetch, too', () => {
    const next = ({ data, added }: { data: Task[]; added: number }) =>
      added === 0 ? undefined : data.at(-1)!.pk();
    const seen = open({ next });
    first().flush(tasks(1, 2));
    seen.last!.loadMore();
    page(2).flush(tasks(3, 4));
    cache.refetch(getList, { board: 'a' });
    first().flush(tasks(1, 3));
    page(3).flush(tasks(5));
    expect([titles(seen.last!.items), seen.last!.refreshError]).toEqual(['t1 t3 t5', undefined]);
  });

  it('appends the pages of descending cursors', () => {
    const next = ({ data }: { data: Task[] }) => data.at(-1)!.id;
    const seen = open({ next });
    first().flush(tasks(9, 8));
    seen.last!.loadMore();
    page(8).flush(tasks(7, 6));
    seen.last!.loadMore();
    page(6).flush(tasks(5, 4));
    expect(titles(seen.last!.items)).toBe('t9 t8 t7 t6 t5 t4');
    cache.refetch(getList, { board: 'a' });
    first().flush(tasks(10, 9));
    page(9).flush(tasks(8, 7));
    page(7).flush(tasks(6, 5));
    expect(titles(seen.last!.items)).toBe('t10 t9 t8 t7 t6 t5');
  });

  it('drops the error of a page whose request reset() discards', () => {
    const seen = open();
    first().flush(tasks(1, 2));
    seen.last!.loadMore();
    cache.reset();
    first().flush(tasks(1, 2));
    expect([titles(seen.last!.items), seen.last!.refreshError]).toEqual(['t1 t2', undefined]);
    expect(seen.last!.isLoadingMore).toBeFalse();
  });

  it('drops the error of a page when the list is refetched', () => {
    const seen = open();
    first().flush(tasks(1, 2));
    seen.last!.loadMore();
    page(2).flush('no', broken);
    expect(seen.last!.refreshError).toBeDefined();
    cache.refetch(getList, { board: 'a' });
    expect(seen.last!.refreshError).toBeUndefined();
    first().flush('no', { ...broken, status: 503 });
    expect(seen.last!.refreshError?.status).toBe(503);
  });

  it('has the error of a page that fails after the list was refetched', () => {
    jasmine.clock().install().mockDate();
    const seen = open();
    first().flush(tasks(1, 2));
    seen.last!.loadMore();
    jasmine.clock().tick(1);
    cache.refetch(getList, { board: 'a' });
    first().flush(tasks(1, 2));
    expect(seen.last!.isLoadingMore).toBeTrue();
    page(2).flush('no', broken);
    jasmine.clock().uninstall();
    expect([seen.last!.isLoadingMore, seen.last!.refreshError?.status]).toEqual([false, 500]);
  });

  it('has the error of a page that fails while the list is refetched', () => {
    const seen = open();
    first().flush(tasks(1));
    seen.last!.loadMore();
    cache.refetch(getList, { board: 'a' });
    page(2).flush(null, broken);
    expect([seen.last!.refreshError?.status, seen.last!.isFetching]).toEqual([500, true]);
  });

  it('refetches several pages when the response has a second Collection', () => {
    class Tag extends Entity {
      readonly id: number = 0;
    }
    const getFeed = new RestEndpoint({
      path: '/feed',
      schema: {
        events: new Collection([Task]),
        tags: new Collection([Tag]),
        nextCursor: '',
      },
    });
    const injector = TestBed.inject(Injector);
    const seen = watch(
      infiniteState(paginated(getFeed, 'cursor', cursorIn('nextCursor')), {}, { injector }),
    );
    const respond = (cursor: string, id: number, nextCursor: string | null) =>
      sent(`/feed${cursor}`).flush({ events: tasks(id), tags: [{ id }], nextCursor });
    respond('', 1, 'x');
    seen.last!.loadMore();
    respond('?cursor=x', 2, null);
    cache.refetch(getFeed);
    respond('', 3, 'y');
    respond('?cursor=y', 4, null);
    const { items, refreshError } = seen.last!;
    expect([items!.map(({ id }) => id), refreshError]).toEqual([[3, 4], undefined]);
    expect(seen.last!.value!.tags.map(({ id }) => id)).toEqual([4]);
  });

  describe('with a total', () => {
    const notes = new RestEndpoint({
      path: '/notes',
      schema: { notes: new Collection([Task]), total: 0 },
    });
    const respond = (query: string, total: number, ...ids: number[]) =>
      sent(`/notes${query}`).flush({ notes: tasks(...ids), total });
    const start = () => {
      const injector = TestBed.inject(Injector);
      const seen = watch(
        infiniteState(paginated(notes, 'page', pageNumber({ total: 'total' })), {}, { injector }),
      );
      respond('', 3, 3, 2);
      return seen;
    };

    it('has more although an entity was created since the total arrived', () => {
      const seen = start();
      const creating = cache.fetch(notes.unshift, { title: 't4' }).subscribe();
      expect([seen.last!.items!.length, seen.last!.hasMore]).toEqual([2, true]);
      sent('/notes').flush({ id: 4, title: 't4' });
      creating.unsubscribe();
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t4 t3 t2', true]);
      seen.last!.loadMore();
      respond('?page=2', 4, 2, 1); // the new entity has moved an item to the second page
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t4 t3 t2 t1', false]);
    });

    for (const operation of ['push', 'unshift'] as const) {
      it(`has more if a resolver loaded the first page, and after ${operation}`, () => {
        watch(cache.fetch(notes));
        respond('', 3, 3, 2);
        watch(cache.fetch(notes[operation].extend({ optimistic: optimistic }), { title: 't4' }));
        const injector = TestBed.inject(Injector);
        const seen = watch(
          infiniteState(paginated(notes, 'page', pageNumber({ total: 'total' })), {}, { injector }),
        );
        expect([seen.last!.items!.length, seen.last!.hasMore]).toEqual([3, true]);
        sent('/notes').flush({ id: 4, title: 't4' });
        expect([seen.last!.items!.length, seen.last!.hasMore]).toEqual([3, true]);
        seen.last!.loadMore();
        respond('?page=2', 4, ...(operation === 'push' ? [1, 4] : [2, 1]));
        expect([seen.last!.items!.length, seen.last!.hasMore]).toEqual([4, false]);
      });
    }

    it('has no more after an empty page, although the total is greater', () => {
      const seen = start();
      seen.last!.loadMore();
      respond('?page=2', 3);
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t3 t2', false]);
    });

    it('has no more when an entity of the whole list is deleted', () => {
      const seen = start();
      seen.last!.loadMore();
      respond('?page=2', 3, 1);
      cache.delete(Task, 2);
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t3 t1', false]);
      void cache.refetch(notes);
      respond('', 2, 3, 1);
      expect(seen.last!.hasMore).toBeFalse();
    });
  });

  describe('without a total', () => {
    const start = () => {
      watch(cache.fetch(getList, { board: 'a' }));
      first().flush(tasks(4, 3));
      return open();
    };

    it('has more after a page that created entities have moved as a whole', () => {
      const seen = start();
      cache.set(getList.schema.unshift, tasks(6, 5));
      seen.last!.loadMore();
      page(2).flush(tasks(4, 3));
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t6 t5 t4 t3', true]);
      seen.last!.loadMore();
      page(3).flush(tasks(2, 1));
      seen.last!.loadMore();
      page(4).flush(tasks(2, 1)); // the server repeats its last page
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['t6 t5 t4 t3 t2 t1', false]);
    });

    it('has more when all loaded entities are deleted', () => {
      const seen = start();
      cache.delete(Task, 4);
      cache.delete(Task, 3);
      expect([titles(seen.last!.items), seen.last!.hasMore]).toEqual(['', true]);
    });
  });

  it('loads all its pages when a resolver requests the first one', () => {
    const seen = open();
    first().flush(tasks(1));
    seen.last!.loadMore();
    page(2).flush(tasks(2));
    seen.subscription.unsubscribe();
    cache.refetch(getList, { board: 'a' });
    const ensured = watch(cache.ensure(getList, { board: 'a' }));
    const request = first();
    const again = open();
    first().flush(tasks(3));
    page(2).flush(tasks(4));
    request.flush(tasks(1));
    expect(titles(again.last!.items)).toBe('t3 t4');
    expect(ensured.values.length).toBe(1);
  });

  it('shares its request with a resolver that requests the first page meanwhile', () => {
    const seen = open();
    const ensured = watch(cache.ensure(getList, { board: 'a' }));
    first().flush(tasks(1));
    expect([titles(seen.last!.items), titles(ensured.last)]).toEqual(['t1', 't1']);
  });
});
