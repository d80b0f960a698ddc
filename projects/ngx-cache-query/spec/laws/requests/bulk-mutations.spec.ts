import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Entity,
  failureOf,
  isPending,
  isSaving,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  serial,
  toValues,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Tag extends Entity {
  readonly id: number = 0;
}
class Job extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly tag: Tag | undefined = undefined;
  static override readonly schema = { tag: Tag };
}

type Changes = readonly { readonly id: number; readonly title: string; readonly tag?: object }[];
const many = { path: '/jobs' } as const;
const endpointsOf = (shown: { readonly optimistic?: typeof optimistic }) => ({
  jobs: restEndpoints({ path: '/jobs/:id', schema: Job, ...shown }),
  updateMany: new RestEndpoint({
    ...many,
    method: 'PATCH',
    body: typed<Changes>(),
    schema: [Job],
    ...shown,
  }),
  deleteMany: new RestEndpoint({
    ...many,
    method: 'DELETE',
    body: typed<readonly (string | number)[]>(),
    schema: [new schema.Invalidate(Job)],
    ...shown,
  }),
  moveMany: new RestEndpoint({
    path: '/carts/:cart',
    method: 'PATCH',
    body: typed<Changes>(),
    schema: [Job],
    serial: serial({ key: ({ cart }: { cart: unknown }) => cart }),
    ...shown,
  }),
});
const kinds = {
  'without optimistic': endpointsOf({}),
  'with optimistic': endpointsOf({ optimistic }),
};
const rowsOf = (...ids: number[]) => ids.map((id) => ({ id, title: `t${id}` }));
const renamed = (...ids: number[]) => ids.map((id) => ({ id, title: `new ${id}` }));
const broken = { status: 500, statusText: 'Broken' };
const refused = { status: 400, statusText: 'Bad Request' };

