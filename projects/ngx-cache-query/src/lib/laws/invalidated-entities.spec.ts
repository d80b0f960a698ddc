import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, type SchemaLike, schema } from '../../public-api';
import { withExtension } from 'ngx-cache-query/extensions';
import { allUsers, feed, Link, Post, Todo, User } from '../testing-support/models';
import { Recorder } from '../testing-support/recorder';
import { Served } from '../testing-support/served';
import { watch } from '../testing-support/watch';

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

describe('F1, R11 entities that are invalidated', () => {
  let cache: CacheService;
  let recorder: Recorder;
  beforeEach(() => {
    recorder = new Recorder();
    TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => recorder))] });
    cache = TestBed.inject(CacheService);
  });

  /** Watches an endpoint that has answered; returns how many requests there were since. */
  const watched = (shape: SchemaLike, response: unknown) => {
    const served = new Served(shape);
    watch(cache.watch(served.endpoint));
    served.answer(response);
    return { served, asked: () => served.requests.length - 1 };
  };
  const showsAda: Record<string, () => { asked: () => number; served: Served<SchemaLike> }> = {
    'the entity': () => watched(User, { id: 'a' }),
    'a list of it': () => watched([User], [{ id: 'b' }, { id: 'a' }]),
    'all of its type': () => watched(allUsers, [{ id: 'a' }]),
    'an object with a list': () => watched({ users: [User], total: 0 }, { users: [{ id: 'a' }] }),
    values: () => watched(new schema.Values(User), { x: { id: 'a' } }),
    'a relation': () => watched([Todo], [{ id: 1, userId: 'a' }]),
    'a relation of a relation': () =>
      watched(Team, { id: 't', lead: { id: 1, userId: { id: 'a' } } }),
    'a cycle of relations': () =>
      watched(Team, { id: 't', next: { id: 'u', next: 't', lead: { id: 1, userId: 'a' } } }),
    'an All in an entity': () => watched(Board, { id: 'b', todos: [{ id: 1, userId: 'a' }] }),
    'what a list shows that is written later': () => {
      const board = watched(Board, { id: 'b', todos: [] });
      cache.set(Todo, { id: 1, userId: 'a' });
      return board;
    },
  };
  for (const [what, show] of Object.entries(showsAda)) {
    it(`are asked for again by who watches ${what}, once`, () => {
      const { asked, served } = show();
      cache.invalidate(User, 'a');
      expect(asked()).toBe(1);
      served.requests[1].answer(served.endpoint.schema === User ? { id: 'a' } : undefined);
      expect(asked()).toBe(1);
    });
    it(`all are asked for again by who watches ${what}`, () => {
      const { asked } = show();
      cache.invalidate(User);
      expect(asked()).toBe(1);
    });
  }

  it('are not asked for by who shows others', () => {
    const others = [
      watched(User, { id: 'b' }),
      watched([Todo], [{ id: 1, userId: 'b' }]),
      watched(feed, [{ id: 1, type: 'link' }]),
      watched(undefined, { id: 'a' }),
    ];
    cache.set(User, { id: 'a' });
    cache.invalidate(User, 'a');
    expect(others.map(({ asked }) => asked())).toEqual([0, 0, 0, 0]);
    cache.invalidate(Post);
    expect(others[2].asked()).toBe(1);
    cache.invalidate(Link, 2);
    expect(others[2].asked()).toBe(1);
  });

  it('come back with the new response, to all who watch, with one request', () => {
    const served = new Served(allUsers);
    const seen = [watch(cache.watch(served.endpoint)), watch(cache.watch(served.endpoint))];
    served.answer([{ id: 'a', name: 'Ada' }]);
    cache.invalidate(User);
    expect(seen[0].last).toEqual([]);
    expect(served.requests.length).toBe(2);
    served.answer([{ id: 'a', name: 'Adele' }]);
    expect(seen.map(({ last }) => last?.[0].name)).toEqual(['Adele', 'Adele']);
  });

  it('are no data of a state meanwhile, which is pending, or idle when the entity was deleted', () => {
    const served = new Served(User);
    const seen = watch(cache.state(served.endpoint));
    const state = TestBed.runInInjectionContext(() => cache.stateSignal(served.endpoint));
    served.answer({ id: 'a' });
    expect(state().status).toBe('success');
    cache.invalidate(User, 'a');
    expect([seen.last?.status, state().status, state().data]).toEqual([
      'pending',
      'pending',
      undefined,
    ]);
    served.answer({ id: 'a', name: 'Ada' });
    expect(state().data?.name).toBe('Ada');
    cache.delete(User, 'a');
    expect([seen.last?.status, state().status, state().data]).toEqual(['idle', 'idle', undefined]);
    expect(served.requests.length).toBe(2);
  });

  it('are asked for by who watches later', () => {
    const served = new Served(User);
    cache.fetch(served.endpoint).subscribe();
    served.answer({ id: 'a' });
    cache.invalidate(User, 'a');
    expect(served.requests.length).toBe(1);
    watch(cache.ensure(served.endpoint));
    expect(served.requests.length).toBe(2);
  });

  it('are gone and expired in one commit', () => {
    const { served } = watched(User, { id: 'a' });
    const before = recorder.commits.length;
    const seen: unknown[] = [];
    cache.state(served.endpoint).subscribe(({ isStale, data }) => seen.push([isStale, data]));
    cache.invalidate(User, 'a');
    expect(recorder.commits.slice(before).filter(({ changes }) => changes.length > 0).length).toBe(
      1,
    );
    expect(seen.slice(1)[0]).toEqual([true, undefined]);
  });

  it('and a response that was asked for before is not fresh', () => {
    const { served, asked } = watched([User], [{ id: 'a' }]);
    cache.expire(served.endpoint);
    cache.invalidate(User, 'a');
    served.requests[1].answer([{ id: 'a' }]);
    expect(asked()).toBe(2);
  });

  it('are not looked for where no schema leads to them', () => {
    const { asked, served } = watched([Todo], [{ id: 1, userId: 'a' }]);
    const other = watched(new schema.Array({ link: Link, post: Post }, 'type'), [
      { id: 1, type: 'post' },
    ]);
    cache.invalidate(Team);
    expect([asked(), other.asked()]).toEqual([0, 0]);
    cache.invalidate(Post, 1);
    expect([asked(), other.asked(), served.requests.length]).toEqual([0, 1, 1]);
  });

  it('and a batch that fails expires nothing', () => {
    const { asked } = watched(User, { id: 'a' });
    const failing = () =>
      cache.batch(() => {
        cache.invalidate(User, 'a');
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect([asked(), cache.get(User, 'a')?.id]).toEqual([0, 'a']);
  });

  it('may be the end of a long chain', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: `t${i}`, next: `t${i + 1}` }));
    cache.set([Team], rows);
    cache.set(Team, { id: 't20000', lead: { id: 1, userId: 'a' } });
    const { asked } = watched(Team, { id: 't0' });
    cache.invalidate(User, 'a');
    expect(asked()).toBe(1);
  });
});
