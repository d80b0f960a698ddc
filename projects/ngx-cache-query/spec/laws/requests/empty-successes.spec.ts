import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheError,
  type CacheService,
  Collection,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly board: string = '';
}

class Part extends Entity {
  readonly sku: string = '';
  readonly name: string = '';
  override pk() {
    return this.sku;
  }
}

type Body = Record<string, unknown>;
const options = {
  path: '/tasks/:id',
  schema: Task,
  searchParams: typed<{ board?: string }>(),
  body: typed<Body>(),
} as const;
const plain = restEndpoints(options);
const kinds: readonly [string, typeof plain][] = [
  ['without optimistic', plain],
  ['with optimistic', restEndpoints({ ...options, optimistic })],
];

for (const [kind, tasks] of kinds) {
  describe(`F11 an empty success is a success, ${kind}`, () => {
    let cache: CacheService;
    let http: HttpTestingController;
    let send: ReturnType<typeof setUpMutations>['send'];

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
    });
    afterEach(() => http.verify());

    const list = (board?: string) =>
      watch(cache.watch(tasks.getList, ...(board ? [{ board }] : [])).pipe(toValues()));
    const titlesOf = (seen: { last?: readonly Task[] | undefined }) =>
      seen.last!.map(({ title }) => title);

    for (const empty of [null, {}, '']) {
      it(`PATCH and PUT answered ${JSON.stringify(empty)} store what was sent`, () => {
        cache.set([Task], [{ id: 1, title: 'old', board: 'a' }]);
        const task = watch(cache.select(Task, 1));
        const patch = send(tasks.partialUpdate, { id: '1' }, { title: 'new' });
        patch.request.flush(empty);
        expect(task.last).toEqual(jasmine.objectContaining({ id: 1, title: 'new', board: 'a' }));
        expect([patch.values.errors, patch.values.completed]).toEqual([[], true]);
        expect(patch.values.last).toBe(task.last as never);
        send(tasks.update, { id: 2 }, { title: 'two' }).request.flush(empty);
        expect(cache.get(Task, 2)).toEqual(jasmine.objectContaining({ id: 2, title: 'two' }));
        expect(task.values.map((each) => each!.title)).toEqual(['old', 'new']);
      });
    }

    it('DELETE answered 204 deletes', () => {
      cache.set([Task], [{ id: 1 }]);
      send(tasks.delete, { id: 1 }).request.flush(null, { status: 204, statusText: 'No Content' });
      expect(cache.get(Task, 1)).toBeUndefined();
    });

    it('a part of an entity that is not in the cache makes no entity', () => {
      cache.set([Task], []);
      const { request, values } = send(tasks.partialUpdate, { id: 7 }, { title: 'new' });
      request.flush(null);
      expect(cache.get(new schema.All(Task))).toEqual([]);
      expect([values.errors, values.completed]).toEqual([[], true]);
    });

    it('a response with the entity becomes stale, and nothing is sent', () => {
      const seen = watch(cache.watch(tasks.getList));
      http.expectOne('/tasks').flush([{ id: 1, title: 'old' }]);
      send(tasks.partialUpdate, { id: 1 }, { title: 'new' }).request.flush(null);
      expect([seen.last!.isStale, seen.last!.isFetching]).toEqual([true, false]);
    });

    it('a creation takes its key from the header Location', () => {
      const seen = list('a');
      http.expectOne('/tasks?board=a').flush([]);
      const { request, values } = send(tasks.getList.push, { board: 'a', title: 'typed' });
      request.flush(null, {
        status: 201,
        statusText: 'Created',
        headers: { Location: 'https://example.com/tasks/9/?x=1' },
      });
      expect(seen.last).toEqual([jasmine.objectContaining({ id: 9, title: 'typed', board: 'a' })]);
      expect(values.last).toBe(cache.get(Task, 9) as never);
    });

    for (const [what, status, Location] of [
      ['the job of a server that has not finished', 202, '/jobs/77'],
      ['a text that cannot be decoded', 201, '/tasks/%E0%A4%A'],
    ] as const) {
      it(`but not from ${what}: the list is loaded`, () => {
        const seen = list();
        http.expectOne('/tasks').flush([]);
        const { request, values } = send(tasks.getList.push, { title: 'typed' });
        request.flush(null, { status, statusText: 'Accepted', headers: { Location } });
        http.expectOne('/tasks').flush([{ id: 9, title: 'typed' }]);
        expect([values.errors, seen.last!.map(({ id }) => id)]).toEqual([[], [9]]);
        expect(cache.get(new schema.All(Task))!.length).toBe(1);
      });
    }

    it('also a key with another name, and an encoded one', () => {
      const parts = restEndpoints({ path: '/parts/:sku', schema: Part, body: typed<Body>() });
      send(parts.getList.push, { name: 'Bolt' }).request.flush(null, {
        headers: { Location: '/parts/a%2Fb' },
      });
      expect(cache.get(Part, 'a/b')!.name).toBe('Bolt');
    });

    it('a PATCH that adds an unknown entity to lists refetches them', () => {
      const seen = list('a');
      http.expectOne('/tasks?board=a').flush([]);
      const archive = tasks.getList.push.extend({ path: '/tasks/:id', method: 'PATCH' });
      send(archive, { id: 7 }, { board: 'a' }).request.flush(null);
      http.expectOne('/tasks?board=a').flush([{ id: 7, title: 'seven', board: 'a' }]);
      expect(titlesOf(seen)).toEqual(['seven']);
    });

    it('a creation without a key does not refetch a map, to which push adds nothing', () => {
      const byName = tasks.getList.extend({
        path: '/tasks/by-name',
        schema: new Collection(new schema.Values(Task)),
      });
      watch(cache.watch(byName));
      http.expectOne('/tasks/by-name').flush({});
      send(tasks.getList.push, { title: 'typed' }).request.flush(null);
    });

    it('a creation without a key refetches its lists, and stays until they arrive', () => {
      const [a, b] = [list('a'), list('b')];
      http.expectOne('/tasks?board=a').flush([{ id: 1, title: 'one', board: 'a' }]);
      http.expectOne('/tasks?board=b').flush([]);
      const { request, values } = send(tasks.getList.push, { board: 'a', title: 'typed' });
      const before = a.values.length;
      request.flush(null);
      expect([values.errors, values.last, values.completed]).toEqual([[], undefined, true]);
      expect(a.values.length).toBe(before); // with optimistic, the temporary row stays
      const isShown = kind === 'with optimistic';
      expect(titlesOf(a)).toEqual(isShown ? ['one', 'typed'] : ['one']);
      http.expectOne('/tasks?board=a').flush([
        { id: 1, title: 'one', board: 'a' },
        { id: 9, title: 'typed', board: 'a' },
      ]);
      expect(a.values.length).toBe(before + 1); // one emission, in which the real row replaces it
      expect(a.last!.map(({ id }) => id)).toEqual([1, 9]);
      expect([b.last, cache.get(new schema.All(Task))!.length]).toEqual([[], 2]);
    });

    it('a creation without a key is not shown any more if its list cannot be loaded, or is not observed', () => {
      const seen = list();
      http.expectOne('/tasks').flush([]);
      send(tasks.getList.push, { title: 'typed' }).request.flush(null);
      http.expectOne('/tasks').flush(null, { status: 500, statusText: 'No' });
      expect(cache.get(new schema.All(Task))).toEqual([]);
      seen.subscription.unsubscribe();
      send(tasks.getList.push, { title: 'typed' }).request.flush(null);
      expect(cache.get(new schema.All(Task))).toEqual([]);
    });

    it('a mutation with another schema writes nothing', () => {
      const many = new RestEndpoint({
        path: '/tasks',
        method: 'PATCH',
        schema: [Task],
        body: typed<Body>(),
      });
      const { request, values } = send(many, { title: 'x' });
      request.flush(null);
      expect([values.errors, values.completed]).toEqual([[], true]);
    });
  });
}

describe('F11 an empty success', () => {
  it('fails what waits for the id of an entity that stays unknown', () => {
    const { cache, http } = setUpMutations();
    const [, [, tasks]] = kinds;
    const seen = watch(cache.watch(tasks.getList).pipe(toValues()));
    http.expectOne('/tasks').flush([]);
    cache.fetch(tasks.getList.push, { title: 'typed' }).subscribe();
    const created = http.expectOne({ method: 'POST', url: '/tasks' });
    const { id } = seen.last![0];
    const change = watch(cache.fetch(tasks.partialUpdate, { id }, { title: 'later' }));
    created.flush(null);
    expect(change.errors.map((error) => (error as CacheError).code)).toEqual(['NCQ4004']);
    http.expectOne('/tasks').flush([{ id: 9, title: 'typed' }]);
    expect(seen.last!.map(({ title }) => title)).toEqual(['typed']);
    http.verify();
  });

  it('does not concern reads', () => {
    const { cache, http } = setUpMutations();
    const seen = watch(cache.fetch(plain.get, { id: 1 }));
    http.expectOne('/tasks/1').flush(null);
    expect(seen.errors.map((error) => (error as CacheError).code)).toEqual(['NCQ1001']);
  });
});
