// The examples in docs/guides/streams.md. The guide shows each region unchanged.
import { DOCUMENT, Injectable, inject, provideAppInitializer, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { filter, type Observable, of, skip, Subject, type Subscription } from 'rxjs';
import {
  CacheService,
  CLOCK,
  Collection,
  Endpoint,
  Entity,
  fromEventSource,
  fromWebSocket,
  onlyExisting,
  provideCache,
  requestIds,
  RestEndpoint,
  schema,
  snakeCase,
  type StreamStatus,
  toValues,
  withClock,
  withFrameBatching,
  withRest,
} from 'ngx-cache-query';
import { FakeClock } from '../support/fake-clock';
import { watch } from '../support/watch';

// #region todo
class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly dueOn: string = '';
}
// #endregion

let reports = 0;
const countOpen = () => ++reports;

// #region events
@Injectable({ providedIn: 'root' })
class TodoEvents {
  private readonly cache = inject(CacheService);
  private readonly events$ = fromEventSource('/api/todos/events', { silence: 30_000 });
  readonly status = toSignal(this.events$.status$);

  start(): Subscription {
    return this.cache.connect(this.events$, Todo); // every message is a todo
  }
}
// #endregion

// #region start
const streaming = provideAppInitializer(() => {
  inject(TodoEvents).start();
});
// #endregion

// #region kinds
const changes$ = fromEventSource<{ saved?: object; deleted?: object }>('/api/changes', {
  events: ['saved', 'deleted'],
  parse: (data, event) => ({ [event]: JSON.parse(data) as object }),
});
const change = { saved: Todo, deleted: new schema.Invalidate(Todo) };

function follow(cache: CacheService) {
  return cache.connect(changes$, change); // { saved: { id: 1, … } } or { deleted: { id: 1 } }
}
// #endregion

// #region lists
const todos = new Collection([Todo]);
const getTodos = new Endpoint({ load: () => of([{ id: 9, title: 'Milk' }]), schema: todos });

function followLists(cache: CacheService) {
  const created$ = fromEventSource('/api/changes', { events: ['created'] });
  return cache.connect(created$, todos.push); // adds the todo at the end of its lists
}
// #endregion

// #region habits
// { "data": { "saved": { "id": 1, "due_on": "2026-01-02" } } }
const laravel$ = fromEventSource('/api/changes', {
  parse: (text) => snakeCase.received((JSON.parse(text) as { data: object }).data),
});
// #endregion

// #region product
class Product extends Entity {
  static override readonly key: string = 'Product';
  readonly id: number = 0;
  readonly name: string = '';
  readonly price: number = 0;
}
// #endregion

// #region gap
/** Call it in an injection context. */
function catchUp(cache: CacheService, status$: Observable<StreamStatus>) {
  // The data in a page from a server is older than the connection. Otherwise, the first time needs no request.
  const isRendered = inject(DOCUMENT).getElementById('ng-state') !== null;
  const isOpen = (status: StreamStatus) => status === 'open';
  const opened$ = status$.pipe(filter(isOpen), skip(isRendered ? 0 : 1));
  return opened$.subscribe(() => cache.refetch(() => true)); // requests what is shown, and marks the rest as stale
}
// #endregion

// #region refetches
const getReport = new Endpoint({ load: () => of({ open: countOpen() }), schema: { open: 0 } });

function followReport(cache: CacheService) {
  return cache.connect(changes$, change, {
    refetches: ({ deleted }) => (deleted === undefined ? [] : [getReport]),
  });
}
// #endregion

// #region request-ids
// #region request-ids-option
const named = [provideCache(withRest({ requestId: requestIds('X-Request-Id') }))];
const byClientId = requestIds({ field: 'clientId' }); // POST { clientId: crypto.randomUUID(), text: 'Hi' }
// #endregion

interface Change {
  readonly saved?: object;
  readonly deleted?: object;
  readonly requestId?: string; // the header of the request that has caused the change
}

