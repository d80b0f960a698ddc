import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Entity,
  onlyExisting,
  optimistic,
  provideCache,
  RestEndpoint,
  restEndpoints,
  serial,
  withClock,
  withFrameBatching,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly votes: number = 0;
  readonly note: string = '';
}
class Versioned extends Todo {
  static override readonly version = 'votes';
}

const plain = restEndpoints({ path: '/todos/:id', schema: Todo });
const shown = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });
const complete = restEndpoints({ path: '/todos/:id', schema: Todo, completeResponses: true });

describe('S5 a message between a PATCH and its response', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  let messages: Subject<object>;

  function setUp(...features: CacheFeature[]) {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideCache(...features)],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    messages = new Subject();
    cache.connect(messages, Todo);
    cache.set(Todo, { id: 1, title: 'old', votes: 1, note: 'old' });
  }
  beforeEach(() => setUp());
  afterEach(() => http.verify());

  const patch = () => http.expectOne(({ method }) => method === 'PATCH');
  const read = () => http.match(({ method }) => method === 'GET');
  const todo = () => cache.get(Todo, 1);

  for (const [name, of] of [
    ['plain', plain],
    ['optimistic', shown],
    ['with complete responses', complete],
  ] as const) {
    it(`wins in the fields that were not sent, and the row becomes stale: ${name}`, () => {
      const seen = watch(cache.watch(plain.get, { id: 1 }));
      const other = watch(cache.watch(plain.getList));
      read().forEach((request) =>
        request.flush(request.request.url.endsWith('/1') ? { id: 1, title: 'old', votes: 1 } : []),
      );
      watch(cache.fetch(of.partialUpdate, { id: 1 }, { title: 'Tea' }));
      messages.next({ id: 1, title: 'message', votes: 2 });
      patch().flush({ id: 1, title: 'Tea', votes: 1, note: 'new' });
      expect(todo()).toEqual(Todo.fromJS({ id: 1, title: 'Tea', votes: 2, note: 'new' }));
      expect([seen.last?.isStale, other.last?.isStale]).toEqual([true, false]);
      expect(read()).toEqual([]); // nothing is sent
    });
  }

  it('makes nothing stale if the response says the same', () => {
    const seen = watch(cache.watch(plain.get, { id: 1 }));
    read()[0].flush({ id: 1, title: 'old', votes: 1 });
    watch(cache.fetch(plain.partialUpdate, { id: 1 }, { title: 'Tea' }));
    messages.next({ id: 1, title: 'message', votes: 2 });
    patch().flush({ id: 1, title: 'Tea', votes: 2 });
    expect([todo()?.votes, seen.last?.isStale]).toEqual([2, false]);
  });

  for (const [name, options] of [
    ['plain', {}],
    ['optimistic', { optimistic: () => optimistic({ id: 1, votes: 3 }) }],
  ] as const) {
    it(`may be newer than the answer to an action, so what shows the entity is refetched: ${name}`, () => {
      const vote = plain.get.extend({ path: '/todos/:id/vote', method: 'POST', ...options });
      const seen = watch(cache.watch(plain.get, { id: 1 }));
      read()[0].flush({ id: 1, title: 'old', votes: 1 });
      watch(cache.fetch(vote, { id: 1 }));
      messages.next({ id: 1, votes: 4 });
      http.expectOne('/todos/1/vote').flush({ id: 1, votes: 2 });
      expect(todo()?.votes).toBe(2);
      read()[0].flush({ id: 1, title: 'old', votes: 4 });
      expect([todo()?.votes, seen.last?.isStale]).toEqual([4, false]);
      watch(cache.fetch(vote, { id: 1 }));
      messages.next({ id: 1, votes: 5 });
      http.expectOne('/todos/1/vote').flush({ id: 1, title: 'new', votes: 5 });
      expect(todo()).toEqual(Todo.fromJS({ id: 1, title: 'new', votes: 5, note: 'old' }));
    });
  }

  it('does not win if it came before the request or after the response, or is about another entity', () => {
    messages.next({ id: 1, votes: 2 });
    watch(cache.fetch(plain.partialUpdate, { id: 1 }, { title: 'Tea' }));
    messages.next({ id: 2, votes: 5 });
    const request = patch();
    request.flush({ id: 1, title: 'Tea', votes: 3 });
    expect(todo()?.votes).toBe(3);
    messages.next({ id: 1, votes: 4 });
    expect(todo()?.votes).toBe(4);
  });

  it('does not win if it came before a mutation that waited was sent', () => {
    const inOrder = restEndpoints({ path: '/todos/:id', schema: Todo, serial });
    watch(cache.fetch(inOrder.partialUpdate, { id: 1 }, { title: 'Tea' }));
    watch(cache.fetch(inOrder.partialUpdate, { id: 1 }, { title: 'Milk' }));
    messages.next({ id: 1, votes: 2 });
    patch().flush({ id: 1, title: 'Tea', votes: 1 });
    expect(todo()?.votes).toBe(2);
    patch().flush({ id: 1, title: 'Milk', votes: 3 });
    expect(todo()?.votes).toBe(3);
  });

  it('lets the last of several messages win, and what was read after them', () => {
    watch(cache.fetch(plain.partialUpdate, { id: 1 }, { title: 'Tea' }));
    for (const votes of [2, 3]) messages.next({ id: 1, votes, note: 'message' });
    watch(cache.fetch(plain.get, { id: 1 }));
    read()[0].flush({ id: 1, votes: 4 });
    patch().flush({ id: 1, title: 'Tea', votes: 1, note: 'old' });
    expect(todo()).toEqual(Todo.fromJS({ id: 1, title: 'Tea', votes: 4, note: 'message' }));
  });

  it('leaves the decision to versions', () => {
    const versioned = restEndpoints({ path: '/versioned/:id', schema: Versioned });
    const others = new Subject<object>();
    cache.connect(others, Versioned);
    cache.set(Versioned, { id: 1, votes: 1 });
    watch(cache.fetch(versioned.partialUpdate, { id: 1 }, { title: 'Tea' }));
    others.next({ id: 1, votes: 2, note: 'message' });
    patch().flush({ id: 1, title: 'Tea', votes: 3, note: 'answer' });
    expect(cache.get(Versioned, 1)?.note).toBe('answer');
  });

  it('does not win over actions, whose answers are about other fields than the sent ones', () => {
    const vote = new RestEndpoint({
      path: '/todos/:id/vote',
      method: 'POST',
      schema: Todo,
      body: {},
    });
    watch(cache.fetch(vote, { id: 1 }, {}));
    messages.next({ id: 1, votes: 2 });
    http.expectOne('/todos/1/vote').flush({ id: 1, votes: 3 });
    expect(todo()?.votes).toBe(3);
  });

  it('wins although it changes only existing entities, or is nested', () => {
    const others = new Subject<object>();
    cache.connect(others, { changes: onlyExisting([Todo]) });
    watch(cache.fetch(plain.partialUpdate, { id: 1 }, { title: 'Tea' }));
    others.next({ changes: [{ id: 1, votes: 2 }] });
    patch().flush({ id: 1, title: 'Tea', votes: 1 });
    expect(todo()?.votes).toBe(2);
  });

  it('wins also while it waits for a frame', async () => {
    TestBed.resetTestingModule();
    const clock = new FakeClock();
    setUp(withClock(clock), withFrameBatching());
    watch(cache.fetch(plain.partialUpdate, { id: 1 }, { title: 'Tea' }));
    messages.next({ id: 1, title: 'message', votes: 2 });
    patch().flush({ id: 1, title: 'Tea', votes: 1 });
    const seen = watch(cache.select(Todo, 1));
    clock.pass(100);
    await new Promise((done) => setTimeout(done, 50));
    expect(seen.values.map((each) => each?.votes)).toEqual([2]);
    expect(todo()?.title).toBe('Tea');
  });
});
