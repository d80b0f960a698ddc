import {
  HttpClient,
  type HttpInterceptorFn,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { inject, PendingTasks } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { BehaviorSubject, concat, EMPTY, map, merge, NEVER, of, startWith, Subject } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  pageOf,
  provideCache,
  restEndpoints,
  retries,
  RestEndpoint,
  toValues,
  typed,
  withClock,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { User } from '../../support/models';
import { listenToErrors, listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const rename = getUser.extend({ method: 'PATCH', body: {} as { readonly name: string } });
const users = restEndpoints({ path: '/users/:id', schema: User });

let cache: CacheService;
let http: HttpTestingController;
let clock: FakeClock;

function setUp(...interceptors: HttpInterceptorFn[]): void {
  clock = new FakeClock();
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(withInterceptors(interceptors)),
      provideHttpClientTesting(),
      provideCache(withClock(clock)),
    ],
  });
  cache = TestBed.inject(CacheService);
  http = TestBed.inject(HttpTestingController);
}

/** Answers with a cached response, and then with that of the server. */
const cachedFirst: HttpInterceptorFn = (request, next) => {
  const body = { id: 'a', name: 'cached' };
  return next(request).pipe(startWith(new HttpResponse({ status: 200, body })));
};

const namesOf = (values: readonly ({ readonly name: string } | undefined)[]) =>
  values.map((user) => user?.name);

describe('F16, L5 an interceptor that answers a page twice', () => {
  it('shows the items of both answers', async () => {
    const body = [{ id: 'a' }, { id: 'b' }];
    setUp((request, next) =>
      next(request).pipe(startWith(new HttpResponse({ status: 200, body }))),
    );
    const getPage = new RestEndpoint({
      path: '/users',
      searchParams: typed<{ readonly page: number }>(),
      schema: pageOf(new Collection([User]), 'page'),
    });
    const seen = watch(cache.watch(getPage, { page: 2 }));
    const ids = () => seen.last!.value?.map(({ id }) => id);
    await Promise.resolve();
    expect(ids()).toEqual(['a', 'b']);
    http.expectOne('/users?page=2').flush([{ id: 'b' }]);
    expect(ids()).toEqual(['b']);
  });
});

