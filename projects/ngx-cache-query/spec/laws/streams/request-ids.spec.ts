import { TestBed } from '@angular/core/testing';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Subject } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Entity,
  optimistic,
  provideCache,
  requestIds,
  RestEndpoint,
  restEndpoints,
  schema,
  withClock,
  withFrameBatching,
  withRest,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly votes: number = 0;
}

interface Message {
  readonly by?: string | null;
  readonly saved?: object;
  readonly gone?: number;
}

const all = new schema.All(Todo);
const content = { saved: Todo, gone: new schema.Invalidate(Todo) };
const plain = restEndpoints({ path: '/todos/:id', schema: Todo });
const shown = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });

describe('S6 request ids', () => {
  let clock: FakeClock;
  let cache: CacheService;
  let http: HttpTestingController;
  let messages: Subject<Message>;
  const errors: unknown[] = [];

  const setUp = (...features: CacheFeature[]) => {
    clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(
          withClock(clock),
          withRest({ requestId: requestIds('X-Request-Id') }),
          ...features,
        ),
      ],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    messages = new Subject();
    cache.connect(messages, content, {
      requestId: ({ by }) => by,
      onError: (error) => errors.push(error),
    });
  };
  beforeEach(() => setUp());
  afterEach(() => expect(errors).toEqual([]));

  const last = () => http.match(() => true).at(-1)!;
  const titles = () => cache.get(all)?.map(({ title }) => title);
  const send = (call: ReturnType<CacheService['fetch']>) => {
    const seen = watch(call);
    const request = last();
    const id = request.request.headers.get('X-Request-Id')!;
    return { seen, id, respond: (body: object | null) => request.flush(body), request };
  };
  const update = (of: typeof plain, id: number, fields: { title?: string; votes?: number }) =>
    send(cache.fetch(of.partialUpdate, { id }, fields));

  it('are sent with each mutation in the header, unique, and not with reads', () => {
    cache.fetch(plain.get, { id: 1 }).subscribe();
    expect(last().request.headers.has('X-Request-Id')).toBeFalse();
    const ids = [1, 2].map((id) => update(plain, id, { title: 'Tea' }).id);
    expect(ids[0]).toMatch(/^[\w-]{3,40}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('can be an option of an endpoint, and keep its other headers', () => {
    const vote = new RestEndpoint({
      path: '/todos/:id/vote',
      method: 'POST',
      schema: Todo,
      headers: { Accept: 'text/x' },
      requestId: requestIds('X-Other'),
    });
    cache.fetch(vote, { id: 1 }).subscribe();
    const { headers } = last().request;
    expect([headers.get('Accept'), headers.has('X-Other'), headers.has('X-Request-Id')]).toEqual([
      'text/x',
      true,
      false,
    ]);
  });

  for (const [name, endpoints] of [
    ['plain', plain],
    ['optimistic', shown],
  ] as const) {
    it(`make the echo of a mutation in flight wait for its answer: ${name}`, () => {
      cache.set(Todo, { id: 1, title: 'old', votes: 1 });
      const call = update(endpoints, 1, { title: 'Tea' });
      messages.next({ by: call.id, saved: { id: 1, title: 'Tea', votes: 2 } });
      expect(cache.get(Todo, 1)?.votes).toBe(1);
      call.respond({ id: 1, title: 'Tea', votes: 2 });
      expect(cache.get(Todo, 1)?.votes).toBe(2);
    });

    it(`request nothing again that was requested since the answer: ${name}`, () => {
      const getCount = new RestEndpoint({ path: '/count' });
      const changes = new Subject<Message>();
      cache.connect(changes, content, {
        requestId: ({ by }) => by,
        refetches: () => [getCount],
      });
      watch(cache.watch(getCount));
      const counts = () => http.match('/count');
      counts()[0].flush({ count: 1 });
      cache.set(Todo, { id: 1, title: 'old' });
      const counting = endpoints.partialUpdate.extend({ refetches: [getCount] });
      for (const isEarly of [true, false]) {
        const call = send(cache.fetch(counting, { id: 1 }, { title: 'Tea' }));
        const echo = () => changes.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
        if (isEarly) echo();
        expect(counts().length).toBe(0);
        call.respond({ id: 1, title: 'Tea' });
        if (!isEarly) echo();
        const [request, ...others] = counts();
        expect(others).toEqual([]);
        request.flush({ count: 1 });
        changes.next({ by: 'another page', saved: { id: 1, title: 'Milk' } });
        counts()[0].flush({ count: 2 });
      }
      // What was requested before the answer may lack what the mutation has done.
      const call = update(endpoints, 1, { title: 'Rye' });
      void cache.refetch(getCount);
      call.respond({ id: 1, title: 'Rye' });
      changes.next({ by: call.id, saved: { id: 1, title: 'Rye' } });
      expect(counts().filter(({ cancelled }) => !cancelled).length).toBe(1);
      expect(cache.get(Todo, 1)?.title).toBe('Rye');
    });

    it(`lets later messages be newer than the answer: ${name}`, () => {
      cache.set(Todo, { id: 1, title: 'old' });
      const call = update(endpoints, 1, { title: 'Tea' });
      messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
      messages.next({ by: 'another page', saved: { id: 1, title: 'Green tea', votes: 3 } });
      call.respond({ id: 1, title: 'Tea', votes: 1 });
      expect(cache.get(Todo, 1)).toEqual(Todo.fromJS({ id: 1, title: 'Green tea', votes: 3 }));
    });

    it(`do not let the echo of an answered mutation bring back an older state: ${name}`, () => {
      cache.set(Todo, { id: 1, title: 'old' });
      const [one, two] = ['Tea', 'Green tea'].map((title) => update(endpoints, 1, { title }));
      one.respond({ id: 1, title: 'Tea' });
      two.respond({ id: 1, title: 'Green tea' });
      const seen = watch(cache.select(Todo, 1));
      messages.next({ by: one.id, saved: { id: 1, title: 'Tea', votes: 4 } });
      messages.next({ by: two.id, saved: { id: 1, title: 'Green tea', votes: 4 } });
      expect(seen.values.map((todo) => todo?.title)).toEqual(['Green tea', 'Green tea']);
      expect(seen.last?.votes).toBe(4);
    });
  }

  it('let an echo that came before its answer be the only one, also if the answers come in another order', () => {
    cache.set(Todo, { id: 1, title: 'old' });
    const [one, two] = ['Tea', 'Green tea'].map((title) => update(shown, 1, { title }));
    messages.next({ by: one.id, saved: { id: 1, title: 'Tea' } });
    two.respond({ id: 1, title: 'Green tea' });
    one.respond({ id: 1, title: 'Tea' });
    messages.next({ by: two.id, saved: { id: 1, title: 'Green tea', votes: 4 } });
    expect(cache.get(Todo, 1)).toEqual(Todo.fromJS({ id: 1, title: 'Green tea', votes: 4 }));
  });

  describe('with withFrameBatching', () => {
    beforeEach(() => {
      TestBed.resetTestingModule();
      setUp(withFrameBatching());
      cache.set(Todo, { id: 1, title: 'old' });
    });

    it('let what comes while an echo waits for a frame be newer than the echo', () => {
      const [one, two] = ['Tea', 'Green tea'].map((title) => update(shown, 1, { title }));
      messages.next({ by: one.id, saved: { id: 1, title: 'Tea' } });
      one.respond({ id: 1, title: 'Tea' });
      two.respond({ id: 1, title: 'Green tea' });
      messages.next({ by: two.id, saved: { id: 1, title: 'Green tea', votes: 4 } });
      clock.pass(100);
      expect(cache.get(Todo, 1)).toEqual(Todo.fromJS({ id: 1, title: 'Green tea', votes: 4 }));
    });

    it('do not bring back what the page deletes while an echo waits for a frame', () => {
      const call = update(plain, 1, { title: 'Tea' });
      messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
      call.respond({ id: 1, title: 'Tea' });
      cache.delete(Todo, 1);
      clock.pass(100);
      expect(cache.get(Todo, 1)).toBeUndefined();
    });
  });

  it('end in the state of the server if a message from before the mutation comes after its answer', () => {
    cache.set(Todo, { id: 1, title: 'old' });
    // A change that changes nothing may have no message.
    update(plain, 1, { title: 'old' }).respond({ id: 1, title: 'old' });
    const call = update(plain, 1, { title: 'Tea' });
    call.respond({ id: 1, title: 'Tea' });
    messages.next({ by: 'another page', saved: { id: 1, title: 'Milk' } });
    messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
    expect(cache.get(Todo, 1)?.title).toBe('Tea');
  });

  it('end in the state of the server although a later mutation of another entity waits for its echo', () => {
    const calls = [1, 2].map((id) => update(plain, id, { title: 'Tea' }));
    for (const [i, { respond }] of calls.entries()) respond({ id: i + 1, title: 'Tea' });
    messages.next({ by: 'another page', saved: { id: 1, title: 'Milk' } });
    messages.next({ by: calls[0].id, saved: { id: 1, title: 'Tea' } });
    expect(cache.get(Todo, 1)?.title).toBe('Tea');
  });

  it('do not bring back what the page deletes while the echo waits', () => {
    cache.set(Todo, { id: 1, title: 'old' });
    const call = update(plain, 1, { title: 'Tea' });
    messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
    const seen = watch(cache.select(Todo, 1));
    cache.delete(Todo, 1);
    call.respond({ id: 1, title: 'Tea' });
    expect(seen.values.map((todo) => todo?.title)).toEqual(['old', undefined]);
    // What the server creates again after that is shown.
    messages.next({ by: 'another page', saved: { id: 1, title: 'again' } });
    expect(seen.last?.title).toBe('again');
  });

  it('wait for two seconds, and no longer', () => {
    cache.set(Todo, { id: 1, title: 'old' });
    const call = update(plain, 1, { title: 'Tea' });
    messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
    clock.pass(1_999);
    expect(cache.get(Todo, 1)?.title).toBe('old');
    clock.pass(1);
    expect(cache.get(Todo, 1)?.title).toBe('Tea');
  });

  it('end the wait when the mutation fails or is aborted', () => {
    for (const end of ['fail', 'abort']) {
      cache.set(Todo, { id: 1, title: 'old' });
      const { id, request, seen } = update(plain, 1, { title: 'Tea' });
      messages.next({ by: id, saved: { id: 1, title: 'Tea' } });
      expect(cache.get(Todo, 1)?.title).toBe('old');
      if (end === 'fail') request.error(new ProgressEvent('error'));
      else seen.subscription.unsubscribe();
      expect(cache.get(Todo, 1)?.title).toBe('Tea');
    }
  });

  it('tell the echo of an own creation from the creations of others, which do not wait', () => {
    const creation = send(cache.fetch(shown.getList.push, { title: 'Tea' }));
    messages.next({ by: 'another page', saved: { id: 2, title: 'Milk' } });
    expect(titles()).toEqual(['Tea', 'Milk']);
    messages.next({ by: creation.id, saved: { id: 1, title: 'Tea' } });
    expect(titles()).toEqual(['Tea', 'Milk']);
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk']);
  });

  it('can be in a field of the body, which the application has set', () => {
    const requestId = requestIds({ field: 'title' });
    const create = shown.getList.push.extend({ requestId });
    cache.fetch(shown.getList).subscribe();
    last().flush([]);
    const { id, respond } = send(cache.fetch(create, { title: 'mine' }));
    expect(id).toBeNull();
    messages.next({ by: 'theirs', saved: { id: 8, title: 'theirs' } });
    messages.next({ by: 'mine', saved: { id: 9, title: 'mine' } });
    expect(titles()).toEqual(['mine', 'theirs']);
    respond({ id: 9, title: 'mine' });
    expect(titles()).toEqual(['mine', 'theirs']);
    // A mutation without the field has none.
    const vote = shown.partialUpdate.extend({ requestId });
    send(cache.fetch(vote, { id: 9 }, { votes: 1 })).respond({ id: 9, title: 'mine', votes: 1 });
    expect(cache.get(Todo, 9)?.votes).toBe(1);
  });

  it('let a message without an id wait for a creation of its class', () => {
    const creation = send(cache.fetch(shown.getList.push, { title: 'Tea' }));
    messages.next({ by: null, saved: { id: 1, title: 'Tea' } });
    expect(titles()).toEqual(['Tea']);
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea']);
  });

  it('do not let late echoes bring back what was deleted', () => {
    const creation = send(cache.fetch(shown.getList.push, { title: 'Tea' }));
    creation.respond({ id: 1, title: 'Tea' });
    const deletion = send(cache.fetch(shown.delete, { id: 1 }));
    deletion.respond(null);
    const seen = watch(cache.select(Todo, 1));
    messages.next({ by: creation.id, saved: { id: 1, title: 'Tea' } });
    messages.next({ by: deletion.id, gone: 1 });
    expect(seen.values).toEqual([undefined]);
    expect(clock.timersWithin(10_000)).toBe(2); // A mutation may have several echoes.
    const call = update(plain, 2, { title: 'Milk' });
    call.respond({ id: 2 });
    expect(clock.timersWithin(10_000)).toBe(3);
    clock.pass(10_000);
    expect(clock.timersWithin(10_000)).toBe(0); // No echo is expected any more.
  });

  for (const [when, first] of [
    ['after the answer', true],
    ['before it', false],
  ] as const) {
    it(`let several messages about one mutation request nothing again, ${when}`, () => {
      const getStats = new RestEndpoint({ path: '/stats' });
      const close = new RestEndpoint({
        path: '/bulk',
        method: 'POST',
        schema: [Todo],
        refetches: [getStats],
      });
      const feed = new Subject<Readonly<Record<string, unknown>>>();
      cache.connect(feed, Todo, {
        requestId: ({ by }) => by as string,
        refetches: () => [getStats],
      });
      let requests = 0;
      const answer = () => {
        for (let open = http.match('/stats'); open.length > 0; open = http.match('/stats')) {
          requests += open.length;
          for (const each of open) if (!each.cancelled) each.flush({ requests });
        }
      };
      watch(cache.watch(getStats));
      answer();
      const rows = [1, 2, 3].map((id) => ({ id, title: 'closed', votes: 0 }));
      const call = send(cache.fetch(close));
      if (!first) for (const row of rows.slice(1)) feed.next({ ...row, by: call.id });
      call.respond(rows);
      answer();
      for (const row of first ? rows : rows.slice(0, 1)) feed.next({ ...row, by: call.id });
      answer();
      expect(requests).toBe(2);
    });
  }

  it('leave a newer version as it is, although another mutation is in flight', () => {
    class Ticket extends Entity {
      readonly id: number = 0;
      readonly status: string = 'open';
      readonly priority: number = 0;
      readonly updated: number = 0;
      static override readonly version = 'updated';
    }
    const tickets = restEndpoints({
      path: '/tickets/:id',
      schema: Ticket,
      searchParams: {} as { readonly status?: string },
      optimistic,
    });
    const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });
    const feed = new Subject<Readonly<Record<string, unknown>>>();
    cache.connect(feed, Ticket, { requestId: ({ by }) => by as string });
    const seen = watch(cache.select(tickets.getList, { status: 'open' }));
    watch(cache.fetch(tickets.getList, { status: 'open' }));
    last().flush([{ id: 4, status: 'open', updated: 1 }]);
    watch(cache.fetch(tickets.partialUpdate, { id: 5 }, { priority: 1 }));
    const change = send(cache.fetch(tickets.partialUpdate, { id: 4 }, { priority: 3 }));
    const closing = send(cache.fetch(close, { id: 4 }));
    const saved = { id: 4, status: 'open', priority: 3, updated: 2 };
    feed.next({ ...saved, by: change.id });
    closing.respond({ ...saved, status: 'closed', updated: 3 });
    change.respond(saved);
    expect(cache.get(Ticket, 4)?.updated).toBe(3);
    expect(seen.last).toEqual([]);
  });

  it('do not let the message about a creation add the entity to lists that it has left', () => {
    const todos = restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      searchParams: {} as { readonly title?: string },
    });
    const { getList } = todos;
    const feed = new Subject<Readonly<Record<string, unknown>>>();
    cache.connect(feed, getList.schema.push, { requestId: ({ by }) => by as string });
    watch(cache.fetch(getList, { title: 'new' }));
    last().flush([{ id: 1, title: 'new' }]);
    const creation = send(cache.fetch(getList.push, { title: 'new' }));
    creation.respond({ id: 2, title: 'new' });
    send(cache.fetch(todos.partialUpdate, { id: 2 }, { title: 'old' })).respond({
      id: 2,
      title: 'old',
    });
    feed.next({ id: 2, title: 'new', by: creation.id });
    expect(cache.get(Todo, 2)?.title).toBe('old');
    expect(cache.get(getList, { title: 'new' })?.map(({ id }) => id)).toEqual([1]);
  });

  it('keep nothing when the cache is emptied or destroyed', () => {
    cache.set(Todo, { id: 1, title: 'old' });
    const call = update(plain, 1, { title: 'Tea' });
    messages.next({ by: call.id, saved: { id: 1, title: 'Tea' } });
    update(plain, 1, { title: 'Milk' }).respond({ id: 1 });
    void cache.reset();
    expect(clock.timersWithin(10_000)).toBe(0);
    expect(cache.get(Todo, 1)).toBeUndefined();
    messages.next({ by: call.id, saved: { id: 1, title: 'after' } });
    expect(cache.get(Todo, 1)?.title).toBe('after');
    TestBed.resetTestingModule();
    expect(clock.pendingTimers).toBe(0);
  });
});
