import { TestBed } from '@angular/core/testing';
import {
  Collection,
  Entity,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  schema,
  type SchemaLike,
  toValues,
} from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { idList, kinds, Link, link, Post, post, User } from '../../support/models';
import { setUpRest } from '../../support/rest-users';
import { Optimistic, optimisticList, Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';

let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;
const setUp = () => ({ cache, http, sent } = setUpRest());
const task = (id: number, board = 'a', more: object = {}) => ({
  id,
  title: `t${id}`,
  board,
  ...more,
});
const taskList = new Collection([Task]);
const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: {} as { readonly board?: string; readonly notify?: boolean },
  schema: taskList,
});
const fill = (board: string, items: object[]) => {
  watch(cache.fetch(getTasks, { board }));
  sent(`/tasks?board=${board}`).flush(items);
};
const shown = (board: string) => titles(cache.get(taskList, { board }));

describe('L2 an endpoint that changes a list', () => {
  beforeEach(setUp);

  it('emits nothing when the list is refetched with the created entity', () => {
    const seen = watch(cache.watch(getTasks).pipe(toValues()));
    sent('/tasks').flush([task(1)]);
    watch(cache.fetch(getTasks.push, { title: 't2' }));
    sent('/tasks').flush(task(2));
    const { last, values } = seen;
    const count = values.length;
    void cache.refetch(getTasks);
    sent('/tasks').flush([task(1), task(2)]);
    expect([seen.values.length, seen.last]).toEqual([count, last]);
    expect(seen.last).toBe(last);
  });

  it('sends search parameters, which also say to which lists an entity belongs', () => {
    fill('a', []);
    fill('b', []);
    watch(cache.fetch(getTasks.push, { board: 'a', notify: true }, { title: 't1' }));
    const request = sent('/tasks?board=a&notify=true');
    expect([request.request.method, request.request.body as unknown]).toEqual([
      'POST',
      { title: 't1' },
    ]);
    request.flush({ id: 1, title: 't1' });
    expect([shown('a'), shown('b')]).toEqual(['t1', '']);
    watch(cache.fetch(getTasks.unshift, { title: 't2', board: 'b' }));
    sent('/tasks').flush(task(2, 'b'));
    expect([shown('a'), shown('b')]).toEqual(['t1', 't2']);
  });

  it('does so with parameters of the path', () => {
    const list = new Collection([Task]);
    const ofTeam = new RestEndpoint({
      path: '/boards/:board/tasks',
      searchParams: {} as { readonly notify?: boolean },
      schema: list,
    });
    watch(cache.fetch(ofTeam, { board: 'a' }));
    sent('/boards/a/tasks').flush([]);
    watch(cache.fetch(ofTeam.push, { board: 'a', notify: true }, { title: 't1' }));
    sent('/boards/a/tasks?notify=true').flush({ id: 1, title: 't1' });
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1');
  });
});

describe('L3 remove of an endpoint', () => {
  beforeEach(setUp);

  it('takes an entity out of the list of the call, and keeps the entity', () => {
    fill('a', [task(1), task(2)]);
    fill('b', [task(1), task(3)]);
    watch(cache.fetch(getTasks.remove, { board: 'a' }, { id: 1 }));
    const removal = sent('/tasks?board=a');
    expect([removal.request.method, removal.request.body as unknown]).toEqual(['PATCH', { id: 1 }]);
    removal.flush(null);
    expect([shown('a'), shown('b'), cache.get(Task, 1)?.title]).toEqual(['t2', 't1 t3', 't1']);
    expect(getTasks.remove).toBe(getTasks.remove);
  });

  it('stores the new fields of the entity, even one that the parameters contradict', () => {
    fill('a', [task(1), task(2)]);
    fill('b', [task(2), task(3)]);
    watch(cache.fetch(getTasks.remove, { board: 'a' }, { id: 2, board: 'b' }));
    sent('/tasks?board=a').flush(task(2, 'b'));
    expect([shown('a'), shown('b'), cache.get(Task, 2)?.board]).toEqual(['t1', 't2 t3', 'b']);
  });

  it('has the path of the list, and may be sent as a DELETE', () => {
    const members = new Collection([User]);
    const getMembers = new RestEndpoint({ path: '/teams/:team/members', schema: members });
    const leave = getMembers.remove.extend({
      path: '/teams/:team/members/:id',
      method: 'DELETE',
      body: undefined,
    });
    for (const team of ['x', 'y']) {
      watch(cache.fetch(getMembers, { team }));
      sent(`/teams/${team}/members`).flush([{ id: 'a' }, { id: 'b' }]);
    }
    watch(cache.fetch(leave, { team: 'x', id: 'a' }));
    sent('/teams/x/members/a').flush(null);
    expect(idList(cache.get(members, { team: 'x' }))).toEqual(['b']);
    expect(idList(cache.get(members, { team: 'y' }))).toEqual(['a', 'b']);
  });

  it('shows at once if it is optimistic, and is undone when the request fails', () => {
    watch(cache.fetch(Optimistic.getList, { board: 'a' }));
    sent('/tasks?board=a').flush([task(1), task(2)]);
    const now = () => titles(cache.get(optimisticList, { board: 'a' }));
    watch(cache.fetch(Optimistic.getList.remove, { board: 'a' }, { id: 1 }));
    expect(now()).toBe('t2');
    sent('/tasks?board=a').flush('no', { status: 500, statusText: 'Broken' });
    expect(now()).toBe('t1 t2');
  });

  it('needs a Collection', () => {
    const getAll = new RestEndpoint({ path: '/tasks', schema: [Task] });
    expect(thrownBy(() => getAll.remove).code).toBe('NCQ5006');
  });
});