for (const [kind, { jobs, updateMany, deleteMany, moveMany }] of Object.entries(kinds)) {
  const isOptimistic = kind === 'with optimistic';

  describe(`a mutation of several entities, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];
    let list: { readonly last: readonly Job[] | undefined };

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
      isSaving(); // From now on, failures are kept.
      list = watch(cache.watch(jobs.getList).pipe(toValues()));
      http.expectOne('/jobs').flush(rowsOf(1, 2, 3));
    });
    afterEach(() => http.verify());

    const titles = () => list.last!.map(({ title }) => title).join();
    const where = (test: (job: Job) => unknown) =>
      list.last!.flatMap((job) => (test(job) ? [job.id] : []));
    const reloaded = (...rows: object[]) => http.expectOne('/jobs').flush(rows);

    it('F12 loads the lists with its entities once after a failure', () => {
      for (const ids of [[1], [1, 2], [1, 2, 3]]) {
        send(updateMany, renamed(...ids)).request.flush(null, broken);
        expect(titles()).toBe('t1,t2,t3');
        reloaded(...rowsOf(1, 2, 3));
        send(deleteMany, ids).request.error(new ProgressEvent('error'));
        reloaded(...rowsOf(1, 2, 3));
      }
      send(updateMany, renamed(1, 2)).request.flush(null, broken);
      reloaded(...renamed(1), ...rowsOf(2, 3));
      expect(titles()).toBe('new 1,t2,t3');
    });

    it('F12 loads the detail of each of its entities, and of no other', () => {
      for (const id of [1, 2, 3]) {
        watch(cache.watch(jobs.get, { id }));
        http.match(`/jobs/${id}`).forEach((each) => each.flush(rowsOf(id)[0]));
      }
      send(updateMany, renamed(3, 1)).request.flush(null, broken);
      const urls = http.match(() => true).map(({ request }) => request.url);
      expect(urls.sort()).toEqual(['/jobs', '/jobs/1', '/jobs/3']);
    });

    it('F12 loads nothing if the server has refused, or if the entities are not in the cache', () => {
      send(updateMany, renamed(1, 2)).request.flush(null, refused);
      send(updateMany, renamed(8, 9)).request.flush(null, broken);
      expect(titles()).toBe('t1,t2,t3');
    });

    it('F12 waits for other mutations that may change the same entities', () => {
      const first = send(updateMany, renamed(1, 2)).request;
      const second = send(updateMany, renamed(2, 3)).request;
      first.flush(null, broken);
      http.expectNone('/jobs');
      second.flush(renamed(2, 3));
      reloaded(...rowsOf(1), ...renamed(2, 3));
      expect(titles()).toBe('t1,new 2,new 3');
    });

    it('F12 loads the lists to which several entities would have been added', () => {
      send(jobs.getList.push, [{ title: 'a' }, { title: 'b' }]).request.flush(null, broken);
      expect(titles()).toBe('t1,t2,t3');
      reloaded(...rowsOf(1, 2, 3, 4));
      expect(titles()).toBe('t1,t2,t3,t4');
    });

    it('F17 is pending for each of its entities, and for no other', () => {
      for (const ids of [[2], [1, 3], [1, 2, 3]]) {
        const { request } = send(updateMany, renamed(...ids));
        expect([where(isPending), isSaving()]).toEqual([ids, true]);
        request.flush(rowsOf(...ids));
        expect([where(isPending), isSaving()]).toEqual([[], false]);
      }
      const { request } = send(deleteMany, ['1', 2]);
      expect(where(isPending)).toEqual(isOptimistic ? [] : [1, 2]);
      request.flush([1, 2]);
      expect(where(isPending)).toEqual([]);
      expect(titles()).toBe('t3');
    });

    it('F17 is not pending for entities inside its entities', () => {
      cache.set(Tag, { id: 1 });
      const { request } = send(updateMany, [{ id: 1, title: 'x', tag: { id: 1 } }]);
      expect([where(isPending), isPending(cache.get(Tag, 1)!)]).toEqual([[1], false]);
      request.flush([]);
    });

    it('F17 is pending also if one of the items has no key yet', () => {
      const { request } = send(updateMany, [{ title: 'new' }, { id: 2, title: 'x' }]);
      expect(where((job) => job.id > 0 && isPending(job))).toEqual([2]);
      request.flush(rowsOf(2));
      expect(where(isPending)).toEqual([]);
    });

    it('F17 is pending while it waits for its turn', () => {
      const first = send(moveMany, { cart: 1 }, renamed(1)).request;
      cache.fetch(moveMany, { cart: 1 }, renamed(2, 3)).subscribe();
      expect(where(isPending)).toEqual([1, 2, 3]);
      first.flush(renamed(1));
      expect(where(isPending)).toEqual([2, 3]);
      http.expectOne({ method: 'PATCH' }).flush(renamed(2, 3));
      expect(where(isPending)).toEqual([]);
    });

    it('F17 shows its failure at each of its entities, until it is tried again', () => {
      send(updateMany, renamed(1, 3)).request.flush(null, refused);
      expect(where(failureOf)).toEqual([1, 3]);
      failureOf(list.last![2])!.dismiss();
      expect(where(failureOf)).toEqual([1]);
      failureOf(list.last![0])!.retry();
      expect([where(failureOf), where(isPending)]).toEqual([[], [1, 3]]);
      http.expectOne({ method: 'PATCH' }).flush(renamed(1, 3));
      expect([where(failureOf), titles()]).toEqual([[], 'new 1,t2,new 3']);
    });

    it('F17 shows no failure at entities that a later mutation has changed', () => {
      const first = send(updateMany, renamed(1, 2)).request;
      const second = send(jobs.partialUpdate, { id: 2 }, { title: 'y' }).request;
      first.flush(null, refused);
      expect(where(failureOf)).toEqual([1]);
      second.flush({ id: 2, title: 'y' });
      expect(where(failureOf)).toEqual([1]);
    });

    it('F17 is pending for what it creates', () => {
      const { request } = send(jobs.getList.push, [{ title: 'a' }, { title: 'b' }]);
      expect(where(isPending).length).toBe(isOptimistic ? 2 : 0);
      request.flush([
        { id: 4, title: 'a' },
        { id: 5, title: 'b' },
      ]);
      expect([where(isPending), titles()]).toEqual([[], 't1,t2,t3,a,b']);
    });
  });
}

describe('a mutation of several entities that its optimistic response names', () => {
  const { jobs, updateMany } = kinds['with optimistic'];
  const deleteMany = new RestEndpoint({
    ...many,
    method: 'DELETE',
    searchParams: typed<{ ids: readonly number[] }>(),
    schema: [new schema.Invalidate(Job)],
    optimistic: (_, { ids }) => optimistic(ids),
    process: (_body: unknown, _response, { ids }) => ids,
  });
  const finish = new RestEndpoint({
    path: '/jobs/finish',
    method: 'POST',
    searchParams: typed<{ ids: readonly number[] }>(),
    schema: [Job],
    optimistic: (_, { ids }) => optimistic(ids.map((id) => ({ id, title: 'done' }))),
  });
  let cache: CacheService;
  let http: HttpTestingController;
  let send: ReturnType<typeof setUpMutations>['send'];
  let list: { readonly last: readonly Job[] | undefined };
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
    isSaving();
    list = watch(cache.watch(jobs.getList).pipe(toValues()));
    http.expectOne('/jobs').flush(rowsOf(1, 2, 3));
  });
  afterEach(() => http.verify());
  const where = (test: (job: Job) => unknown) =>
    list.last!.flatMap((job) => (test(job) ? [job.id] : []));

  it('F12 loads the lists with its entities once after a failure', () => {
    for (const endpoint of [deleteMany, finish]) {
      send(endpoint, { ids: [1, 2] }).request.flush(null, broken);
      http.expectOne('/jobs').flush(rowsOf(1, 2, 3));
    }
  });

  it('F17 is pending for them, and shows its failure at them', () => {
    const { request } = send(finish, { ids: [1, 2] });
    expect(where(isPending)).toEqual([1, 2]);
    request.flush(null, refused);
    expect([where(isPending), where(failureOf)]).toEqual([[], [1, 2]]);
    send(deleteMany, { ids: [2, 3] }).request.flush(null, refused);
    expect([where(isPending), where(failureOf)]).toEqual([[], [1, 2, 3]]);
  });

  it('F12, F17 may name them by temporary ids', () => {
    const creation = send(jobs.getList.push, { title: 'four' }).request;
    const { id } = list.last![3];
    cache.fetch(updateMany, renamed(1, id)).subscribe({ error: () => undefined });
    expect(where(isPending)).toEqual([1, id]);
    creation.flush({ id: 4, title: 'four' });
    expect(where(isPending)).toEqual([1, 4]);
    const request = http.expectOne({ method: 'PATCH' });
    expect((request.request.body as Changes).map((each) => each.id)).toEqual([1, 4]);
    request.flush(null, broken);
    expect([where(isPending), where(failureOf)]).toEqual([[], [1, 4]]);
    http.expectOne('/jobs').flush(rowsOf(1, 2, 3, 4));
  });
});
