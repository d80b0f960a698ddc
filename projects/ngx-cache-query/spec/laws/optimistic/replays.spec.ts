import type { HttpTestingController } from '@angular/common/http/testing';
import { Subject } from 'rxjs';
import {
  type CacheService,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  typed,
} from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Post extends Entity {
  readonly id: number = 0;
  readonly votes: number = 0;
  readonly title: string = '';
  readonly editedAt: number = 0;
}
const posts = restEndpoints({ path: '/posts/:id', schema: Post, body: typed<object>() });
const vote = new RestEndpoint({
  path: '/posts/:id/votes',
  method: 'POST',
  schema: Post,
  optimistic: ({ get }, { id }) =>
    optimistic({ id, votes: (get(Post, Number(id))?.votes ?? 0) + 1 }),
});

let cache: CacheService;
let http: HttpTestingController;
let send: ReturnType<typeof setUpMutations>['send'];
const votes = () => cache.get(Post, 1)?.votes;
const refused = { status: 400, statusText: 'Bad Request' };

describe('O8 an optimistic response is computed again', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
    cache.set(Post, { id: 1, votes: 2, title: 'one' });
  });
  afterEach(() => http.verify());
  const upvote = () => send(vote, { id: 1 }).request;

  it('when an earlier mutation fails', () => {
    const requests = [upvote(), upvote(), upvote()];
    expect(votes()).toBe(5);
    requests[0].flush(null, refused);
    expect(votes()).toBe(4);
    requests[2].flush(null, refused);
    expect(votes()).toBe(3);
    requests[1].flush({ id: 1, votes: 3 });
    expect(votes()).toBe(3);
  });

  it('when an earlier mutation is answered with another value', () => {
    const requests = [upvote(), upvote()];
    requests[0].flush({ id: 1, votes: 10 });
    expect(votes()).toBe(11);
    requests[1].flush({ id: 1, votes: 11 });
    expect(votes()).toBe(11);
  });

  it('when a response or a message brings other data', () => {
    const request = upvote();
    const messages$ = new Subject<object>();
    cache.connect(messages$, Post as never);
    messages$.next({ id: 1, votes: 20 });
    expect(votes()).toBe(21);
    watch(cache.fetch(posts.get, { id: 1 }));
    http.expectOne('/posts/1').flush({ id: 1, votes: 30 });
    expect(votes()).toBe(31);
    request.flush(null, refused);
    expect(votes()).toBe(30);
  });

  it('without bringing back an entity that a message deletes', () => {
    const request = upvote();
    const messages$ = new Subject<object>();
    cache.connect(messages$, new schema.Invalidate(Post) as never);
    messages$.next({ id: 1 });
    expect(cache.get(Post, 1)).toBeUndefined();
    request.flush(null, refused);
    expect(cache.get(Post, 1)).toBeUndefined();
  });

  it('unless it was nothing', () => {
    for (const [id, nothing] of [
      [7, undefined],
      [8, optimistic(undefined)],
    ] as const) {
      const upvoteKnown = vote.extend({
        optimistic: ({ get }, params) => {
          const post = get(Post, Number(params.id));
          return post ? optimistic({ id, votes: post.votes + 1 }) : nothing;
        },
      });
      const { request } = send(upvoteKnown, { id });
      cache.set(Post, { id, votes: 2 });
      expect(cache.get(Post, id)?.votes).toBe(2);
      request.flush({ id, votes: 3 });
    }
  });

  it('over the mutations before it, and below those after it', () => {
    const first = upvote();
    const { request: rename } = send(
      posts.partialUpdate.extend({ optimistic }),
      { id: 1 },
      { title: 'new' },
    );
    const last = upvote();
    first.flush(null, refused);
    expect(cache.get(Post, 1)).toEqual(jasmine.objectContaining({ title: 'new', votes: 3 }));
    rename.flush(null, refused);
    expect(cache.get(Post, 1)).toEqual(jasmine.objectContaining({ title: 'one', votes: 3 }));
    last.flush({ id: 1, votes: 3 });
    expect(votes()).toBe(3);
  });

  it('in one emission', () => {
    const requests = [upvote(), upvote()];
    const post = watch(cache.select(Post, 1));
    requests[0].flush(null, refused);
    expect(post.values.map((each) => each?.votes)).toEqual([4, 3]);
    requests[1].flush({ id: 1, votes: 3 });
    expect(post.values.length).toBe(2);
  });

  it('with the same time and the same ids', () => {
    const times: number[] = [];
    const create = new RestEndpoint({
      path: '/posts',
      body: typed<{ title: string }>(),
      schema: [Post],
      optimistic: ({ get, now, newId }, { title }) => {
        times.push(now);
        const count = get(new schema.All(Post))?.length ?? 0;
        return optimistic([{ title: `${title} ${count} ${newId()}`, editedAt: now }]);
      },
    });
    const first = upvote();
    const { request } = send(create, { title: 'new' });
    const text = () => cache.get(new schema.All(Post))!.map(({ title }) => title);
    const before = text();
    const created = cache.get(new schema.All(Post))!.at(-1)!;
    first.flush(null, refused);
    expect(text()).toEqual(before);
    expect(cache.get(Post, created.id)!.editedAt).toBe(created.editedAt);
    expect(new Set(times).size).toBe(1);
    expect(/[0-9a-f]{8}-[0-9a-f]{4}-/.test(before[1])).toBeTrue();
    request.flush([{ id: 9, title: 'served' }]);
    expect(text()).toEqual(['one', 'served']);
  });

  it('and still creates the same entity, for which requests wait', () => {
    const create = new RestEndpoint({
      path: '/posts',
      body: typed<{ title: string }>(),
      schema: Post,
      optimistic: ({ get }, body) => optimistic({ ...body, votes: get(Post, 1)!.votes }),
    });
    const last = () => cache.get(new schema.All(Post))!.at(-1)!;
    const requests = [upvote(), upvote()];
    const { request } = send(create, { title: 'new' });
    const { id } = last();
    watch(cache.fetch(posts.partialUpdate, { id }, { title: 'newer' }));
    for (const each of requests) each.flush(null, refused);
    expect([last().id, last().votes]).toEqual([id, 2]);
    request.flush({ id: 9, title: 'new', votes: 2 });
    http.expectOne('/posts/9').flush({ id: 9, title: 'newer', votes: 2 });
    expect(cache.get(Post, id)).toBe(last());
    expect(last().title).toBe('newer');
  });

  it('and creates an entity that it did not create before, for which requests wait', () => {
    const create = new RestEndpoint({
      path: '/posts',
      body: typed<{ title: string }>(),
      schema: [Post],
      optimistic: ({ get }, body) => optimistic(get(Post, 1)!.title === 'set' ? [] : [body]),
    });
    const all = () => cache.get(new schema.All(Post))!;
    const set = send(posts.partialUpdate.extend({ optimistic }), { id: 1 }, { title: 'set' });
    const { request } = send(create, { title: 'new' });
    expect(all().length).toBe(1);
    set.request.flush(null, refused);
    const { id } = all().at(-1)!;
    watch(cache.fetch(posts.partialUpdate, { id }, { title: 'newer' }));
    request.flush([{ id: 9, title: 'new' }]);
    http.expectOne('/posts/9').flush({ id: 9, title: 'newer' });
    expect(cache.get(Post, id)).toBe(all().at(-1)!);
    expect(all().map(({ title }) => title)).toEqual(['one', 'newer']);
  });

  it('and does not bring back what the application has deleted', () => {
    const requests = [upvote(), upvote()];
    cache.delete(Post, 1);
    requests[0].flush(null, refused);
    expect(cache.get(Post, 1)).toBeUndefined();
    requests[1].flush(null, refused);
  });

  it('and keeps what the application has written in the meantime', () => {
    const first = upvote();
    upvote();
    cache.set(Post, { id: 1, votes: 50 });
    expect(votes()).toBe(50);
    first.flush(null, refused);
    expect(votes()).toBe(50);
    cache.set(Post, { id: 1, title: 'new' });
    expect([votes(), cache.get(Post, 1)!.title]).toEqual([50, 'new']);
  });

  it('and keeps what the application has written to the entity that it creates', () => {
    const create = new RestEndpoint({
      path: '/posts',
      body: typed<{ title: string }>(),
      schema: Post,
      optimistic: ({ get }, body) => optimistic({ ...body, votes: get(Post, 1)!.votes }),
    });
    const first = upvote();
    send(create, { title: 'new' });
    const last = () => cache.get(new schema.All(Post))!.at(-1)!;
    cache.set(Post, { id: last().id, title: 'own', editedAt: 5 });
    first.flush(null, refused);
    expect(last()).toEqual(jasmine.objectContaining({ title: 'own', editedAt: 5, votes: 2 }));
  });

  it('and may delete then what it changed before, and what the application has written to it', () => {
    const settle = new RestEndpoint({
      path: '/posts/:id/settle',
      method: 'POST',
      schema: { saved: Post, removed: new schema.Invalidate(Post) },
      optimistic: ({ get }, { id }) =>
        optimistic(
          get(Post, Number(id))!.votes > 2 ? { saved: { id, title: 'kept' } } : { removed: { id } },
        ),
    });
    const first = upvote();
    const { request } = send(settle, { id: 1 });
    cache.set(Post, { id: 1, title: 'own' });
    expect(cache.get(Post, 1)?.title).toBe('own');
    first.flush(null, refused);
    expect(cache.get(Post, 1)).toBeUndefined();
    request.flush(null, refused);
    expect(cache.get(Post, 1)?.title).toBe('own');
  });

  it('and shows nothing if it throws then', () => {
    const { request: first } = send(
      posts.partialUpdate.extend({ optimistic }),
      { id: 1 },
      { title: 'set' },
    );
    const shout = new RestEndpoint({
      path: '/posts/:id/shout',
      method: 'POST',
      schema: Post,
      optimistic: ({ get }, { id }) => {
        if (get(Post, Number(id))!.title !== 'set') throw new Error('not set');
        return optimistic({ id, title: 'SET' });
      },
    });
    const { request: second } = send(shout, { id: 1 });
    expect(cache.get(Post, 1)!.title).toBe('SET');
    first.flush(null, refused);
    expect(cache.get(Post, 1)!.title).toBe('one');
    second.flush({ id: 1, title: 'ONE' });
    expect(cache.get(Post, 1)!.title).toBe('ONE');
  });

  it('so it must return the same: otherwise, dev mode warns', () => {
    const warn = listenToWarnings();
    let count = 0;
    const odd = new RestEndpoint({
      path: '/posts/:id/odd',
      method: 'POST',
      schema: Post,
      optimistic: (_, { id }) => optimistic({ id, votes: count++ }),
    });
    send(odd, { id: 1 }).request.flush({ id: 1 });
    expect(warn.calls.allArgs().join()).toContain('returns another response each time it runs');
  });
});

