import { TestBed } from '@angular/core/testing';
import { Injector } from '@angular/core';
import { titles, Task } from '../../support/rest-todos';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import { infiniteState, pageNumber, paginated, restEndpoints } from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const { getList } = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  pages: paginated('page', pageNumber()),
});
const tasks = (...ids: number[]) => ids.map((id) => ({ id, title: `t${id}` }));

function first(...ids: number[]): void {
  watch(cache.fetch(getList));
  sent('/tasks').flush(tasks(...ids));
}
function page(number: number | string, ...ids: number[]): void {
  watch(cache.fetch(getList.getPage, { page: number }));
  sent(`/tasks?page=${number}`).flush(tasks(...ids));
}
const shown = () => titles(cache.get(getList));

describe('L5 a page that is loaded again', () => {
  let handle: CacheInspection;
  beforeEach(() => {
    const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
    ({ cache, sent } = setUpRest(withExtension(() => ({ onInit }))));
  });

  it('drops entities that are missing at its end, if nothing new came in before them', () => {
    first(1, 2, 3);
    page(2, 4, 5);
    first(1, 2);
    expect(shown()).toBe('t1 t2 t4 t5');
  });

  it('keeps as many entities from its end as there are new ones', () => {
    first(1, 2, 3);
    page(2, 4, 5);
    first(9, 1);
    expect(shown()).toBe('t9 t1 t3 t4 t5');
  });

  it('leaves entities that have moved to another page', () => {
    first(1, 2);
    page(2, 2, 3);
    first(1);
    expect(shown()).toBe('t1 t2 t3');
  });

  it('keeps its position among pages with cursors', () => {
    page('x', 1, 2);
    page('y', 3);
    page('x', 2, 1);
    expect(shown()).toBe('t2 t1 t3');
  });

  it('is stored once', () => {
    first(1, 2);
    for (let n = 0; n < 3; n++) page(2, 3, 4);
    const { name } = handle.tables().find((table) => table.name.startsWith('Collection'))!;
    const pages = handle.rows(name)[0].fields['pages'] as { readonly key: unknown }[];
    expect(pages.map(({ key }) => key)).toEqual([undefined, 2]);
  });
});

describe('L5 the beginning of a list', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('comes first, even if pages arrived before it', () => {
    page('x', 3, 4);
    first(1, 2);
    expect(shown()).toBe('t1 t2 t3 t4');
  });
});

describe('L5 pages with numbers', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('are in the order of the numbers, also with one digit more', () => {
    page(10, 3);
    page(9, 2);
    page('11', 4);
    page('2', 1);
    expect(shown()).toBe('t1 t2 t3 t4');
  });
});

describe('L5 a page with an empty cursor', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));

  it('has no number, and comes last', () => {
    page(5, 1, 2);
    page('', 3);
    expect(shown()).toBe('t1 t2 t3');
  });
});

describe('L5 an entity that was created at the end of the loaded pages', () => {
  beforeEach(() => ({ cache, sent } = setUpRest()));
  const create = (id: number) => {
    watch(cache.fetch(getList.push, { title: `t${id}` } as never));
    sent('/tasks').flush(tasks(id)[0]);
  };

  it('stays behind further pages, until one of them contains it', () => {
    first(1, 2);
    create(9);
    page(2, 3, 4);
    expect(shown()).toBe('t1 t2 t3 t4 t9');
    page(3, 5, 9, 6);
    expect(shown()).toBe('t1 t2 t3 t4 t5 t9 t6');
  });

  it('stays behind a page that was empty', () => {
    first(1, 2);
    page(2);
    create(9);
    page(2, 3);
    expect(shown()).toBe('t1 t2 t3 t9');
  });
});

describe('L5 a list of which only the first page is loaded', () => {
  beforeEach(() => ({ cache, http, sent } = setUpRest()));

  const readers = {
    getList: () => watch(cache.watch(getList)).subscription,
    infinite: () =>
      watch(infiniteState(getList.getPage, {}, { injector: TestBed.inject(Injector) }))
        .subscription,
  };
  const requests = () => http.match('/tasks');
  const create = () => {
    watch(cache.fetch(getList.push, { title: 't9' } as never));
    return sent('/tasks');
  };
  /** Requests the list again, and answers all requests for it. */
  const refetch = (endpoint: typeof getList | typeof getList.getPage, ...ids: number[]) => {
    void cache.refetch(endpoint);
    const open = requests();
    expect(open.length).toBe(1);
    for (const each of open) each.flush(tasks(...ids));
  };

  for (const [reader, open] of Object.entries(readers)) {
    it(`is replaced by the response of getList, loaded by ${reader}`, () => {
      const first = open();
      requests()[0].flush(tasks(1, 2));
      first.unsubscribe();
      readers.getList();
      refetch(getList, 1);
      expect(shown()).toBe('t1');
    });

    it(`is replaced by the response of getList during a creation, loaded by ${reader}`, () => {
      const first = open();
      requests()[0].flush(tasks(1, 2));
      first.unsubscribe();
      readers.getList();
      const creation = create();
      void cache.refetch(getList);
      const [again] = requests();
      creation.flush(tasks(9)[0]);
      again.flush(tasks(1, 9)); // 2 is gone
      for (const each of requests()) each.flush(tasks(1, 9));
      expect(shown()).toBe('t1 t9');
    });
  }

  for (const [name, readFirst, readThen, refetched] of [
    ['getList', readers.getList, undefined, getList],
    ['infinite', readers.infinite, undefined, getList.getPage],
    ['infinite, then getList', readers.infinite, readers.getList, getList],
  ] as const) {
    it(`loses a created entity that the server no longer returns, read by ${name}`, () => {
      const first = readFirst();
      requests()[0].flush(tasks(1));
      create().flush(tasks(9)[0]);
      expect(shown()).toBe('t1 t9');
      if (readThen) {
        first.unsubscribe();
        readThen();
      }
      for (let n = 0; n < 2; n++) refetch(refetched, 1);
      expect(shown()).toBe('t1');
    });
  }
});
