import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  provideCache,
  schema,
  type SchemaLike,
  toValues,
} from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { sweep } from 'ngx-cache-query-internals';
import { allUsers, feed, Link, Post, Todo, User } from '../../support/models';
import { Recorder } from '../../support/recorder';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

class Team extends Entity {
  readonly id: string = '';
  readonly lead: Todo | undefined = undefined;
  readonly next: Team | undefined = undefined;
  static override readonly schema: Record<string, SchemaLike> = { lead: Todo };
}
Object.assign(Team.schema, { next: Team });
class Board extends Entity {
  readonly id: string = '';
  readonly todos: readonly Todo[] = [];
  static override readonly schema = { todos: new schema.All(Todo) };
}

describe('F1, R11 refetch of entities', () => {
  let cache: CacheService;
  let recorder: Recorder;
  beforeEach(() => {
    recorder = new Recorder();
    TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => recorder))] });
    cache = TestBed.inject(CacheService);
  });

  /**
   * Subscribes to an endpoint that has responded. Returns a function for the number of requests that were sent since
   * then.
   */
  const subscribeTo = (shape: SchemaLike, response: unknown) => {
    const served = new Served(shape);
    watch(cache.watch(served.endpoint).pipe(toValues()));
    served.respond(response);
    return { served, refetchCount: () => served.requests.length - 1 };
  };
  const showsAda: Record<string, () => { refetchCount: () => number; served: Served<SchemaLike> }> =
    {
      'the entity': () => subscribeTo(User, { id: 'a' }),
      'a list of it': () => subscribeTo([User], [{ id: 'b' }, { id: 'a' }]),
      'all of its type': () => subscribeTo(allUsers, [{ id: 'a' }]),
      'an object with a list': () =>
        subscribeTo({ users: [User], total: 0 }, { users: [{ id: 'a' }] }),
      values: () => subscribeTo(new schema.Values(User), { x: { id: 'a' } }),
      'a relation': () => subscribeTo([Todo], [{ id: 1, userId: 'a' }]),
      'a relation of a relation': () =>
        subscribeTo(Team, { id: 't', lead: { id: 1, userId: { id: 'a' } } }),
      'a cycle of relations': () =>
        subscribeTo(Team, { id: 't', next: { id: 'u', next: 't', lead: { id: 1, userId: 'a' } } }),
      'an All in an entity': () => subscribeTo(Board, { id: 'b', todos: [{ id: 1, userId: 'a' }] }),
      'a list whose entities are written later': () => {
        const board = subscribeTo(Board, { id: 'b', todos: [] });
        cache.set(Todo, { id: 1, userId: 'a' });
        return board;
      },
    };
  it('refetches nothing for a read that failed, and that nothing uses any more', () => {
    const served = new Served(allUsers);
    cache.set(User, { id: 'a' });
    const seen = watch(cache.watch(served.endpoint));
    served.requests[0].fail('down');
    seen.subscription.unsubscribe();
    for (let i = 0; i < 2; i++) sweep(cache);
    void cache.refetch(User);
    watch(cache.watch(served.endpoint));
    expect(served.requests.length).toBe(1);
  });

  for (const [what, show] of Object.entries(showsAda)) {
    it(`refetches ${what}, once`, () => {
      const { refetchCount, served } = show();
      cache.refetch(User, 'a');
      expect(refetchCount()).toBe(1);
      served.requests[1].respond(served.endpoint.schema === User ? { id: 'a' } : undefined);
      expect(refetchCount()).toBe(1);
    });
    it(`of the whole type refetches ${what}`, () => {
      const { refetchCount } = show();
      cache.refetch(User);
      expect(refetchCount()).toBe(1);
    });
  }

  it('keeps responses that show other entities', () => {
    const others = [
      subscribeTo(User, { id: 'b' }),
      subscribeTo([Todo], [{ id: 1, userId: 'b' }]),
      subscribeTo(feed, [{ id: 1, type: 'link' }]),
      subscribeTo(undefined, { id: 'a' }),
    ];
    cache.set(User, { id: 'a' });
    cache.refetch(User, 'a');
    expect(others.map(({ refetchCount }) => refetchCount())).toEqual([0, 0, 0, 0]);
    cache.refetch(Post);
    expect(others[2].refetchCount()).toBe(1);
    cache.refetch(Link, 2);
    expect(others[2].refetchCount()).toBe(1);
  });

  it('skips responses whose schema cannot reach the entity', () => {
    const { refetchCount, served } = subscribeTo([Todo], [{ id: 1, userId: 'a' }]);
    const other = subscribeTo(new schema.Array({ link: Link, post: Post }, 'type'), [
      { id: 1, type: 'post' },
    ]);
    cache.refetch(Team);
    expect([refetchCount(), other.refetchCount()]).toEqual([0, 0]);
    cache.refetch(Post, 1);
    expect([refetchCount(), other.refetchCount(), served.requests.length]).toEqual([0, 1, 1]);
  });

  it('makes a response stale that nothing observes', () => {
    const served = new Served([Todo]);
    watch(cache.fetch(served.endpoint));
    served.respond([{ id: 1, userId: 'a' }]);
    watch(cache.ensure(served.endpoint));
    expect(served.requests.length).toBe(1);
    void cache.refetch(User, 'a');
    watch(cache.ensure(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('refetches nothing when its batch fails', () => {
    const { refetchCount } = subscribeTo(User, { id: 'a' });
    const failing = () =>
      cache.batch(() => {
        cache.refetch(User, 'a');
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect([refetchCount(), cache.get(User, 'a')?.id]).toEqual([0, 'a']);
  });

  it('finds the end of a long chain', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: `t${i}`, next: `t${i + 1}` }));
    cache.set([Team], rows);
    cache.set(Team, { id: 't20000', lead: { id: 1, userId: 'a' } });
    const { refetchCount } = subscribeTo(Team, { id: 't0' });
    cache.refetch(User, 'a');
    expect(refetchCount()).toBe(1);
  });
});

