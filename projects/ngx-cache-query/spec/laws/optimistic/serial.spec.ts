import { provideHttpClient } from '@angular/common/http';
import {
  HttpTestingController,
  provideHttpClientTesting,
  type TestRequest,
} from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  type Endpoint,
  Entity,
  isSaving,
  optimistic,
  provideCache,
  RestEndpoint,
  restEndpoints,
  schema,
  serial,
  typed,
  withClock,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
const todos = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  body: typed<Partial<Todo>>(),
  optimistic,
  serial,
});
const plain = restEndpoints({ path: '/todos/:id', schema: Todo, serial });
const cart = new RestEndpoint({
  path: '/carts/:cart/items',
  body: typed<{ product: number }>(),
  serial: serial({ key: ({ cart: id }: { cart: number }) => `cart ${id}`, limit: 500 }),
});

let cache: CacheService;
let http: HttpTestingController;
let clock: FakeClock;
let sent: TestRequest[];

function send(endpoint: unknown, ...args: unknown[]) {
  return watch(cache.fetch(endpoint as Endpoint<unknown[]>, ...args));
}
/** Returns the requests so far, as text. */
function requests(): string[] {
  sent.push(...http.match(() => true));
  return sent.map(({ request: { method, url, body } }) =>
    `${method} ${url} ${JSON.stringify(body ?? '')}`.replace(/ ""$/, ''),
  );
}
function answer(at: number, body: object | null): void {
  requests();
  sent[at].flush(body);
}
function fail(at: number, status = 400): void {
  requests();
  sent[at].flush(null, { status, statusText: 'failed' });
}