describe('O8 the merge of a class', () => {
  class Log extends Entity {
    readonly id: number = 0;
    readonly text: string = '';
    readonly versions: number = 0;
    static override merge(existing: { versions?: number }, incoming: object) {
      return { ...existing, ...incoming, versions: (existing.versions ?? 0) + 1 };
    }
  }
  const logs = restEndpoints({ path: '/logs/:id', schema: Log, body: typed<object>(), optimistic });

  it('runs once for each answer, and never for what is optimistic', () => {
    ({ cache, http, send } = setUpMutations());
    cache.set(Log, { id: 1, text: 'a' });
    const [first, second, third] = ['b', 'c', 'd'].map(
      (text) => send(logs.partialUpdate, { id: 1 }, { text }).request,
    );
    const shown = () => [cache.get(Log, 1)!.text, cache.get(Log, 1)!.versions];
    expect(shown()).toEqual(['d', 0]);
    second.flush({ id: 1, text: 'c' });
    expect(shown()).toEqual(['d', 1]);
    first.flush(null, refused);
    expect(shown()).toEqual(['d', 1]);
    third.flush({ id: 1, text: 'd' });
    expect(shown()).toEqual(['d', 2]);
    http.verify();
  });

  it('keeps a value of the answer that an earlier mutation in flight has changed', () => {
    ({ cache, http, send } = setUpMutations());
    cache.set(Log, { id: 1, text: 'a' });
    const [first, second] = ['b', 'a'].map(
      (text) => send(logs.partialUpdate, { id: 1 }, { text }).request,
    );
    second.flush({ id: 1, text: 'a' });
    expect(cache.get(Log, 1)!.text).toBe('a');
    first.flush({ id: 1, text: 'b' });
    expect(cache.get(Log, 1)!.text).toBe('a');
  });
});