describe('R11, F1 delete', () => {
  let cache: CacheService;
  let recorder: Recorder;
  beforeEach(() => {
    recorder = new Recorder();
    TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => recorder))] });
    cache = TestBed.inject(CacheService);
  });
  const observed = (shape: SchemaLike, response: unknown) => {
    const served = new Served(shape);
    const seen = watch(cache.watch(served.endpoint));
    served.respond(response);
    return { served, seen };
  };

  it('makes the entity leave every list, and requests none of them', () => {
    const lists = [
      observed([User], [{ id: 'a' }, { id: 'b' }]),
      observed(allUsers, [{ id: 'a' }]),
      observed({ users: [User] }, { users: [{ id: 'a' }] }),
      observed([Todo], [{ id: 1, userId: 'a' }]),
    ];
    cache.delete(User, 'a');
    expect(lists.map(({ served }) => served.requests.length)).toEqual([1, 1, 1, 1]);
    expect(
      lists.slice(0, 2).map(({ seen }) => (seen.last!.value as User[]).map(({ id }) => id)),
    ).toEqual([['b'], ['b']]);
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['b']);
  });

  const details: Record<string, () => ReturnType<typeof observed>> = {
    'the entity': () => observed(User, { id: 'a' }),
    'an object with it': () => observed({ user: User, total: 0 }, { user: { id: 'a' }, total: 1 }),
    'a union of it': () =>
      observed(new schema.Union({ user: User, link: Link }, 'type'), { id: 'a', type: 'user' }),
  };
  for (const [what, open] of Object.entries(details)) {
    it(`requests once for an active subscriber of ${what}`, () => {
      const { served } = open();
      cache.delete(User, 'a');
      expect(served.requests.length).toBe(2);
      served.requests[1].fail('404');
      expect(served.requests.length).toBe(2);
    });
  }

  it('requests for a subscriber of the entity as another class with the same key', () => {
    class Person extends Entity {
      static override readonly key: string = 'Person';
      readonly id: string = '';
    }
    class Name extends Person {
      static override readonly key = 'Person';
    }
    const { served } = observed(Name, { id: 'a' });
    cache.delete(Person, 'a');
    expect(served.requests.length).toBe(2);
  });

  it('is loading without a value while a detail requests, and an error when that fails', () => {
    const { served, seen } = observed(User, { id: 'a' });
    cache.delete(User, 'a');
    expect([seen.last!.status, seen.last!.value]).toEqual(['loading', undefined]);
    served.requests[1].fail('404');
    expect([seen.last!.status, seen.last!.error?.cause]).toEqual(['error', '404']);
    expect(seen.values.map(({ status }) => status)).toEqual([
      'loading',
      'resolved',
      'loading',
      'error',
    ]);
  });

  it('lets a new response bring the entity back', () => {
    const { served, seen } = observed(User, { id: 'a', name: 'Ada' });
    cache.delete(User, 'a');
    served.respond({ id: 'a', name: 'Adele' });
    expect((seen.last!.value as User).name).toBe('Adele');
  });

  it('does not let a read in flight bring the entity back', () => {
    const { served, seen } = observed(User, { id: 'a' });
    const list = new Served([User]);
    const fetched = watch(cache.fetch(list.endpoint));
    cache.delete(User, 'a');
    list.respond([{ id: 'a' }, { id: 'b' }]);
    expect(fetched.last!.map(({ id }) => id)).toEqual(['b']);
    expect([seen.last!.status, served.requests.length]).toEqual(['loading', 2]);
  });

  it('requests at the next subscription', () => {
    const served = new Served(User);
    cache.fetch(served.endpoint).subscribe();
    served.respond({ id: 'a' });
    cache.delete(User, 'a');
    expect(served.requests.length).toBe(1);
    watch(cache.ensure(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('makes an object without its entity stale, even without a subscriber', () => {
    const served = new Served({ user: User, total: 0 });
    cache.fetch(served.endpoint).subscribe();
    served.respond({ user: { id: 'a' }, total: 1 });
    cache.delete(User, 'a');
    expect(served.requests.length).toBe(1);
    watch(cache.watch(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('removes the entities that pass a test, in one commit', () => {
    cache.set(
      [User],
      ['a', 'b', 'c'].map((id) => ({ id, isAdmin: id !== 'b' })),
    );
    const seen = watch(cache.select(allUsers));
    const before = recorder.commits.length;
    cache.delete(User, ({ isAdmin }) => isAdmin);
    expect(seen.last!.map(({ id }) => id)).toEqual(['b']);
    expect(seen.values.length).toBe(2);
    expect(recorder.commits.slice(before).map(({ changes }) => changes.length)).toEqual([2]);
    cache.delete(User, () => true);
    expect(seen.last).toEqual([]);
  });

  it('and the expiry of a detail are one commit', () => {
    const { seen } = observed(User, { id: 'a' });
    const before = seen.values.length;
    cache.delete(User, 'a');
    expect(seen.values.slice(before).map(({ isStale, value }) => [isStale, value])).toEqual([
      [true, undefined],
    ]);
  });

  it('deletes nothing when its batch fails', () => {
    const { served } = observed(User, { id: 'a' });
    const failing = () =>
      cache.batch(() => {
        cache.delete(User, 'a');
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect([served.requests.length, cache.get(User, 'a')?.id]).toEqual([1, 'a']);
  });

  it('requests nothing for an entity that a mutation deleted on the server', () => {
    const { served, seen } = observed(User, { id: 'a' });
    const remove = new Served(new schema.Invalidate(User), { sideEffect: true });
    watch(cache.fetch(remove.endpoint));
    remove.respond({ id: 'a' });
    expect([seen.last!.error?.code, served.requests.length]).toEqual(['NCQ4005', 1]);
  });
});