describe('L2 an extended list endpoint', () => {
  beforeEach(setUp);
  const tasks = restEndpoints({
    path: '/tasks/:id',
    schema: Task,
    searchParams: {} as { readonly board?: string },
    pages: paginated('page', pageNumber()),
    movePath: '/tasks/:id/board',
  });
  const list = tasks.getList.schema;

  it('keeps what changes the list and what loads its pages, with the changed options', () => {
    const extended = [
      tasks.getList.extend({ headers: { 'x-by': 'me' } }),
      tasks.extend('getList', { headers: { 'x-by': 'me' } }).getList,
      tasks.getList.extend({ name: 'tasks' }).extend({ headers: { 'x-by': 'me' } }),
    ];
    for (const { push, remove, move, getPage, getPreviousPage } of extended) {
      watch(cache.fetch(push, { title: 'x' }));
      watch(cache.fetch(remove, { board: 'a' }, { id: 1 }));
      watch(cache.fetch(move, { id: 1 }, { board: 'b' }));
      watch(cache.fetch(getPage, { page: 2 }));
      watch(cache.fetch(getPreviousPage, { page: 1 }));
      const requests = http.match(() => true).map(({ request }) => request);
      expect(requests.map(({ method, urlWithParams }) => `${method} ${urlWithParams}`)).toEqual([
        'POST /tasks',
        'PATCH /tasks?board=a',
        'PATCH /tasks/1/board',
        'GET /tasks?page=2',
        'GET /tasks?page=1',
      ]);
      for (const { headers } of requests) expect(headers.get('x-by')).toBe('me');
    }
  });

  it('has the same endpoints each time they are read', () => {
    const { getList } = tasks;
    const extended = getList.extend({ name: 'tasks' });
    for (const each of [getList, extended]) {
      expect(each.move).toBe(each.move);
      expect(each.getPage).toBe(each.getPage);
    }
    expect(extended.move).not.toBe(getList.move);
  });

  it('loads its pages into the same list', () => {
    const polled = tasks.getList.extend({ staleTime: 5 });
    const seen = watch(
      TestBed.runInInjectionContext(() => infiniteState(polled.getPage, { board: 'a' })),
    );
    sent('/tasks?board=a').flush([task(1)]);
    seen.last!.loadMore();
    sent('/tasks?board=a&page=2').flush([task(2)]);
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1 t2');
    watch(cache.fetch(polled.move, { id: 2 }, { board: 'b' }));
    sent('/tasks/2/board').flush(task(2, 'b'));
    expect(titles(seen.last!.items)).toBe('t1');
  });

  it('may have another schema, even one without a list', () => {
    const users = tasks.getList.extend({ schema: new Collection([User]) });
    watch(cache.fetch(users));
    sent('/tasks').flush([{ id: 'a' }]);
    watch(cache.fetch(users.move, { id: 'a' }, { name: 'Ada' }));
    sent('/tasks/a/board').flush({ id: 'a', name: 'Ada' });
    expect(cache.get(users)?.[0].name).toBe('Ada');
    const plain = tasks.getList.extend({ schema: [Task] });
    expect(thrownBy(() => plain.getPage as unknown).code).toBe('NCQ5006');
  });
});