describe('F16 an interceptor that answers twice', () => {
  beforeEach(() => setUp(cachedFirst));
  afterEach(() => http.verify());

  it('shows both answers, and the request is sent', async () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    const fetched = watch(cache.fetch(getUser, { id: 'a' }));
    const request = http.expectOne('/users/a');
    await Promise.resolve();
    expect([watched.last?.value?.name, watched.last?.status]).toEqual(['cached', 'resolved']);
    expect([namesOf(fetched.values), fetched.completed]).toEqual([['cached'], false]);
    expect(request.cancelled).toBeFalse();
    request.flush({ id: 'a', name: 'fresh' });
    expect([watched.last?.value?.name, watched.last?.isFetching]).toEqual(['fresh', false]);
    expect([namesOf(fetched.values), fetched.completed]).toEqual([['cached', 'fresh'], true]);
    expect(cache.get(User, 'a')?.name).toBe('fresh');
  });

  it('gives a promise the last answer', async () => {
    const fetched = new Promise((resolve) => {
      let last: User | undefined;
      cache.fetch(getUser, { id: 'a' }).subscribe({
        next: (user) => (last = user),
        complete: () => resolve(last?.name),
      });
    });
    await Promise.resolve();
    http.expectOne('/users/a').flush({ id: 'a', name: 'fresh' });
    expect(await fetched).toBe('fresh');
  });

  for (const when of ['then', 'at once'] as const) {
    it(`keeps the first answer if the request fails ${when}`, async () => {
      const watched = watch(cache.watch(getUser, { id: 'a' }));
      if (when === 'then') await Promise.resolve();
      http.expectOne('/users/a').flush('down', { status: 500, statusText: 'no' });
      const { value, refreshError } = watched.last!;
      expect([value?.name, refreshError?.status]).toEqual(['cached', 500]);
    });
  }

  it('aborts the request when the last subscriber leaves', async () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    const fetched = watch(cache.fetch(getUser, { id: 'b' }));
    await Promise.resolve();
    watched.subscription.unsubscribe();
    fetched.subscription.unsubscribe();
    const cancelled = ['a', 'b'].map((id) => http.expectOne(`/users/${id}`).cancelled);
    expect(cancelled).toEqual([true, true]);
  });

  it('does not let the second answer overwrite what was written after the request', async () => {
    watch(cache.watch(getUser, { id: 'a' }));
    await Promise.resolve();
    cache.set(User, { id: 'a', name: 'edited' });
    http.expectOne('/users/a').flush({ id: 'a', name: 'fresh', isAdmin: true });
    expect(cache.get(User, 'a')?.name).toBe('edited');
  });

  it('lets a refetch send a new request while the first one is open', async () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    await Promise.resolve();
    let isSettled = false;
    void cache.refetch(getUser).then(() => (isSettled = true));
    const [first, second] = http.match('/users/a');
    expect([first.cancelled, second.cancelled]).toEqual([true, false]);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect([watched.last?.value?.name, isSettled]).toEqual(['cached', true]);
    second.flush({ id: 'a', name: 'fresh' });
    expect(watched.last?.value?.name).toBe('fresh');
  });

  it('ends a reload with the first answer', async () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush({ id: 'a', name: 'fresh' });
    await Promise.resolve();
    void cache.refetch(getUser);
    expect(watched.last?.status).toBe('reloading');
    await Promise.resolve();
    const { length } = watched.values;
    watch(cache.fetch(getUser, { id: 'a' })); // a background request
    expect(watched.last?.isFetching).toBeTrue();
    expect(watched.values.slice(length).map(({ status }) => status)).not.toContain('reloading');
    http.match('/users/a');
  });

  it('repeats a read once that may lack what a mutation has done', async () => {
    TestBed.resetTestingModule();
    const reads: Subject<HttpResponse<unknown>>[] = [];
    setUp((request, next) =>
      request.method === 'GET' ? (reads[reads.length] = new Subject()) : next(request),
    );
    const page = users.getList.extend({ searchParams: {} as { page: number } });
    const answer = async (nth: number) => {
      reads[nth].next(new HttpResponse({ body: [{ id: 'b' }] }));
      await Promise.resolve();
    };
    cache.set(User, { id: 'a' });
    watch(cache.watch(page, { page: 1 }));
    watch(cache.fetch(page, { page: 1 }));
    watch(cache.fetch(users.delete, { id: 'a' }));
    http.expectOne('/users/a').flush(null);
    expect(reads.length).toBe(1);
    await answer(0);
    expect(reads.length).toBe(2);
    await answer(1);
    await answer(0);
    expect(reads.length).toBe(2);
  });

  it('shows what is delivered at once, one after the other', () => {
    TestBed.resetTestingModule();
    setUp((request, next) =>
      merge(
        of(new HttpResponse({ body: { id: 'a', name: 'one' } })),
        of(new HttpResponse({ body: { id: 'a', name: 'two' } })),
        EMPTY.pipe(map(() => next(request) as never)),
      ),
    );
    const fetched = watch(cache.fetch(getUser, { id: 'a' }));
    expect([namesOf(fetched.values), fetched.completed]).toEqual([['one', 'two'], true]);
  });
});

describe('F16 an interceptor that never completes', () => {
  const endless: HttpInterceptorFn = (request, next) => concat(next(request), NEVER);

  it('does not keep observers, a refetch or the page waiting', async () => {
    setUp(endless);
    const tasks = TestBed.inject(PendingTasks);
    let pending = 0;
    spyOn(tasks, 'add').and.callFake(() => {
      pending++;
      let isOpen = true;
      return () => {
        if (isOpen) pending--;
        isOpen = false;
      };
    });
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await Promise.resolve();
    expect([watched.last?.isFetching, watched.last?.value?.name, pending]).toEqual([
      false,
      'Ada',
      0,
    ]);
    const refetched = cache.refetch(getUser);
    http.expectOne('/users/a').flush({ id: 'a', name: 'Bob' });
    await refetched;
    expect(watched.last?.value?.name).toBe('Bob');
  });

  it('answers a mutation once, with a warning', async () => {
    setUp(endless);
    const warn = listenToWarnings();
    const sent = TestBed.runInInjectionContext(() => cache.mutation(rename));
    const done = sent.mutateAsync({ id: 'a' }, { name: 'Ada' });
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect((await done).name).toBe('Ada');
    expect(warn.calls.allArgs().flat().join()).toContain('did not complete');
  });
});

