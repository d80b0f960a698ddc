import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { AsyncPipe } from '@angular/common';
import { Component, inject, PLATFORM_ID } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { RestEndpoint, type RestError } from 'ngx-cache-query/rest';
import { delay, EMPTY, of, retry } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Endpoint,
  type EndpointState,
  schema,
} from '../../public-api';
import { allUsers, Todo, User } from '../testing-support/models';
import { watch } from '../testing-support/watch';

const getUsers = new RestEndpoint({ path: '/users', schema: allUsers });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const names = (users: readonly User[] | undefined) => users?.map((user) => user.name);
const MINUTE = 60_000;

let cache: CacheService;
let http: HttpTestingController;

function setUp(): void {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  cache = TestBed.inject(CacheService);
  http = TestBed.inject(HttpTestingController);
}

describe('F5 ensure', () => {
  beforeEach(() => {
    jasmine
      .clock()
      .install()
      .mockDate(new Date(2026, 0, 1));
    setUp();
  });
  afterEach(() => jasmine.clock().uninstall());

  it('requests what was never answered, then gives it from the cache while it is fresh', () => {
    const first = watch(cache.ensure(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect([names(first.last), first.completed]).toEqual([['Ada'], true]);
    jasmine.clock().tick(MINUTE - 1);
    const again = watch(cache.ensure(getUsers));
    http.expectNone('/users');
    expect([again.values.length, again.completed]).toEqual([1, true]);
    jasmine.clock().tick(1);
    watch(cache.ensure(getUsers));
    http.expectOne('/users').flush([]);
  });

  it('does not take a list for loaded because some other endpoint stored an entity', () => {
    cache.fetch(getUser, { id: 'a' }).subscribe();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    expect(names(cache.get(getUsers))).toEqual(['Ada']);
  });

  it('takes an empty list for loaded', () => {
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    expect(watch(cache.ensure(getUsers)).values).toEqual([[]]);
    http.verify();
  });

  it('follows the endpoint in how long a response is fresh', () => {
    const short = getUsers.extend({ dataExpiryLength: 10 });
    cache.ensure(short).subscribe();
    http.expectOne('/users').flush([]);
    jasmine.clock().tick(10);
    cache.ensure(short).subscribe();
    http.expectOne('/users').flush([]);
  });

  it('asks again after expire and after invalidate', () => {
    cache.ensure(getUsers).subscribe();
    http.expectOne('/users').flush([]);
    for (const forget of [() => cache.expire(getUsers), () => cache.invalidate(getUsers)]) {
      forget();
      cache.ensure(getUsers).subscribe();
      http.expectOne('/users').flush([]);
    }
    http.verify();
  });
});

describe('F1 watch', () => {
  beforeEach(setUp);

  it('emits nothing before a first result, then follows the cache', () => {
    const seen = watch(cache.watch(getUsers));
    expect(seen.values).toEqual([]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.set(User, { id: 'b', name: 'Bo' });
    expect(seen.values.map(names)).toEqual([['Ada'], ['Ada', 'Bo']]);
  });

  it('shares its request with fetch, and with whoever else watches', () => {
    const seen = [
      watch(cache.watch(getUsers)),
      watch(cache.watch(getUsers)),
      watch(cache.fetch(getUsers)),
    ];
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(seen.map(({ values }) => values.length)).toEqual([1, 1, 1]);
    expect(seen[0].last).toBe(seen[1].last);
  });

  it('aborts when the last one leaves before the answer', () => {
    const seen = [watch(cache.watch(getUsers)), watch(cache.watch(getUsers))];
    const request = http.expectOne('/users');
    seen[0].subscription.unsubscribe();
    expect(request.cancelled).toBeFalse();
    seen[1].subscription.unsubscribe();
    expect(request.cancelled).toBeTrue();
  });

  it('asks again, once, when it is expired or invalidated, and shows the old data meanwhile', () => {
    const seen = [watch(cache.watch(getUsers)), watch(cache.watch(getUsers))];
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.expire(getUsers);
    expect(names(seen[0].last)).toEqual(['Ada']);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    cache.invalidate(getUsers);
    expect(names(seen[0].last)).toEqual(['Adele']);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ad' }]);
    expect(seen.map(({ values }) => values.map(names))).toEqual([
      [['Ada'], ['Adele'], ['Ad']],
      [['Ada'], ['Adele'], ['Ad']],
    ]);
    http.verify();
  });

  it('errors when there is nothing to show; with something to show it goes on', () => {
    const nothing = watch(cache.watch(getUsers));
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect((nothing.errors[0] as RestError).status).toBe(500);
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.expire(getUsers);
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect([seen.errors.length, names(seen.last)]).toEqual([0, ['Ada']]);
    http.verify();
    cache.expire(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(names(seen.last)).toEqual(['Adele']);
  });

  it('does nothing with a sole null', () => {
    const seen = watch(cache.watch(getUser, null));
    expect([seen.values, seen.completed]).toEqual([[], false]);
    http.verify();
  });

  it('works with an endpoint that answers at once', () => {
    const now = new Endpoint({ load: () => of([{ id: 'a', name: 'Ada' }]), schema: [User] });
    expect(watch(cache.watch(now)).values.map(names)).toEqual([['Ada']]);
  });

  it('asks for nothing again after a reset', () => {
    const seen = watch(cache.watch(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.reset();
    http.verify();
    expect(seen.completed).toBeFalse();
  });
});

describe('F1 watching again', () => {
  beforeEach(setUp);

  it('after a failure, from its error handler, waits for its own request', () => {
    let second: ReturnType<typeof watch<User[]>> | undefined;
    cache.watch(getUsers).subscribe({ error: () => (second = watch(cache.watch(getUsers))) });
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    expect(second?.errors).toEqual([]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(names(second?.last)).toEqual(['Ada']);
  });

  it('with retry asks once each time, and gives the answer', () => {
    const seen = watch(cache.watch(getUsers).pipe(retry(2)));
    for (const status of [500, 503]) {
      http.expectOne('/users').flush('down', { status, statusText: 'no' });
    }
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect([seen.errors.length, names(seen.last)]).toEqual([0, ['Ada']]);
    http.verify();
  });

  it('counts requests that a failed batch began', () => {
    const failing = () =>
      cache.batch(() => {
        cache.fetch(getUsers).subscribe();
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    http.expectOne('/users').flush([]);
    const seen = watch(cache.state(getUsers));
    expect(seen.last?.isFetching).toBeFalse();
    cache.expire(getUsers);
    expect(seen.last?.isFetching).toBeTrue();
    http.expectOne('/users').flush([]);
    expect(seen.last?.isFetching).toBeFalse();
  });

  it('refuses an endpoint that changes something', () => {
    const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
    for (const read of [cache.watch(remove, { id: 1 }), cache.state(remove, { id: 1 })]) {
      expect((watch<unknown>(read).errors[0] as CacheError).code).toBe(403);
    }
    http.verify();
  });

  it('takes a response that never expires', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    watch(cache.state(getUsers.extend({ dataExpiryLength: Infinity })));
    http.expectOne('/users').flush([]);
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 2 ** 31)).toEqual([]);
  });
});

describe('F1 a refetch without an answer', () => {
  it('is not asked for again and again', () => {
    setUp();
    let loads = 0;
    const once = new Endpoint({ load: () => (++loads === 1 ? of([]) : EMPTY), schema: [User] });
    const seen = watch(cache.watch(once));
    cache.expire(once);
    expect([loads, seen.values, seen.completed]).toEqual([2, [[]], false]);
  });
});

describe('W7 a read that begins in a batch', () => {
  it('does not bring back what the batch deleted before', () => {
    setUp();
    cache.set(User, { id: 'a' });
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.fetch(getUsers).subscribe();
    });
    http.expectOne('/users').flush([{ id: 'a' }]);
    expect(cache.get(User, 'a')).toBeUndefined();
  });
});

describe('W5 an entity of the cache, written again', () => {
  it('keeps relations to what is not in the cache', () => {
    setUp();
    cache.set(Todo, { id: 1, userId: 'a' });
    cache.set(Todo, cache.get(Todo, 1)!);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(cache.get(Todo, 1)?.userId.name).toBe('Ada');
  });

  it('may be a copy that another library made', () => {
    setUp();
    cache.set(User, { id: 'a', name: 'Ada' });
    const user = cache.get(User, 'a')!;
    const prototype = Object.getPrototypeOf(user) as object;
    cache.set(User, Object.assign(Object.create(prototype) as User, user, { name: 'Adele' }));
    expect(cache.get(User, 'a')?.name).toBe('Adele');
  });
});

describe('F1 state', () => {
  beforeEach(setUp);
  const brief = ({ status, data, isFetching, isStale }: EndpointState<User[]>) => [
    status,
    names(data),
    isFetching,
    isStale,
  ];

  it('tells what is pending, there, fetched again, failed, and there again', () => {
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.expire(getUsers);
    http.expectOne('/users').flush('down', { status: 503, statusText: 'no' });
    cache.expire(getUsers);
    http.expectOne('/users').flush([{ id: 'a', name: 'Adele' }]);
    expect(seen.values.map(brief)).toEqual([
      ['pending', undefined, true, true],
      ['success', ['Ada'], false, false],
      ['success', ['Ada'], false, true],
      ['success', ['Ada'], true, true],
      ['error', ['Ada'], false, true],
      ['success', ['Ada'], false, true],
      ['success', ['Ada'], true, true],
      ['success', ['Adele'], false, false],
    ]);
    expect((seen.values[4].error as RestError).status).toBe(503);
    expect(seen.errors).toEqual([]);
  });

  it('keeps the data that an invalidate took away, until the answer', () => {
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.invalidate(getUsers);
    expect([names(seen.last?.data), seen.last?.isFetching]).toEqual([['Ada'], true]);
  });

  it('is idle with a sole null, and after a reset', () => {
    expect(watch(cache.state(getUser, null)).last?.status).toBe('idle');
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.reset();
    expect([seen.last?.status, seen.last?.data]).toEqual(['idle', undefined]);
  });

  it('says when the data becomes stale, by itself', () => {
    jasmine
      .clock()
      .install()
      .mockDate(new Date(2026, 0, 1));
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([]);
    jasmine.clock().tick(MINUTE - 1);
    expect(seen.last?.isStale).toBeFalse();
    jasmine.clock().tick(1);
    expect(seen.last?.isStale).toBeTrue();
    http.verify();
    jasmine.clock().uninstall();
  });

  it('keeps no timer when nobody watches', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    const clear = spyOn(window, 'clearTimeout').and.callThrough();
    const seen = watch(cache.state(getUsers));
    http.expectOne('/users').flush([]);
    const timers = set.calls.count();
    seen.subscription.unsubscribe();
    expect(timers).toBeGreaterThan(0);
    expect(clear.calls.count()).toBeGreaterThanOrEqual(1);
  });
});

describe('F4 pending tasks', () => {
  @Component({
    template: `@for (user of users$ | async; track user.pk()) {
        <b>{{ user.name }}</b>
      } @empty {
        <i>none</i>
      }`,
    imports: [AsyncPipe],
  })
  class Page {
    readonly users$ = inject(CacheService).watch(getUsers);
  }

  it('whenStable sees the loaded page, with one request and an interceptor that waits', async () => {
    const answer = provideHttpClient(
      withInterceptors([(request, next) => next(request).pipe(delay(20))]),
    );
    TestBed.configureTestingModule({ providers: [answer, provideHttpClientTesting()] });
    const controller = TestBed.inject(HttpTestingController);
    const fixture = TestBed.createComponent(Page);
    fixture.detectChanges();
    controller.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    await fixture.whenStable();
    expect((fixture.nativeElement as HTMLElement).textContent?.trim()).toBe('Ada');
    controller.verify();
  });

  it('is released by a failure, and by an abort', async () => {
    setUp();
    const seen = [watch(cache.fetch(getUsers)), watch(cache.fetch(getUser, { id: 'a' }))];
    http.expectOne('/users').flush('down', { status: 500, statusText: 'no' });
    seen[1].subscription.unsubscribe();
    const fixture = TestBed.createComponent(Plain);
    await fixture.whenStable();
    expect(seen[0].errors.length).toBe(1);
  });

  @Component({ template: '' })
  class Plain {}
});

describe('F7 watching on a server', () => {
  it('starts no timer', () => {
    const set = spyOn(window, 'setTimeout').and.callThrough();
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: PLATFORM_ID, useValue: 'server' },
      ],
    });
    const seen = watch(TestBed.inject(CacheService).state(getUsers));
    TestBed.inject(HttpTestingController).expectOne('/users').flush([]);
    expect(seen.last?.status).toBe('success');
    expect(set.calls.allArgs().filter(([, after]) => Number(after) > 100)).toEqual([]);
  });
});

