import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Collection,
  type ConnectOptions,
  Endpoint,
  Entity,
  onlyExisting,
  optimistic,
  provideCache,
  restEndpoints,
  schema,
  withClock,
  withFrameBatching,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { mutation } from '../../support/mutation';
import { beginRead } from '../../support/served';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
}
class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const all = new schema.All(Todo);
const content = { saved: [Todo], gone: [new schema.Invalidate(Todo)], users: [User] };

describe('S4 a message that creates an entity, while a creation of the class is in flight', () => {
  let clock: FakeClock;
  let cache: CacheService;
  let messages: Subject<object>;
  let errors: unknown[];

  function setUp(...features: CacheFeature[]): void {
    clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [provideCache(withClock(clock), ...features)],
    });
    cache = TestBed.inject(CacheService);
    messages = new Subject();
    errors = [];
  }
  const connect = (options: ConnectOptions<object> = {}) =>
    cache.connect(messages, content, { onError: (error) => errors.push(error), ...options });
  const titles = () => cache.get(all)?.map(({ title }) => title);
  beforeEach(() => {
    setUp();
    connect();
  });
  afterEach(() => expect(errors).toEqual([]));

  it('waits for the answer, so that no view ever shows the entity twice', () => {
    const creation = mutation(cache, Todo);
    const seen = watch(cache.select(all));
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea', done: true }] });
    creation.respond({ id: 1, title: 'Tea' });
    expect(seen.values.map((todos) => todos?.map(({ title }) => title))).toEqual([
      undefined,
      ['Tea'],
      ['Tea'],
      ['Tea'],
    ]);
    expect(cache.get(Todo, 1)?.done).toBeTrue();
  });

  it('waits for two seconds, and no longer', () => {
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 2, title: 'Milk' }] });
    clock.pass(1_999);
    expect(titles()).toEqual(['Tea']);
    clock.pass(1);
    expect(titles()).toEqual(['Tea', 'Milk']);
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk']);
  });

  it('is written at once if the creation fails', () => {
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    creation.fail();
    expect(cache.get(all)?.map(({ id }) => id)).toEqual([1]);
  });

  it('waits for each of several creations, and starts no timer that outlives them', () => {
    const [one, two] = [mutation(cache, Todo), mutation(cache, Todo)];
    one.send({ title: 'Tea' });
    two.send({ title: 'Milk' });
    messages.next({ saved: [{ id: 2, title: 'Milk' }] });
    expect(clock.timersWithin(2_000)).toBe(1);
    one.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk']);
    two.respond({ id: 2, title: 'Milk' });
    expect(titles()).toEqual(['Tea', 'Milk']);
    expect(clock.timersWithin(2_000)).toBe(0);
  });

  it('keeps its place among the other parts and the later messages', () => {
    cache.set(Todo, { id: 9, title: 'nine' });
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }], users: [{ id: 1, name: 'Ada' }] });
    messages.next({ saved: [{ id: 1, title: 'Green tea' }] });
    messages.next({ saved: [{ id: 9, title: 'changed' }] });
    expect([cache.get(User, 1), cache.get(Todo, 9)?.title]).toEqual([undefined, 'nine']);
    const seen = watch(cache.select(all));
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['changed', 'Green tea']);
    expect(cache.get(User, 1)?.name).toBe('Ada');
    // The answer, and all messages together.
    expect(seen.values.length).toBe(3);
  });

  it('does not take others with it if it cannot be written, and onError throws', () => {
    class Strict extends Entity {
      readonly id: number = 0;
      static override merge(): never {
        throw new Error('refused');
      }
    }
    const report = spyOn(globalThis, 'reportError');
    const strict = new Subject<object>();
    const onError = (error: unknown) => {
      throw error;
    };
    cache.set(Strict, { id: 1 });
    cache.connect(strict, { saved: [Todo], others: [Strict] }, { onError });
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    strict.next({ saved: [{ id: 2, title: 'Lost' }], others: [{ id: 1 }] });
    strict.next({ saved: [{ id: 3, title: 'Milk' }] });
    messages.next({ saved: [{ id: 4, title: 'Rice' }] });
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk', 'Rice']);
    expect(report).toHaveBeenCalledOnceWith(new Error('refused'));
  });

  it('is deleted by a later message that waits behind it', () => {
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    messages.next({ gone: [1] });
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual([]);
  });

  it('is as old as its arrival: what the page writes in the meantime is newer', () => {
    cache.set(Todo, { id: 9, title: 'nine' });
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1 }, { id: 9, title: 'message', done: true }] });
    cache.set(Todo, { id: 9, title: 'own' });
    creation.respond({ id: 1, title: 'Tea' });
    expect(cache.get(Todo, 9)).toEqual(Todo.fromJS({ id: 9, title: 'own', done: true }));
  });

  it('is written as it was when it arrived', () => {
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    const row = { id: 2, title: 'Milk' };
    messages.next({ saved: [row] });
    row.title = 'changed later';
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk']);
  });

  it('does not wait for creations of other classes, of rows that are deleted, or that are not sent', () => {
    mutation(cache, User).send({ name: 'Ada' });
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    const [row] = cache.get(all)!;
    cache.delete(Todo, row.id);
    messages.next({ saved: [{ id: 1, title: 'one' }] });
    expect(titles()).toEqual(['one']);
    // A creation with the temporary id of another entity is sent when that has its id.
    const parent = mutation(cache, User);
    parent.send({ name: 'Bo' });
    const waiting = mutation(cache, Todo);
    waiting.send({ title: 'two', user: cache.get(new schema.All(User))!.at(-1)!.id });
    expect(waiting.requests.length).toBe(0);
    messages.next({ saved: [{ id: 3, title: 'three' }] });
    expect(titles()).toEqual(['one', 'two', 'three']);
  });

  it('waits for nothing if it changes or deletes entities, or creates none because of its schema', () => {
    cache.set([Todo], [{ id: 8 }, { id: 9 }]);
    const prices = new Subject<object>();
    cache.connect(prices, { seen: onlyExisting([Todo]), users: [User] });
    mutation(cache, Todo).send({ title: 'Tea' });
    messages.next({ saved: [{ id: 8, title: 'eight' }], gone: [9] });
    prices.next({ seen: [{ id: 3, title: 'no' }], users: [{ id: 1, name: 'Ada' }] });
    expect(titles()).toEqual(['eight', 'Tea']);
    expect(cache.get(User, 1)?.name).toBe('Ada');
    expect(clock.timersWithin(2_000)).toBe(0);
  });

  it('does not hold up the messages of other streams', () => {
    const others = new Subject<object>();
    cache.connect(others, [User]);
    mutation(cache, Todo).send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    others.next([{ id: 1, name: 'Ada' }]);
    expect(cache.get(User, 1)?.name).toBe('Ada');
  });

  it('adds the entity to lists once', () => {
    const todos = new Collection([Todo]);
    const created = new Subject<object>();
    cache.connect(created, todos.push);
    cache.set(todos, []);
    const creation = mutation(cache, todos.push);
    const seen = watch(cache.select(todos));
    creation.send({ title: 'Tea' });
    created.next({ id: 1, title: 'Tea' });
    creation.respond({ id: 1, title: 'Tea' });
    expect(seen.values.map((list) => list?.length)).toEqual([0, 1, 1]);
  });

  it('marks as stale what it makes stale when it is written', () => {
    const loaded = new Subject<object>();
    let count = 0;
    const getCount = new Endpoint({
      load: () => {
        count++;
        return loaded;
      },
    });
    messages = new Subject();
    connect({ refetches: () => [getCount] });
    watch(cache.watch(getCount));
    loaded.next({ n: 1 });
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    expect(count).toBe(1);
    creation.respond({ id: 1, title: 'Tea' });
    expect(count).toBe(2);
  });

  it('shows a read in flight, and sends one more after it, however many messages arrive', () => {
    const responses: Subject<object>[] = [];
    const getCount = new Endpoint({ load: () => (responses[responses.length] = new Subject()) });
    messages = new Subject();
    connect({ refetches: () => [getCount] });
    const seen = watch(cache.watch(getCount));
    const receive = () => {
      for (let id = 1; id <= 3; id++) messages.next({ saved: [{ id, title: 'Tea' }] });
    };
    const respond = (n: number) => {
      const response = responses.at(-1)!;
      response.next({ n });
      response.complete();
    };
    receive();
    expect(responses.length).toBe(1);
    respond(1);
    expect(seen.last?.value).toEqual({ n: 1 });
    expect(responses.length).toBe(2);
    respond(2);
    expect([responses.length, seen.last?.isFetching]).toEqual([2, false]);
    receive(); // The first one sends a request.
    expect(responses.length).toBe(3);
    responses.at(-1)!.error(new Error('no'));
    expect([seen.last?.value, seen.last?.isStale]).toEqual([{ n: 2 }, true]);
    expect(responses.length).toBe(3);
  });

  it('reports a failure to onError, and writes the other messages', () => {
    class Strict extends Todo {
      static override merge(existing: object, incoming: { readonly title?: string }) {
        if (incoming.title === 'bad') throw new Error('bad');
        return { ...existing, ...incoming };
      }
    }
    const strict = new Subject<object>();
    const failures: unknown[] = [];
    cache.connect(strict, [Strict], { onError: (error) => failures.push(error) });
    const creation = mutation(cache, Strict);
    creation.send({ title: 'Tea' });
    for (const title of ['bad', 'good']) strict.next([{ id: 1, title }]);
    creation.respond({ id: 1, title: 'Tea' });
    expect(failures).toEqual([new Error('bad')]);
    expect(cache.get(Strict, 1)?.title).toBe('good');
  });

  it('is still written after the stream has ended or is closed', () => {
    const others = new Subject<object>();
    const subscription = cache.connect(others, [Todo]);
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    others.next([{ id: 2, title: 'Milk' }]);
    messages.complete();
    subscription.unsubscribe();
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea', 'Milk']);
  });

  for (const end of ['reset', 'clear'] as const) {
    it(`is dropped by ${end}`, () => {
      const creation = mutation(cache, Todo);
      creation.send({ title: 'Tea' });
      messages.next({ saved: [{ id: 1, title: 'Tea' }] });
      void cache[end]();
      creation.respond({ id: 1, title: 'Tea' });
      clock.pass(2_000);
      expect(titles()).toBeUndefined();
      messages.next({ saved: [{ id: 2, title: 'Milk' }] });
      expect(titles()).toEqual(end === 'reset' ? ['Milk'] : undefined);
    });
  }

  it('waits for none after a reset, although the request is in flight', () => {
    mutation(cache, Todo).send({ title: 'Tea' });
    void cache.reset();
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    expect(titles()).toEqual(['Tea']);
  });

  it('is dropped when the cache is destroyed', () => {
    mutation(cache, Todo).send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    TestBed.resetTestingModule();
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets no late read bring back what was deleted while it waited', () => {
    cache.set(Todo, { id: 9 });
    const read = beginRead(cache, [Todo]);
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 1, title: 'Tea' }, { id: 9 }] });
    cache.delete(Todo, 9);
    read.respond([]);
    creation.respond({ id: 1, title: 'Tea' });
    expect(titles()).toEqual(['Tea']);
  });

  it('waits for a creation that a batch begins, and that rolls back with its request', () => {
    const load = () => new Subject<object>();
    const create = new Endpoint({
      load,
      schema: Todo,
      sideEffect: true,
      optimistic: () => optimistic({ title: 'Tea' }),
    });
    const call = cache.fetch(create).subscribe();
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    expect(titles()).toEqual(['Tea']);
    call.unsubscribe();
    expect(cache.get(all)?.map(({ id }) => id)).toEqual([1]);
  });

  it('waits for the list that an empty answer refetches, before and after the answer', () => {
    TestBed.resetTestingModule();
    clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [provideCache(withClock(clock)), provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    connect();
    const http = TestBed.inject(HttpTestingController);
    const todos = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });
    watch(cache.watch(todos.getList));
    http.expectOne('/todos').flush([]);
    const seen = watch(cache.select(all));
    watch(cache.fetch(todos.getList.push, { title: 'Tea' }));
    const creation = http.expectOne(({ method }) => method === 'POST');
    messages.next({ saved: [{ id: 1, title: 'Tea' }] });
    creation.flush(null, { status: 204, statusText: 'No Content' });
    messages.next({ saved: [{ id: 1, title: 'Tea', done: true }] });
    expect(titles()).toEqual(['Tea']);
    http.expectOne('/todos').flush([{ id: 1, title: 'Tea' }]);
    expect(seen.values.map((list) => list?.length)).toEqual([0, 1, 1, 1]);
    expect(cache.get(Todo, 1)?.done).toBeTrue();
  });

  it('works with withFrameBatching, in the order of arrival', async () => {
    TestBed.resetTestingModule();
    setUp(withFrameBatching());
    connect();
    cache.set(Todo, { id: 9, title: 'nine' });
    const seen = watch(cache.select(all));
    const creation = mutation(cache, Todo);
    creation.send({ title: 'Tea' });
    messages.next({ saved: [{ id: 9, title: 'first' }] });
    messages.next({
      saved: [
        { id: 1, title: 'Tea' },
        { id: 9, title: 'second' },
      ],
    });
    messages.next({ saved: [{ id: 1, title: 'Green tea' }] });
    creation.respond({ id: 1, title: 'Tea' });
    clock.pass(100);
    await new Promise((done) => setTimeout(done, 150));
    expect(titles()).toEqual(['second', 'Green tea']);
    expect(seen.values.every((todos) => todos!.length <= 2)).toBeTrue();
  });
});