function followOthers(cache: CacheService, events$: Observable<Change>) {
  return cache.connect(events$, change, { requestId: ({ requestId }) => requestId });
}
// #endregion

// #region bursts
const providers = [provideCache(withFrameBatching())];
// #endregion

const showConnection = signal('');

class Quiet extends EventTarget {
  static last: Quiet;
  constructor(readonly url: string) {
    super();
    Quiet.last = this;
  }
  close(): void {
    showConnection.set('closed');
  }
}

// #region clock
@Injectable({ providedIn: 'root' })
class Prices {
  // The clock of the cache, which specs can replace.
  readonly prices$ = fromEventSource('/api/prices', { clock: inject(CLOCK), silence: 5_000 });
}
// #endregion

describe('the guide to streams', () => {
  beforeEach(() => (reports = 0));

  const own = { EventSource: window.EventSource, WebSocket: window.WebSocket };
  beforeEach(() => Object.assign(window, { EventSource: Quiet, WebSocket: Quiet }));
  afterEach(() => Object.assign(window, own));

  it('has working examples', () => {
    TestBed.configureTestingModule({ providers: [streaming] });
    const cache = TestBed.inject(CacheService);
    const events = TestBed.inject(TodoEvents);
    expect([Quiet.last.url, events.status()]).toEqual(['/api/todos/events', 'connecting']);
    cache.set(Todo, { id: 1, title: 'Tea' });
    const connection = follow(cache);
    Quiet.last.dispatchEvent(new MessageEvent('saved', { data: '{"id":2,"title":"Cake"}' }));
    Quiet.last.dispatchEvent(new MessageEvent('deleted', { data: '{"id":1}' }));
    expect(cache.get(new schema.All(Todo))?.map(({ title }) => title)).toEqual(['Cake']);
    connection.unsubscribe();
    const list = watch(cache.watch(getTodos).pipe(toValues()));
    followLists(cache);
    Quiet.last.dispatchEvent(new MessageEvent('created', { data: '{"id":3,"title":"Bread"}' }));
    expect(list.last?.map(({ title }) => title)).toEqual(['Milk', 'Bread']);
    const report = watch(cache.watch(getReport).pipe(toValues()));
    followReport(cache);
    Quiet.last.dispatchEvent(new MessageEvent('deleted', { data: '{"id":2}' }));
    expect([report.last?.open, cache.get(Todo, 2)]).toEqual([2, undefined]);
    expect(providers.length).toBe(1);
  });

  it('has a working example of messages with an envelope and names in snake_case', () => {
    const cache = TestBed.inject(CacheService);
    cache.connect(laravel$, change);
    const data = '{"data":{"saved":{"id":1,"due_on":"2026-01-02"}}}';
    Quiet.last.dispatchEvent(new MessageEvent('message', { data }));
    expect(cache.get(Todo, 1)?.dueOn).toBe('2026-01-02');
  });

  for (const field of [undefined, 'clientId']) {
    it(`has a working example of request ids in ${field ?? 'a header'}`, () => {
      TestBed.configureTestingModule({
        providers: [...named, provideHttpClient(), provideHttpClientTesting()],
      });
      const cache = TestBed.inject(CacheService);
      const events$ = new Subject<Change>();
      followOthers(cache, events$);
      cache.set(Todo, { id: 1, title: 'Tea' });
      const update = new RestEndpoint({
        path: '/todos/:id',
        method: 'PATCH',
        schema: Todo,
        body: {},
        ...(field && { requestId: byClientId }),
      });
      cache.fetch(update, { id: 1 }, { title: 'Cake', clientId: 'c1' }).subscribe();
      const request = TestBed.inject(HttpTestingController).expectOne('/todos/1');
      const id = request.request.headers.get('X-Request-Id');
      expect(id === null).toBe(field !== undefined);
      events$.next({ requestId: id ?? 'c1', saved: { id: 1, title: 'Cake' } });
      expect(cache.get(Todo, 1)?.title).toBe('Tea');
      request.flush({ id: 1, title: 'Cake' });
      expect(cache.get(Todo, 1)?.title).toBe('Cake');
    });
  }

  it('requests what is shown when a connection is open again', () => {
    const cache = TestBed.inject(CacheService);
    const status$ = new Subject<StreamStatus>();
    const report = watch(cache.watch(getReport).pipe(toValues()));
    const before = report.last!.open;
    TestBed.runInInjectionContext(() => catchUp(cache, status$));
    status$.next('open');
    expect(report.last!.open).toBe(before);
    for (const status of ['waiting', 'connecting', 'open'] as const) status$.next(status);
    expect(report.last!.open).toBe(before + 1);
  });

  it('requests what is shown when a page from a server connects for the first time', () => {
    const state = Object.assign(document.createElement('script'), { id: 'ng-state' });
    document.body.append(state);
    const cache = TestBed.inject(CacheService);
    const status$ = new Subject<StreamStatus>();
    const report = watch(cache.watch(getReport).pipe(toValues()));
    const before = report.last!.open;
    TestBed.runInInjectionContext(() => catchUp(cache, status$));
    state.remove();
    status$.next('connecting');
    expect(report.last!.open).toBe(before);
    status$.next('open');
    expect(report.last!.open).toBe(before + 1);
  });

  it('has a working example of messages in specs', () => {
    const cache = TestBed.inject(CacheService);
    // #region messages-in-specs
    const messages$ = new Subject<object>();
    cache.connect(messages$, change);
    messages$.next({ saved: { id: 1, title: 'Tea' } });
    expect(cache.get(Todo, 1)?.title).toBe('Tea');
    messages$.next({ deleted: { id: 1 } });
    expect(cache.get(Todo, 1)).toBeUndefined();
    // #endregion
  });

  it('has a working example of partial messages', () => {
    const cache = TestBed.inject(CacheService);
    const prices$ = new Subject<unknown>();
    cache.set(Product, { id: 5, name: 'Tea' });
    // #region only-existing
    cache.connect(prices$, onlyExisting([Product])); // [{ id: 5, price: 7 }]
    // #endregion
    prices$.next([
      { id: 5, price: 7 },
      { id: 6, price: 8 },
    ]);
    expect(cache.get(new schema.All(Product))?.map(({ name, price }) => [name, price])).toEqual([
      ['Tea', 7],
    ]);
  });

  it('has a working example of a clock', () => {
    const clock = new FakeClock();
    TestBed.configureTestingModule({ providers: [provideCache(withClock(clock))] });
    const states: string[] = [];
    const { prices$ } = TestBed.inject(Prices);
    prices$.status$.subscribe((status) => states.push(status));
    const subscription = prices$.subscribe();
    clock.pass(6_000);
    expect(states).toEqual(['idle', 'connecting', 'waiting', 'connecting']);
    subscription.unsubscribe();
    expect(clock.pendingTimers).toBe(0);
  });

  it('has working examples of a socket, and those of docstrings', () => {
    const cache = TestBed.inject(CacheService);
    // #region socket
    const prices$ = fromWebSocket('wss://example.com/prices', {
      greet: () => JSON.stringify({ subscribe: 'EUR' }),
      ping: { every: 15_000, message: 'ping' },
      silence: 40_000,
    });
    // #endregion
    prices$.subscribe().unsubscribe();
    expect(showConnection()).toBe('closed');
    const show: (status: string) => void = (status) => showConnection.set(status);
    // #region from-event-source
    const todos$ = fromEventSource('/api/todos/events');
    cache.connect(todos$, Todo);
    todos$.status$.subscribe((status) => show(status)); // 'connecting', 'open', 'waiting'
    // #endregion
    expect(showConnection()).toBe('connecting');
    const [feature] = [provideCache(withFrameBatching())];
    expect(feature).toBeDefined();
  });
});
