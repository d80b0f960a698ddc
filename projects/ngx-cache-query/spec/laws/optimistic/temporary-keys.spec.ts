import type { HttpTestingController } from '@angular/common/http/testing';
import {
  type CacheService,
  Entity,
  EntityMixin,
  isPending,
  isTemporary,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  trackEntity,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Note extends Entity {
  readonly _id: string = '';
  readonly text: string = '';
  override pk() {
    return this._id;
  }
}
class Page extends Entity {
  readonly documentId: number = 0;
  readonly text: string = '';
  override pk() {
    return this.documentId;
  }
}
class Model {
  readonly _id: string = '';
  readonly text: string = '';
}
class Mixed extends EntityMixin(Model, { pk: '_id' }) {}
class User extends Entity {
  readonly orgId: number = 0;
  readonly id: number = 0;
  readonly text: string = '';
  override pk() {
    return `${this.orgId}:${this.id}`;
  }
}

const body = typed<object>();
const kinds = {
  'a field named _id': { type: Note, path: '/rows/:_id', key: '_id', served: 'x5' },
  'a numeric field': { type: Page, path: '/rows/:documentId', key: 'documentId', served: 5 },
  'a mixin': { type: Mixed, path: '/rows/:_id', key: '_id', served: 'x5' },
} as const;

let cache: CacheService;
let http: HttpTestingController;
let send: ReturnType<typeof setUpMutations>['send'];
const open = (method: string) => http.match((request) => request.method === method);

for (const [kind, { type, path, key, served }] of Object.entries(kinds)) {
  describe(`O7 a created entity whose key is ${kind}`, () => {
    const rows = restEndpoints({ path, schema: type as typeof Note, body, optimistic });
    const all = new schema.All(type as typeof Note);
    const field = (row: Note) => (row as unknown as Record<string, unknown>)[key];

    beforeEach(() => {
      ({ cache, http, send } = setUpMutations());
    });
    afterEach(() => http.verify());

    it('has a temporary key until it gets that of the server', () => {
      const list = watch(cache.watch(rows.getList));
      open('GET')[0].flush([]);
      const { request } = send(rows.getList.push, { text: 'new' });
      const [created] = list.last!.value!;
      expect([created.text, typeof field(created)]).toEqual(['new', typeof served]);
      expect([isTemporary(created), isPending(created)]).toEqual([true, true]);
      const track = trackEntity(created);
      request.flush({ [key]: served, text: 'new' });
      const [row] = list.last!.value!;
      expect([field(row), isTemporary(row), trackEntity(row)]).toEqual([served, false, track]);
      expect(cache.get(type as typeof Note, served)).toBe(row);
      expect(cache.get(all)!.length).toBe(1);
    });

    it('is changed when the key is known', () => {
      const { request } = send(rows.getList.push, { text: 'new' });
      const [created] = cache.get(all)!;
      const args = { [key]: field(created) };
      const change = send(rows.partialUpdate, args, { text: 'changed' }).values;
      request.flush({ [key]: served, text: 'new' });
      const [patch] = open('PATCH');
      expect(patch.request.url).toBe(`/rows/${served}`);
      patch.flush({ [key]: served, text: 'changed' });
      expect((change.last as unknown as Note).text).toBe('changed');
      expect(cache.get(all)!.map(({ text }) => text)).toEqual(['changed']);
    });

    it('is gone if the creation fails', () => {
      const { request } = send(rows.getList.push, { text: 'new' });
      request.flush(null, { status: 400, statusText: 'Bad Request' });
      expect(cache.get(all)).toEqual([]);
    });
  });
}

describe('O7 a created entity with a composed key', () => {
  const users = restEndpoints({ path: '/orgs/:orgId/users/:id', schema: User, body, optimistic });
  const all = new schema.All(User);

  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });
  afterEach(() => http.verify());

  it('does not hide another one', () => {
    const first = send(users.getList.push, { orgId: 1 }, { text: 'first' }).request;
    const second = send(users.getList.push, { orgId: 1 }, { text: 'second' }).request;
    expect(cache.get(all)!.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(cache.get(all)!.every(isTemporary)).toBeTrue();
    second.flush({ orgId: 1, id: 7, text: 'second' });
    first.flush({ orgId: 1, id: 6, text: 'first' });
    expect(cache.get(all)!.map(({ id, text }) => `${id} ${text}`)).toEqual(['6 first', '7 second']);
    expect(cache.get(all)!.some(isTemporary)).toBeFalse();
    expect(cache.get(User, '1:6')!.text).toBe('first');
  });

  it('is changed when the key is known', () => {
    const { request } = send(users.getList.push, { orgId: 1 }, { text: 'new' });
    const [{ id }] = cache.get(all)!;
    watch(cache.fetch(users.partialUpdate, { orgId: 1, id }, { text: 'changed' }));
    request.flush({ id: 6, text: 'new' });
    const [patch] = open('PATCH');
    expect(patch.request.url).toBe('/orgs/1/users/6');
    patch.flush({ orgId: 1, id: 6, text: 'changed' });
    expect(cache.get(all)!.map(({ id: own, text }) => `${own} ${text}`)).toEqual(['6 changed']);
  });
});

