import { TestBed } from '@angular/core/testing';
import {
  Collection,
  Entity,
  infiniteState,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
} from 'ngx-cache-query';
import { setUpRest } from '../../support/rest-users';
import { Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => ({ cache, http, sent } = setUpRest());
const task = (id: number, more: object = {}) => ({ id, title: `t${id}`, board: 'a', ...more });

const taskList = new Collection([Task]);
const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: {} as { readonly board?: string; readonly expand: string },
  defaultSearchParams: { expand: 'owner' },
  schema: taskList,
});

describe('F1 default search parameters', () => {
  beforeEach(setUp);
  afterEach(() => http.verify());

  it('are sent with every request, unless the call has others', () => {
    watch(cache.fetch(getTasks));
    sent('/tasks?expand=owner').flush([]);
    watch(cache.fetch(getTasks, { board: 'a', expand: undefined }));
    sent('/tasks?board=a&expand=owner').flush([]);
    watch(cache.fetch(getTasks, { expand: 'tags' }));
    sent('/tasks?expand=tags').flush([]);
    expect(getTasks.url({ board: 'b' })).toBe('/tasks?board=b&expand=owner');
  });

  it('are left out if the call has null', () => {
    watch(cache.fetch(getTasks, { expand: null }));
    sent('/tasks').flush([]);
    const written = getTasks.extend({ searchToString: (params) => Object.keys(params).join('&') });
    expect(written.url({ board: 'a', expand: null })).toBe('/tasks?board');
    expect(written.url({ board: 'a' })).toBe('/tasks?expand&board');
  });

  it('make two calls with the same URL share one request and one response', () => {
    const seen = [{}, { expand: 'owner' }].map((params) => watch(cache.fetch(getTasks, params)));
    sent('/tasks?expand=owner').flush([task(1)]);
    expect(seen.map(({ last }) => titles(last))).toEqual(['t1', 't1']);
    expect(cache.get(getTasks, { expand: 'owner' })).toBe(cache.get(getTasks));
  });

  it('are merged when an endpoint is extended, which then has its own responses', () => {
    const more = getTasks.extend({ defaultSearchParams: { limit: 5 } });
    const other = more.extend({ defaultSearchParams: { expand: 'tags' }, name: 'tasks' });
    expect([more.url(), other.url()]).toEqual([
      '/tasks?expand=owner&limit=5',
      '/tasks?expand=tags&limit=5',
    ]);
    watch(cache.fetch(getTasks));
    sent('/tasks?expand=owner').flush([]);
    expect([cache.get(more), cache.get(getTasks.extend({ name: 'x' }))]).toEqual([undefined, []]);
  });

  it('come before a body that is the only argument', () => {
    const create = new RestEndpoint({
      path: '/tasks',
      body: {} as { readonly title: string },
      defaultSearchParams: { notify: true },
      schema: Task,
    });
    watch(cache.fetch(create, { title: 'x' }));
    const one = sent('/tasks?notify=true');
    watch(cache.fetch(create, { notify: false }, { title: 'y' }));
    const two = sent('/tasks?notify=false');
    expect([one, two].map(({ request }) => request.body as unknown)).toEqual([
      { title: 'x' },
      { title: 'y' },
    ]);
  });

  it('are sent by the endpoints of restEndpoints that read', () => {
    const tasks = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      defaultSearchParams: { lang: 'de' },
      pages: paginated('page', pageNumber()),
    });
    watch(cache.fetch(tasks.get, { id: 1 }));
    watch(cache.fetch(tasks.getList));
    watch(cache.fetch(tasks.getList.getPage, { page: 2 }));
    watch(cache.fetch(tasks.getList.push, { title: 'x' }));
    watch(cache.fetch(tasks.getList.move, { id: 1 }, { title: 'x' }));
    watch(cache.fetch(tasks.partialUpdate, { id: 1, lang: 'fr' }, { title: 'x' }));
    watch(cache.fetch(tasks.delete, { id: 1 }));
    const urls = http.match(() => true).map(({ request }) => request.urlWithParams);
    expect(urls).toEqual([
      '/tasks/1?lang=de',
      '/tasks?lang=de',
      '/tasks?lang=de&page=2',
      '/tasks',
      '/tasks/1',
      '/tasks/1?lang=fr',
      '/tasks/1',
    ]);
  });

  it('are also those of optional parameters in the path, for every endpoint', () => {
    const tasks = restEndpoints({
      path: '/api{/:lang}/tasks/:id',
      schema: Task,
      defaultSearchParams: { lang: 'de', expand: 'owner' },
    });
    expect([
      tasks.get.url({ id: 1 }),
      tasks.getList.url(),
      tasks.partialUpdate.url({ id: 1 }, { title: 'x' }),
      tasks.delete.url({ id: 1, lang: 'fr' }),
    ]).toEqual([
      '/api/de/tasks/1?expand=owner',
      '/api/de/tasks?expand=owner',
      '/api/de/tasks/1',
      '/api/fr/tasks/1',
    ]);
  });

  it('are not inherited by an endpoint that changes data from a read', () => {
    const tasks = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      defaultSearchParams: { lang: 'de' },
    })
      .extend('finish', { path: '/tasks/:id/finish', method: 'POST' })
      .extend('search', { path: '/tasks/search', method: 'POST', sideEffect: false })
      .extend(({ get }) => ({
        archive: get.extend({ method: 'POST', defaultSearchParams: { notify: true } }),
      }));
    expect([
      tasks.finish.url({ id: 1 }),
      tasks.search.url(),
      tasks.archive.url({ id: 1 }),
      tasks.get.extend({ body: {} as { readonly title: string } }).url({ id: 1 }, { title: 'x' }),
    ]).toEqual(['/tasks/1/finish', '/tasks/search?lang=de', '/tasks/1?notify=true', '/tasks/1']);
  });

  it('are inherited by an endpoint that changes data from another one', () => {
    const create = new RestEndpoint({
      path: '/tasks',
      method: 'POST',
      body: {} as { readonly title: string },
      defaultSearchParams: { notify: true },
    });
    expect(create.extend({ path: '/drafts' }).url({ title: 'x' })).toBe('/drafts?notify=true');
  });

  it('are sent by a derived endpoint that changes data and names them itself', () => {
    const tasks = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      defaultSearchParams: { lang: 'de' },
    });
    const silent = { defaultSearchParams: { notify: false } };
    const more = { defaultSearchParams: { lang: 'fr' } };
    expect([
      tasks.partialUpdate.url({ id: 1 }, { title: 'x' }),
      tasks.partialUpdate.extend(silent).url({ id: 1 }, { title: 'x' }),
      tasks.partialUpdate.extend(silent).extend(more).url({ id: 1 }, { title: 'x' }),
      tasks.getList.push.extend(silent).url({ title: 'x' }),
      tasks.getList.extend(silent).push.url({ title: 'x' }),
    ]).toEqual([
      '/tasks/1',
      '/tasks/1?notify=false',
      '/tasks/1?lang=fr&notify=false',
      '/tasks?notify=false',
      '/tasks',
    ]);
  });
});