describe('L1 the list of restEndpoints', () => {
  beforeEach(setUp);

  it('is identified by argsKey, and by nestKey within an entity', () => {
    const tasks = restEndpoints({
      path: '/boards/:board/tasks/:id',
      schema: Task,
      searchParams: {} as { readonly limit?: number },
      argsKey: ({ board }) => ({ board }),
      nestKey: (board: { readonly id: string }) => ({ board: board.id }),
    });
    const list = tasks.getList.schema;
    class Board extends Entity {
      readonly id: string = '';
      readonly tasks: readonly Task[] = [];
      static override readonly schema = { tasks: list };
    }
    cache.set(Board, { id: 'a', tasks: [task(1)] as never });
    watch(cache.fetch(tasks.getList, { board: 'a', limit: 5 }));
    sent('/boards/a/tasks?limit=5').flush([task(1), task(2)]);
    expect(titles(cache.get(Board, 'a')!.tasks)).toBe('t1 t2');
    watch(cache.fetch(tasks.getList.push, { board: 'a' }, { title: 't3' }));
    sent('/boards/a/tasks').flush(task(3));
    expect(titles(cache.get(list, { board: 'a' }))).toBe('t1 t2 t3');
  });

  it('and the endpoints of one entity refetch what they all name', () => {
    const getStats = new RestEndpoint({ path: '/stats' });
    const all = restEndpoints({ path: '/tasks/:id', schema: Task, refetches: [getStats] });
    watch(cache.watch(getStats));
    sent('/stats').flush({ count: 1 });
    watch(cache.fetch(all.getList.push, { title: 'new' }));
    sent('/tasks').flush(task(1));
    for (const change of [all.update, all.partialUpdate, all.getList.move]) {
      sent('/stats').flush({ count: 1 });
      watch(cache.fetch(change, { id: 1 }, { title: 'x' }));
      sent('/tasks/1').flush(task(1));
    }
    sent('/stats').flush({ count: 1 });
    watch(cache.fetch(all.delete, { id: 1 }));
    sent('/tasks/1').flush(null);
    sent('/stats').flush({ count: 0 });
    watch(cache.fetch(all.getList));
    sent('/tasks').flush([]);
  });

  it('may have another class', () => {
    class Labelled<C extends SchemaLike> extends Collection<C> {
      readonly label: string = 'tasks';
    }
    const { getList } = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      searchParams: {} as { readonly view?: string },
      nonFilterArgumentKeys: ['view'],
      Collection: Labelled,
    });
    expect(getList.schema).toBeInstanceOf(Labelled);
    expect(getList.schema.label).toBe('tasks');
    watch(cache.fetch(getList, { view: 'x' }));
    sent('/tasks?view=x').flush([]);
    cache.set(getList.schema.push, task(1));
    expect(titles(cache.get(getList, { view: 'x' }))).toBe('t1');
  });
});

describe('L2 the endpoints of a Union', () => {
  beforeEach(setUp);
  const item = new schema.Union({ link: Link, post: Post }, 'type');
  const items = restEndpoints({ path: '/items/:id', schema: item, optimistic: optimistic });
  const shownItems = () => kinds(cache.get(items.getList));
  const load = () => {
    watch(cache.fetch(items.getList));
    sent('/items').flush([link(1), post(2)]);
  };

  it('read, create and change entities of all types', () => {
    load();
    watch(cache.fetch(items.get, { id: 2 }));
    sent('/items/2').flush(post(2, { content: 'x' }));
    expect(cache.get(Post, 2)?.content).toBe('x');
    watch(cache.fetch(items.getList.push, { type: 'link', url: '/' }));
    expect(shownItems()?.length).toBe(3);
    sent('/items').flush(link(3, { url: '/' }));
    expect(shownItems()).toEqual(['link1', 'post2', 'link3']);
    watch(cache.fetch(items.partialUpdate, { id: 3 }, { type: 'link', url: '/new' }));
    expect(cache.get(Link, 3)?.url).toBe('/new');
    sent('/items/3').flush(link(3, { url: '/newer' }));
    expect(cache.get(Link, 3)?.url).toBe('/newer');
  });

  it('create an entity once, also if a list that was requested before contains it', () => {
    watch(cache.fetch(items.getList));
    const read = sent('/items');
    watch(cache.fetch(items.getList.push, { type: 'link', url: '/' }));
    sent('/items').flush(link(3));
    read.flush([post(2), link(3)]);
    expect(shownItems()).toEqual(['post2', 'link3']);
  });

  it('delete the entity that has the id, at once and after the response', () => {
    load();
    watch(cache.fetch(items.delete, { id: 2 }));
    expect(shownItems()).toEqual(['link1']);
    sent('/items/2').flush(null);
    expect([shownItems(), cache.get(Post, 2)]).toEqual([['link1'], undefined]);
  });

  it('restore it in its position when the request fails', () => {
    load();
    watch(cache.fetch(items.delete, { id: 1 }));
    sent('/items/1').flush('no', { status: 500, statusText: 'Broken' });
    expect(shownItems()).toEqual(['link1', 'post2']);
  });

  it('delete nothing if no type has the id', () => {
    load();
    const seen = watch(cache.fetch(items.delete, { id: 9 }));
    sent('/items/9').flush({ success: true });
    expect([seen.completed, shownItems()]).toEqual([true, ['link1', 'post2']]);
  });
});
