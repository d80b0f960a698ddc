import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Endpoint,
  type Failure,
  provideCache,
  schema,
  toValues,
  withFailures,
} from 'ngx-cache-query';
import { NEVER, of, Subject, throwError } from 'rxjs';
import { Todo, User } from '../../support/models';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

const requested: string[] = [];
const load = (name: string, response: unknown) => () => {
  requested.push(name);
  return of(response);
};
const getUsers = new Endpoint({
  name: 'users',
  load: load('users', [{ id: 'a' }, { id: 'b' }]),
  schema: [User],
});
const getTodos = new Endpoint({
  name: 'todos',
  load: load('todos', [{ id: 1, userId: 'a' }]),
  schema: [Todo],
});
const getTime = new Endpoint({ name: 'time', load: load('time', 5) });

describe('F1, S1 the target of refetch', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    for (const endpoint of [getUsers, getTodos, getTime])
      watch(cache.watch(endpoint as typeof getTime).pipe(toValues()));
    requested.length = 0;
  });

  it('may be a test of responses', () => {
    cache.refetch(({ endpoint }) => endpoint === (getTime as unknown));
    expect(requested).toEqual(['time']);
    cache.refetch(({ key }) => key.startsWith('t'));
    expect(requested.sort()).toEqual(['time', 'time', 'todos']);
  });

  it('may be a response that was never requested, which stays unknown', () => {
    const getPage = new Endpoint({ name: 'page', load: (_: number) => NEVER, schema: [User] });
    cache.get(getPage, 1);
    void cache.refetch(getPage, 1);
    const keys: string[] = [];
    void cache.refetch(({ key }) => keys.push(key) < 0);
    expect(keys.sort()).toEqual(['time []', 'todos []', 'users []']);
  });

  it('may be those responses that are missing or stale', async () => {
    const isStale = () => {
      const stale: string[] = [];
      void cache.refetch((each) => each.isStale && stale.push(each.endpoint.name) < 0);
      return stale.sort();
    };
    const slow = new Endpoint({ name: 'slow', load: () => NEVER });
    watch(cache.watch(slow)); // in flight
    const unused = new Endpoint({ name: 'unused', load: () => of(1) });
    cache.fetch(unused).subscribe();
    expect(isStale()).toEqual([]);
    void cache.refetch(unused);
    expect(isStale()).toEqual(['unused']);
    void cache.clear();
    expect(isStale()).toEqual(['slow', 'time', 'todos', 'users']);
    await cache.refetch(({ isStale, key }) => isStale && key !== slow.key());
    expect(requested.sort()).toEqual(['time', 'todos', 'users']);
    expect(isStale()).toEqual(['slow']);
  });

  it('may be an entity: responses that show it are refetched, and it stays', () => {
    cache.refetch(User, 'b');
    expect(requested).toEqual(['users']);
    expect(cache.get(User, 'b')).toBeDefined();
    cache.refetch(User, 'a');
    expect(requested.sort()).toEqual(['todos', 'users', 'users']);
  });

  it('may be a type or a test of entities: responses that show one of them are refetched', () => {
    cache.refetch(Todo);
    expect(requested).toEqual(['todos']);
    cache.refetch(User, (user) => user.id === 'b');
    expect(requested).toEqual(['todos', 'users']);
    cache.refetch(User, () => false);
    expect(requested.length).toBe(2);
  });

  it('is found in one walk over the responses, however many entities pass a test', () => {
    const list = new schema.Array(User);
    const items = Array.from({ length: 50 }, (_, n) => ({ id: `many ${n}` }));
    watch(cache.watch(new Endpoint({ load: load('many', items), schema: list })).pipe(toValues()));
    const walks = spyOn(list, 'denormalize').and.callThrough();
    cache.refetch(User, ({ id }) => id.startsWith('many'));
    expect(requested).toEqual(['many', 'many']);
    expect(walks.calls.count()).toBeLessThan(5);
  });

  it('is refused if it is a mutation, or has no responses', () => {
    const rename = new Endpoint({ name: 'rename', load: () => NEVER, sideEffect: true });
    for (const refetch of [
      () => cache.refetch(rename),
      () => cache.refetch('users' as never),
      () => cache.refetch(User, { name: 'Ada' } as never),
    ]) {
      expect(thrownBy(refetch).code).toBe('NCQ4003');
    }
    expect(requested).toEqual([]);
  });

  it('is checked when a mutation is created: another mutation or a non-endpoint is refused', () => {
    const rename = new Endpoint({ name: 'rename', load: () => NEVER, sideEffect: true });
    for (const named of [rename, [rename], undefined, [undefined, 1], 'users']) {
      const make = () =>
        new Endpoint({
          name: 'save',
          load: () => NEVER,
          sideEffect: true,
          refetches: [named as never],
        });
      const { code, message } = thrownBy(make);
      expect(code).toBe('NCQ4003');
      expect(message).toContain('save: refetches');
    }
  });

  it('may be named by a mutation, and is refetched when its response arrives', () => {
    const shared = { sideEffect: true, schema: User };
    const rename = new Endpoint({
      ...shared,
      load: (id: string) => of({ id, name: 'new' }),
      refetches: (id) => [getTime, [User, id]],
    });
    const failing = new Endpoint({
      ...shared,
      load: () => throwError(() => 'no'),
      refetches: [getTime],
    });
    watch(cache.fetch(failing));
    watch(cache.fetch(new Endpoint({ ...shared, load: () => NEVER, refetches: [getTodos] })));
    expect(requested).toEqual([]);
    watch(cache.fetch(rename, 'b'));
    expect(requested.sort()).toEqual(['time', 'users']);
  });

  it('may be named by a value of a stream, in addition to its writes', () => {
    const messages = new Subject<{ readonly saved?: object; readonly changed?: string }>();
    const errors: unknown[] = [];
    const users = watch(cache.select(new schema.All(User)));
    cache.connect(
      messages,
      { saved: User },
      {
        refetches: ({ changed }) =>
          changed === 'bad'
            ? ['bad' as never]
            : changed === undefined
              ? []
              : [getTodos, [User, changed]],
        onError: (error) => errors.push(error),
      },
    );
    messages.next({ saved: { id: 'c' } });
    expect([requested, users.values.length]).toEqual([[], 2]);
    messages.next({ saved: { id: 'd' }, changed: 'b' });
    expect(requested.sort()).toEqual(['todos', 'users']);
    messages.next({ saved: { id: 'e' }, changed: 'bad' });
    expect([errors.length, cache.get(User, 'e')]).toEqual([1, undefined]);
    messages.next({ changed: 'a' });
    expect(requested.length).toBe(4);
  });
});

describe('F3 withFailures', () => {
  it('reports every failed request, and nothing else', () => {
    const failures: Failure[] = [];
    TestBed.configureTestingModule({
      providers: [provideCache(withFailures(() => (failure) => failures.push(failure)))],
    });
    const cache = TestBed.inject(CacheService);
    const fail = (name: string, sideEffect: boolean) =>
      new Endpoint({ name, sideEffect, load: (_n: number) => throwError(() => name) });
    watch(cache.fetch(fail('write', true), 1));
    watch(cache.watch(fail('read', false), 2));
    watch(cache.fetch(getTime));
    watch(cache.fetch(new Endpoint({ load: () => NEVER }))).subscription.unsubscribe();
    expect(
      failures.map(({ error, ...rest }) => ({ ...rest, cause: (error as CacheError).cause })),
    ).toEqual([
      { endpoint: 'write', key: 'write [1,]', args: [1], cause: 'write' },
      { endpoint: 'read', key: 'read [2,]', args: [2], cause: 'read' },
    ]);
  });
});