describe('O6 mutations of one entity wait for each other', () => {
  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), provideCache(withClock(clock))],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    cache.set(
      [Todo],
      [
        { id: 1, title: 'one' },
        { id: 2, title: 'two' },
      ],
    );
  });
  const title = (id = 1) => cache.get(Todo, id)?.title;

  it('also an action, whose path only contains its key', () => {
    const finish = todos.get.extend({ path: '/todos/:id/finish', method: 'POST', serial });
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(finish, { id: 1 });
    send(finish, { id: 2 });
    expect(requests()).toEqual(['PATCH /todos/1 {"title":"a"}', 'POST /todos/2/finish']);
    answer(0, { id: 1, title: 'a' });
    expect(requests()[2]).toBe('POST /todos/1/finish');
  });

  it('in the order of the calls, while all are shown', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    send(todos.update, { id: 1 }, { title: 'c' });
    expect(title()).toBe('c');
    expect(requests()).toEqual(['PATCH /todos/1 {"title":"a"}']);
    answer(0, { id: 1, title: 'a' });
    expect(requests().at(-1)).toBe('PATCH /todos/1 {"title":"b"}');
    expect(title()).toBe('c');
    answer(1, { id: 1, title: 'b' });
    answer(2, { id: 1, title: 'c' });
    expect([sent.length, title()]).toEqual([3, 'c']);
  });

  it('also if they are not optimistic', () => {
    send(plain.partialUpdate, { id: 1 }, { title: 'a' });
    send(plain.partialUpdate, { id: 1 }, { title: 'b' });
    expect(requests().length).toBe(1);
    answer(0, { id: 1, title: 'a' });
    answer(1, { id: 1, title: 'b' });
    expect(title()).toBe('b');
  });

  it('not those of another entity, and no creations', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 2 }, { title: 'b' });
    send(todos.getList.push, { title: 'c' });
    send(todos.getList.push, { title: 'd' });
    expect(requests().length).toBe(4);
  });

  it('a failure does not stop those after it', () => {
    const first = send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    fail(0);
    expect(first.errors.length).toBe(1);
    expect([requests().length, title()]).toEqual([2, 'b']);
    answer(1, { id: 1, title: 'b' });
    expect(title()).toBe('b');
  });

  it('an aborted one is not sent', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' }).subscription.unsubscribe();
    send(todos.partialUpdate, { id: 1 }, { title: 'c' });
    answer(0, { id: 1, title: 'a' });
    expect(requests().slice(1)).toEqual(['PATCH /todos/1 {"title":"c"}']);
  });

  it('a deletion goes before changes that wait, which are not sent any more', () => {
    const log = spyOn(console, 'error');
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    const changes = ['b', 'c', 'd'].map((to) =>
      send(todos.partialUpdate, { id: 1 }, { title: to }),
    );
    send(todos.delete, { id: 1 });
    expect(title()).toBeUndefined();
    answer(0, { id: 1, title: 'a' });
    expect(requests().slice(1)).toEqual(['DELETE /todos/1']);
    answer(1, null);
    expect(requests().length).toBe(2);
    const codes = changes.map(({ errors }) => errors.map((error) => (error as CacheError).code));
    expect(codes).toEqual([['NCQ4007'], ['NCQ4007'], ['NCQ4007']]);
    expect(log).not.toHaveBeenCalled();
    expect(title()).toBeUndefined();
  });

  it('a change that is not sent any more is no error', async () => {
    const change = TestBed.runInInjectionContext(() => cache.mutation(todos.partialUpdate));
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    change.mutate({ id: 1 }, { title: 'b' });
    send(todos.delete, { id: 1 });
    answer(0, { id: 1, title: 'a' });
    answer(1, null);
    await new Promise((resolve) => setTimeout(resolve));
    expect([change.isPending(), change.error()]).toEqual([false, undefined]);
  });

  it('a DELETE that deletes no entity waits like any other change', () => {
    const star = todos.get.extend({ path: '/todos/:id/star', method: 'POST', serial });
    const unstar = star.extend({ method: 'DELETE' });
    for (const endpoint of [star, star, unstar, star]) send(endpoint, { id: 1 });
    for (const at of [0, 1, 2, 3]) answer(at, { id: 1, title: `starred ${at}` });
    expect(requests().map((text) => text.split(' ')[0])).toEqual([
      'POST',
      'POST',
      'DELETE',
      'POST',
    ]);
    expect(title()).toBe('starred 3');
  });

  it('a deletion makes only the changes of its own entity needless, also if others have the same key', () => {
    const all = serial({ key: () => 'all' });
    const change = todos.partialUpdate.extend({ serial: all });
    const [first, ...later] = [1, 2, 1].map((id) => send(change, { id }, { title: 'a' }));
    send(todos.delete.extend({ serial: all }), { id: 1 });
    answer(0, { id: 1, title: 'a' });
    answer(1, { id: 2, title: 'a' });
    answer(2, null);
    expect(requests().map((text) => text.slice(0, 15).trim())).toEqual([
      'PATCH /todos/1',
      'PATCH /todos/2',
      'DELETE /todos/1',
    ]);
    expect([first, ...later].map(({ errors }) => errors.length)).toEqual([0, 0, 1]);
    expect([title(1), title(2)]).toEqual([undefined, 'a']);
  });

  it('if the deletion fails, the changes are sent', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    send(todos.delete, { id: 1 });
    answer(0, { id: 1, title: 'a' });
    fail(1);
    expect(requests().at(-1)).toBe('PATCH /todos/1 {"title":"b"}');
    answer(2, { id: 1, title: 'b' });
    expect(title()).toBe('b');
  });

  it('at most for a time', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    clock.pass(9_999);
    expect(requests().length).toBe(1);
    clock.pass(1);
    send(todos.partialUpdate, { id: 1 }, { title: 'c' });
    expect(requests().length).toBe(2);
    answer(1, { id: 1, title: 'b' });
    expect(requests().length).toBe(3);
    answer(0, { id: 1, title: 'a' });
    expect(title()).toBe('c');
  });

  it('with a key, also those of other endpoints', () => {
    const of = (id: number, product: number) => send(cart, { cart: id }, { product });
    of(1, 10);
    of(1, 11);
    of(2, 12);
    expect(requests()).toEqual([
      'POST /carts/1/items {"product":10}',
      'POST /carts/2/items {"product":12}',
    ]);
    clock.pass(500);
    expect(requests().at(-1)).toBe('POST /carts/1/items {"product":11}');
  });

  it('a key that cannot be computed fails the call, and nothing is shown or counted', () => {
    const failing = todos.partialUpdate.extend({
      serial: serial({
        key: () => {
          throw new Error('no key');
        },
      }),
    });
    const { errors } = send(failing, { id: 1 }, { title: 'a' });
    expect(errors.map((error) => (error as CacheError).cause)).toEqual([new Error('no key')]);
    expect([title(), isSaving(), requests()]).toEqual(['one', false, []]);
    cache.set(Todo, { id: 1, title: 'b' });
    expect(title()).toBe('b');
  });

  it('one that waits counts as not saved', () => {
    expect(isSaving()).toBeFalse();
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    answer(0, { id: 1, title: 'a' });
    expect(isSaving()).toBeTrue();
    answer(1, { id: 1, title: 'b' });
    expect(isSaving()).toBeFalse();
  });

  it('clear ends those that wait, which are never sent', () => {
    send(todos.partialUpdate, { id: 1 }, { title: 'a' });
    const second = send(todos.partialUpdate, { id: 1 }, { title: 'b' });
    void cache.clear();
    expect(second.errors.map((error) => (error as { code: string }).code)).toEqual(['NCQ4001']);
    answer(0, { id: 1, title: 'a' });
    expect(requests().length).toBe(1);
  });

  it('an entity that has no id yet: first its creation', () => {
    send(todos.getList.push, { title: 'new' });
    const { id } = cache.get(new schema.All(Todo))!.at(-1)!;
    send(todos.partialUpdate, { id }, { title: 'a' });
    send(todos.partialUpdate, { id }, { title: 'b' });
    expect(requests().length).toBe(1);
    answer(0, { id: 9, title: 'new' });
    expect(requests().slice(1)).toEqual(['PATCH /todos/9 {"title":"a"}']);
    send(todos.partialUpdate, { id: 9 }, { title: 'c' });
    answer(1, { id: 9, title: 'a' });
    answer(2, { id: 9, title: 'b' });
    answer(3, { id: 9, title: 'c' });
    expect(title(9)).toBe('c');
  });
});