describe('F2 a complete RestEndpoint', () => {
  beforeEach(setUp);

  it('gives process the status and the headers', () => {
    const page = new RestEndpoint({
      path: '/users',
      schema: { items: [User], total: 0 },
      process: (items: unknown[], { headers, status }) => ({
        items,
        total: Number(headers.get('x-total')),
        status,
      }),
    });
    const seen = watch(cache.fetch(page));
    http.expectOne('/users').flush([{ id: 'a' }], { headers: { 'x-total': '41' } });
    expect([seen.last?.items.length, seen.last?.total]).toEqual([1, 41]);
  });

  it('reads text and blobs', () => {
    const text = new RestEndpoint({ path: '/motd', responseType: 'text' });
    const seen = watch(cache.fetch(text));
    const request = http.expectOne('/motd');
    expect(request.request.responseType).toBe('text');
    request.flush('hello');
    const said: string | undefined = seen.last;
    expect(said).toBe('hello');
    const blob = watch(cache.fetch(new RestEndpoint({ path: '/logo', responseType: 'blob' })));
    http.expectOne('/logo').flush(new Blob(['x']));
    expect(blob.last).toBeInstanceOf(Blob);
  });

  it('takes an empty answer for null', () => {
    const ping = watch(cache.fetch(new RestEndpoint({ path: '/ping', method: 'PUT' })));
    http.expectOne('/ping').flush(null, { status: 204, statusText: 'No Content' });
    expect([ping.values, ping.completed]).toEqual([[null], true]);
  });

  it('lets a subclass make headers, and keeps the class when it is extended', () => {
    class Signed<P extends string> extends RestEndpoint<P> {
      override getHeaders() {
        return { 'x-by': TestBed.inject(HttpClient) instanceof HttpClient ? 'me' : 'nobody' };
      }
    }
    const signed = new Signed({ path: '/a' });
    cache.fetch(signed).subscribe();
    cache.fetch(signed.extend({ path: '/b' })).subscribe();
    for (const url of ['/a', '/b']) {
      expect(http.expectOne(url).request.headers.get('x-by')).toBe('me');
    }
    expect(signed.extend({})).toBeInstanceOf(Signed);
  });

  it('puts field errors of a 422 into the hands of a form', () => {
    const create = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });
    const seen = watch(cache.fetch(create, { name: '' }));
    const body = { fields: { name: 'is required' } };
    http.expectOne('/users').flush(body, { status: 422, statusText: 'no' });
    const error = seen.errors[0] as RestError<typeof body>;
    expect([error.status, error.body.fields.name]).toEqual([422, 'is required']);
  });

  it('lets the schema of an answer be an All: its own items first', () => {
    cache.set(User, { id: 'z', name: 'Zed' });
    const seen = watch(cache.fetch(getUsers.extend({ schema: new schema.All(User) })));
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(names(seen.last)).toEqual(['Ada', 'Zed']);
  });
});