describe('L1 default search parameters', () => {
  beforeEach(setUp);

  it('do not distinguish lists, even if a call repeats them', () => {
    watch(cache.fetch(getTasks, { board: 'a', expand: 'owner' }));
    sent('/tasks?board=a&expand=owner').flush([task(1)]);
    const list = cache.get(taskList, { board: 'a' });
    expect(titles(list)).toBe('t1');
    expect(cache.get(getTasks, { board: 'a' })).toBe(list);
    watch(cache.fetch(getTasks, { board: 'a', expand: 'tags' }));
    sent('/tasks?board=a&expand=tags').flush([]);
    expect(cache.get(taskList, { board: 'a' })).toBe(list);
  });

  it('do not keep a created entity out of a list', () => {
    const seen = [{}, { expand: 'owner' }].map((more) => {
      const shown = watch(cache.watch(getTasks, { board: 'a', ...more }).pipe(toValues()));
      for (const each of http.match(() => true)) each.flush([task(1)]);
      return shown;
    });
    watch(cache.fetch(getTasks.push, { title: 't2', board: 'a' }));
    sent('/tasks').flush(task(2));
    expect(seen.map(({ last }) => titles(last))).toEqual(['t1 t2', 't1 t2']);
  });

  it('select a list if argsKey names them', () => {
    const open = new Collection([Task], {
      argsKey: (params: { done?: boolean } = {}) => ({ done: false, ...params }),
    });
    const getOpen = new RestEndpoint({
      path: '/tasks',
      searchParams: {} as { readonly done?: boolean },
      defaultSearchParams: { done: false },
      schema: open,
    });
    watch(cache.fetch(getOpen));
    sent('/tasks?done=false').flush([task(1)]);
    cache.set(open.push, [task(2, { done: false }), task(3, { done: true })]);
    expect(titles(cache.get(open))).toBe('t1 t2');
  });

  it('do not change which pages of a list are loaded', () => {
    const pages = paginated(getTasks, 'page', pageNumber());
    const read = () => infiniteState(pages, { board: 'a', expand: 'owner' });
    const seen = watch(TestBed.runInInjectionContext(read));
    sent('/tasks?board=a&expand=owner').flush([task(1)]);
    seen.last!.loadMore();
    sent('/tasks?board=a&expand=owner&page=2').flush([task(2)]);
    expect(titles(seen.last!.items)).toBe('t1 t2');
    void cache.refetch(pages, { board: 'a' });
    sent('/tasks?board=a&expand=owner').flush([task(3)]);
    sent('/tasks?board=a&expand=owner&page=2').flush([task(4)]);
    expect(titles(seen.last!.items)).toBe('t3 t4');
  });

  it('are not passed to static process, but the other arguments are', () => {
    const calls: unknown[] = [];
    class Note extends Entity {
      readonly id: number = 0;
      static override process(input: object, _parent: unknown, _key: unknown, args: unknown) {
        calls.push(args);
        return input as never;
      }
    }
    const getNotes = new RestEndpoint({
      path: '/notes',
      searchParams: {} as { readonly q?: string; readonly limit: number },
      defaultSearchParams: { limit: 5 },
      schema: new schema.All(Note),
    });
    watch(cache.fetch(getNotes, { q: 'x', limit: 5 }));
    sent('/notes?limit=5&q=x').flush([{ id: 1 }]);
    expect(calls).toEqual([[{ q: 'x' }]]);
  });
});