class Project extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Task extends Entity {
  readonly id: number = 0;
  readonly projectId: number = 0;
  readonly title: string = '';
}

describe('O7 temporary ids', () => {
  const projects = restEndpoints({ path: '/projects/:id', schema: Project, body, optimistic });
  const tasks = restEndpoints({
    path: '/tasks/:id',
    schema: Task,
    searchParams: typed<{ projectId?: number }>(),
    body,
    optimistic,
  });
  const all = new schema.All(Task);

  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });
  afterEach(() => http.verify());

  it('in plain fields are replaced', () => {
    const { request } = send(projects.getList.push, { name: 'new' });
    const [{ id }] = cache.get(new schema.All(Project))!;
    const created = watch(cache.fetch(tasks.getList.push, { projectId: id, title: 'first' }));
    expect(open('POST').length).toBe(0);
    request.flush({ id: 5, name: 'new' });
    expect(cache.get(all)!.map(({ projectId }) => projectId)).toEqual([5]);
    const [post] = open('POST');
    expect(post.request.body).toEqual({ projectId: 5, title: 'first' });
    post.flush({ id: 8 });
    expect(created.last).toEqual(jasmine.objectContaining({ id: 8, projectId: 5, title: 'first' }));
  });

  it('two creations that are answered with one id are one entity', () => {
    const list = watch(cache.watch(projects.getList));
    open('GET')[0].flush([]);
    const first = send(projects.getList.push, { name: 'a' }).request;
    const second = send(projects.getList.push, { name: 'a' }).request;
    expect(list.last!.value!.length).toBe(2);
    first.flush({ id: 5, name: 'a' });
    second.flush({ id: 5, name: 'a' });
    expect(list.last!.value!.map(({ id }) => id)).toEqual([5]);
    expect(cache.get(new schema.All(Project))!.length).toBe(1);
  });

  it('end when the entity is deleted', () => {
    const { request } = send(projects.getList.push, { name: 'a' });
    const [{ id }] = cache.get(new schema.All(Project))!;
    const byTemporary = watch(cache.select(Project, id));
    request.flush({ id: 5, name: 'a' });
    expect(byTemporary.last!.id).toBe(5);
    cache.delete(Project, 5);
    cache.set(Project, { id: 5, name: 'another' });
    expect(cache.get(Project, 5)!.name).toBe('another');
    expect(byTemporary.last).toBeUndefined();
    expect(cache.get(Project, id)).toBeUndefined();
  });

  it('of an entity that was deleted by its id bring nothing back, nor do older responses', () => {
    const { request } = send(projects.getList.push, { name: 'new' });
    const list = watch(cache.watch(projects.getList));
    const [read] = open('GET');
    cache.set(Project, { id: 5, name: 'new' }); // such as a response that the server has sent since
    cache.delete(Project, 5);
    request.flush({ id: 5, name: 'new' });
    read.flush([{ id: 5, name: 'new' }]);
    expect(cache.get(Project, 5)).toBeUndefined();
    expect(list.last!.value).toEqual([]);
    for (const again of open('GET')) again.flush([]);
  });

  it('are not made for an entity whose key cannot be completed', () => {
    class Odd extends Entity {
      readonly id: number = 0;
      override pk() {
        return undefined as never;
      }
    }
    const odd = new RestEndpoint({ path: '/odd', body, schema: Odd, optimistic });
    const { errors } = watch(cache.fetch(odd, { name: 'x' }));
    expect(errors.map((error) => (error as { code: string }).code)).toEqual(['NCQ1004']);
  });
});