describe('F16 an interceptor that completes some time after its answer', () => {
  it('completes fetch when it does', async () => {
    const open = new Subject<never>();
    const answer = new HttpResponse({ status: 200, body: { id: 'a', name: 'cached' } });
    setUp(() => merge(of(answer), open));
    const fetched = watch(cache.fetch(getUser, { id: 'a' }));
    await Promise.resolve();
    expect([namesOf(fetched.values), fetched.completed]).toEqual([['cached'], false]);
    open.complete();
    expect([namesOf(fetched.values), fetched.completed]).toEqual([['cached'], true]);
  });
});

describe('F16 the status 304', () => {
  const ifNoneMatch: HttpInterceptorFn = (request, next) =>
    next(request.clone({ setHeaders: { 'If-None-Match': '"1"' } }));
  const notModified = { status: 304, statusText: 'Not Modified' };
  beforeEach(() => setUp(ifNoneMatch));

  it('keeps the data, which is fresh again', async () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    const first = watched.last!.value;
    clock.pass(100_000);
    expect(watched.last!.isStale).toBeTrue();
    const refetched = cache.refetch(getUser);
    const request = http.expectOne('/users/a');
    expect(request.request.headers.get('If-None-Match')).toBe('"1"');
    request.flush(null, notModified);
    await refetched;
    const { value, isStale, refreshError, status, fetchedAt } = watched.last!;
    expect([isStale, refreshError, status]).toEqual([false, undefined, 'resolved']);
    expect(value).toBe(first);
    expect(fetchedAt).toBe(clock.now());
  });

  it('gives the caller the value, and clears the last error', () => {
    const watched = watch(cache.watch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    void cache.refetch(getUser);
    http.expectOne('/users/a').flush('down', { status: 500, statusText: 'no' });
    expect(watched.last!.refreshError?.status).toBe(500);
    clock.pass(100_000);
    const fetched = watch(cache.fetch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush(null, notModified);
    expect([namesOf(fetched.values), fetched.completed, fetched.errors]).toEqual([
      ['Ada'],
      true,
      [],
    ]);
    const { isStale, refreshError } = watched.last!;
    expect([isStale, refreshError]).toEqual([false, undefined]);
    watch(cache.ensure(getUser, { id: 'a' }));
    http.expectNone('/users/a');
  });

  it('confirms also a value without a schema, such as 0', () => {
    const getCount = new RestEndpoint({ path: '/count' });
    watch(cache.fetch(getCount));
    http.expectOne('/count').flush(0);
    const again = watch(cache.fetch(getCount));
    http.expectOne('/count').flush(null, notModified);
    expect([again.values, again.errors]).toEqual([[0], []]);
  });

  it('is an error if there is no data, and is not retried', () => {
    const fetched = watch(
      cache.fetch(getUser.extend({ retry: retries({ delay: 1 }) }), { id: 'b' }),
    );
    http.expectOne('/users/b').flush(null, notModified);
    expect((fetched.errors[0] as CacheError).status).toBe(304);
    clock.pass(10_000);
    http.expectNone('/users/b');
  });

  it('does not bring back an entity that was deleted', () => {
    const fetched = watch(cache.fetch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    cache.delete(User, 'a');
    const again = watch(cache.fetch(getUser, { id: 'a' }));
    http.expectOne('/users/a').flush(null, notModified);
    expect([fetched.errors, again.values]).toEqual([[], []]);
    expect((again.errors[0] as CacheError).status).toBe(304);
  });
});

describe('F16 a request without a response', () => {
  const nothing: HttpInterceptorFn = () => EMPTY;
  const codes = (errors: readonly unknown[]) => errors.map((each) => (each as CacheError).code);

  beforeEach(() => {
    setUp(nothing);
    listenToErrors();
  });

  it('is error NCQ5011 for a read, also without HttpClient', () => {
    const getNothing = new Endpoint({ load: () => EMPTY, schema: User });
    for (const seen of [
      watch(cache.fetch(getUser, { id: 'a' })),
      watch(cache.ensure(getUser, { id: 'b' })),
      watch(cache.fetch(getNothing)),
    ]) {
      expect([codes(seen.errors), seen.values]).toEqual([['NCQ5011'], []]);
    }
    const watched = watch(cache.watch(getUser, { id: 'c' }));
    expect([watched.last?.status, watched.last?.error?.code]).toEqual(['error', 'NCQ5011']);
  });

  it('is error NCQ5011 for a mutation, whose promise never resolves with undefined', async () => {
    const sent = TestBed.runInInjectionContext(() => cache.mutation(rename));
    await expectAsync(sent.mutateAsync({ id: 'a' }, { name: 'Ada' })).toBeRejectedWith(
      jasmine.objectContaining({ code: 'NCQ5011' }),
    );
    expect(sent.error()?.code).toBe('NCQ5011');
  });

  it('keeps the data, and is not retried', () => {
    let loads = 0;
    const load = () => (++loads === 1 ? of([{ id: 'a', name: 'Ada' }]) : EMPTY);
    const getUsers = new Endpoint({ load, schema: [User], retry: retries({ delay: 1 }) });
    const watched = watch(cache.watch(getUsers));
    void cache.refetch(getUsers);
    clock.pass(10_000);
    const { value, refreshError } = watched.last!;
    expect([loads, value?.length, refreshError?.code]).toEqual([2, 1, 'NCQ5011']);
  });
});

describe('F16 extend({ headers })', () => {
  beforeEach(() => setUp());

  it('does not share responses or requests with the original', () => {
    const german = getUser.extend({ headers: { 'Accept-Language': 'de' } });
    const seen = [getUser, german].map((each) => watch(cache.watch(each, { id: 'a' })));
    const requests = http.match('/users/a');
    expect(requests.map(({ request }) => request.headers.get('Accept-Language'))).toEqual([
      null,
      'de',
    ]);
    requests[1].flush({ id: 'a', name: 'Ada' });
    expect(seen.map(({ last }) => last?.isFetching)).toEqual([true, false]);
    requests[0].flush({ id: 'a', name: 'Ada' });
    void cache.refetch(german);
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ida' });
  });
});

class Comment extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
}
class Board extends Entity {
  readonly id: number = 0;
  readonly owner: User = User.fromJS({});
  static override readonly schema = { owner: User };
}

describe('F16 a mutation splits only the reads that it may affect', () => {
  beforeEach(() => setUp());
  const getBoard = new RestEndpoint({ path: '/boards/:id', schema: Board });
  const getStats = new RestEndpoint({ path: '/stats' });
  const change = { path: '/comments/:id', method: 'PATCH', body: {} as object } as const;
  const comment = new RestEndpoint({ ...change, schema: Comment });
  const args = [{ id: 1 }, {}] as const;

  const reads = {
    '/users/a': () => cache.fetch(getUser, { id: 'a' }),
    '/boards/1': () => cache.fetch(getBoard, { id: 1 }),
    '/stats': () => cache.fetch(getStats),
  };
  /** The number of requests that two callers send, one before the mutation and one after it. */
  const requestsAround = (mutate: () => unknown, url: keyof typeof reads = '/users/a') => {
    watch<unknown>(reads[url]());
    mutate();
    watch<unknown>(reads[url]());
    const requests = http.match(url);
    for (const each of requests) each.flush({ id: url.slice(-1) });
    return requests.length;
  };

  it('not those of other classes', () => {
    expect(requestsAround(() => watch(cache.fetch(comment, ...args)))).toBe(1);
  });

  it('not when it is answered either', () => {
    watch(cache.fetch(getUser, { id: 'a' }));
    watch(cache.fetch(comment, ...args));
    http.expectOne('/comments/1').flush({ id: 1, text: 'x' });
    watch(cache.fetch(getUser, { id: 'a' }));
    expect(http.match('/users/a').length).toBe(1);
  });

  it('those of its class, in lists and in relations', () => {
    const mutate = () => watch(cache.fetch(rename, { id: 'b' }, { name: 'Bob' }));
    expect(requestsAround(mutate)).toBe(2);
    expect(requestsAround(mutate, '/boards/1')).toBe(2);
    watch(cache.fetch(users.getList));
    mutate();
    watch(cache.fetch(users.getList));
    expect(http.match('/users').length).toBe(2);
  });

  it('those that its refetches name, by a class or an endpoint', () => {
    const byClass = new RestEndpoint({ ...change, schema: Comment, refetches: [User] });
    const byEndpoint = new RestEndpoint({ ...change, schema: Comment, refetches: [getUser] });
    for (const each of [byClass, byEndpoint]) {
      expect(requestsAround(() => watch(cache.fetch(each, ...args)))).toBe(2);
    }
  });

  it('those that its refetches name by a function, when it is answered', () => {
    const refetching = comment.extend({ refetches: () => [[getUser, { id: 'a' }]] });
    watch(cache.fetch(refetching, ...args));
    const answer = () => http.expectOne('/comments/1').flush({ id: 1, text: 'x' });
    expect(requestsAround(answer)).toBe(2);
  });

  it('not those of other classes if it refetches a class', () => {
    const refetching = comment.extend({ refetches: [Comment] });
    watch(cache.fetch(refetching, ...args));
    const answer = () => http.expectOne('/comments/1').flush({ id: 1, text: 'x' });
    expect(requestsAround(answer)).toBe(1);
    expect(requestsAround(() => cache.refetch(Comment))).toBe(1);
    expect(requestsAround(() => cache.refetch(User))).toBe(2);
  });

  it('all if nothing is known of the mutation or of the read, unless it refetches nothing', () => {
    const unknown = new RestEndpoint({ ...change });
    const harmless = new RestEndpoint({ ...change, refetches: [] });
    expect(requestsAround(() => watch(cache.fetch(unknown, ...args)))).toBe(2);
    expect(requestsAround(() => watch(cache.fetch(comment, ...args)), '/stats')).toBe(2);
    expect(requestsAround(() => watch(cache.fetch(harmless, ...args)))).toBe(1);
    const dependent = new RestEndpoint({ ...change, refetches: () => [] });
    expect(requestsAround(() => watch(cache.fetch(dependent, ...args)))).toBe(2);
    expect(requestsAround(() => watch(cache.fetch(harmless, ...args)), '/stats')).toBe(1);
  });
});

describe('F16 load of an Endpoint', () => {
  beforeEach(() => setUp());

  it('is taken once, and dev mode warns if it does not complete', async () => {
    const warn = listenToWarnings();
    const source = new BehaviorSubject({ id: 'a', name: 'one' });
    const getLive = new Endpoint({ name: 'getLive', load: () => source, schema: User });
    const watched = watch(cache.watch(getLive).pipe(toValues()));
    source.next({ id: 'a', name: 'two' });
    expect(watched.last?.name).toBe('one');
    await Promise.resolve();
    expect(source.observed).toBeFalse();
    const text = warn.calls.allArgs().flat().join();
    for (const part of ['getLive', 'did not complete', 'first value', 'connect']) {
      expect(text).toContain(part);
    }
  });

  it('causes no warning if it completes with its value', async () => {
    const warn = listenToWarnings();
    const load = () => inject(HttpClient).get('/users/a');
    const seen = watch(cache.fetch(new Endpoint({ load, schema: User })));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    await Promise.resolve();
    expect([namesOf(seen.values), warn.calls.count()]).toEqual([['Ada'], 0]);
  });
});
