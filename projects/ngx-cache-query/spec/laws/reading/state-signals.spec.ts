import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  computed,
  createEnvironmentInjector,
  effect,
  EnvironmentInjector,
  Injector,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { RestEndpoint, type RestError } from 'ngx-cache-query/rest';
import { of } from 'rxjs';
import { type CacheError, CacheService, Endpoint, Entity, provideCache } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';
import { getUser, getUsers } from '../../support/rest-users';
import { Served } from '../../support/served';

let cache: CacheService;
let http: HttpTestingController;
const inContext = <T>(make: () => T): T => TestBed.runInInjectionContext(make);
const down = { status: 503, statusText: 'Unavailable' };

function setUp(): void {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideZonelessChangeDetection(),
      provideCache(),
    ],
  });
  cache = TestBed.inject(CacheService);
  http = TestBed.inject(HttpTestingController);
}

describe('F8 stateSignal', () => {
  beforeEach(setUp);

  it('fetches nothing before its first read, then once, and shows the states of the request', () => {
    const users = inContext(() => cache.stateSignal(getUsers));
    http.verify();
    expect([users().status, users().isFetching]).toEqual(['pending', true]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    const state = users();
    expect([state.status, state.data?.[0].name, state.isStale]).toEqual(['success', 'Ada', false]);
    expect(users()).toBe(state);
  });

  it('keeps its data when a request fails, and when it is retried', () => {
    const users = inContext(() => cache.stateSignal(getUsers));
    users();
    http.expectOne('/users').flush('down', down);
    expect([users().status, (users().error as RestError).status]).toEqual(['error', 503]);
    cache.refetch(getUsers);
    expect(users().isFetching).toBeTrue();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(users().status).toBe('success');
    cache.refetch(getUsers);
    http.expectOne('/users').flush('down', down);
    expect([users().status, users().data?.length]).toEqual(['error', 1]);
  });

  it('is up to date, even during a notification', () => {
    const users = inContext(() => cache.stateSignal(getUsers));
    users();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    const seen: unknown[] = [];
    cache.select(User, 'a').subscribe((user) => seen.push([user?.name, users().data?.[0].name]));
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(users().data?.[0].name).toBe('Adele');
    expect(seen.at(-1)).toEqual(['Adele', 'Adele']);
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'Ad' });
      expect(users().data?.[0].name).toBe('Ad');
    });
  });

  it('is pending after a reset of its endpoint, and idle after clear()', () => {
    const users = inContext(() => cache.stateSignal(getUsers));
    users();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.reset(getUsers);
    expect([users().status, users().data]).toEqual(['pending', undefined]);
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.clear();
    expect([users().status, users().data]).toEqual(['idle', undefined]);
  });

  it('works inside computed, with an endpoint that responds synchronously', () => {
    const now = new Served([User]);
    const users = inContext(() => cache.stateSignal(now.endpoint));
    let runs = 0;
    const count = computed(() => (runs++, users().data?.length ?? 0));
    expect(count()).toBe(0);
    now.respond([{ id: 'a' }]);
    expect([count(), count(), runs]).toEqual([1, 1, 2]);
  });

  it('runs an effect once per state', () => {
    const users = inContext(() => cache.stateSignal(getUsers));
    const seen: string[] = [];
    inContext(() => effect(() => void seen.push(users().status)));
    TestBed.tick();
    http.expectOne('/users').flush([]);
    TestBed.tick();
    TestBed.tick();
    expect(seen).toEqual(['pending', 'success']);
  });

  it('unsubscribes with its injector, and its request is aborted', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const users = cache.stateSignalWith(getUsers, () => [], { injector });
    users();
    const request = http.expectOne('/users');
    injector.destroy();
    expect(request.cancelled).toBeTrue();
    expect(users().status).toBe('pending');
    cache.refetch(getUsers);
    http.verify();
  });

  it('ends with its cache: it fetches nothing more, and does not throw', () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const injector = createEnvironmentInjector([provideCache()], parent);
    const ended = injector.get(CacheService);
    const users = ended.stateSignalWith(getUsers, () => [], { injector: parent });
    const unread = ended.stateSignalWith(getUser, () => [{ id: 'a' }], { injector: parent });
    users();
    http.expectOne('/users').flush([]);
    injector.destroy();
    expect([users().status, unread().data]).toEqual(['idle', undefined]);
    http.verify();
  });

  it('contains the error of a deserializer that throws when it is read, and recovers', () => {
    class Strict extends Entity {
      readonly id: number = 0;
      readonly at: { readonly day?: Date } = {};
      static override readonly schema = {
        at: {
          day: (iso: string) => {
            if (iso === '?') throw new Error('no date');
            return new Date(iso);
          },
        },
      };
    }
    const put = (day: string) => cache.set([Strict], [{ id: 1, at: { day } }]);
    const served = new Served([Strict]);
    const all = inContext(() => cache.stateSignal(served.endpoint));
    all();
    served.respond([{ id: 1, at: { day: '2026-01-31' } }]);
    put('?');
    expect([all().status, (all().error as Error).message]).toEqual(['error', 'no date']);
    put('2027-01-31');
    expect([all().status, all().data?.[0].at.day?.getFullYear()]).toEqual(['success', 2027]);
    cache.refetch(served.endpoint);
    expect([all().isFetching, served.requests.length]).toEqual([true, 2]);
  });

  it('fetches from any Observable', () => {
    const now = new Endpoint({ load: (id: string) => of({ id }), schema: User });
    expect(inContext(() => cache.stateSignal(now, 'a'))().data?.id).toBe('a');
  });

  it('refuses an endpoint with side effects, and needs an injection context', () => {
    const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
    expect(thrownBy(() => inContext(() => cache.stateSignal(remove, { id: 1 }))).code).toBe(
      'NCQ4003',
    );
    expect(() => cache.stateSignal(getUsers)).toThrowError(/NG0203/);
    const injector = TestBed.inject(Injector);
    expect(cache.stateSignalWith(getUsers, () => [], { injector })().status).toBe('pending');
  });
});

describe('F8 stateSignalWith', () => {
  beforeEach(setUp);

  it('updates with its arguments, and shows nothing of the previous ones', () => {
    const id = signal('a');
    const user = inContext(() => cache.stateSignalWith(getUser, () => [{ id: id() }]));
    user();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect(user().data?.name).toBe('Ada');
    id.set('b');
    expect([user().status, user().data]).toEqual(['pending', undefined]);
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    expect(user().data?.name).toBe('Bo');
    cache.refetch(getUser, { id: 'a' });
    http.verify();
  });

  it('aborts requests that it no longer needs', () => {
    const id = signal('a');
    const user = inContext(() => cache.stateSignalWith(getUser, () => [{ id: id() }]));
    user();
    const first = http.expectOne('/users/a');
    id.set('b');
    user();
    expect(first.cancelled).toBeTrue();
    http.expectOne('/users/b').flush({ id: 'b' });
  });

  it('continues after an error for one set of arguments', () => {
    const id = signal('a');
    const user = inContext(() => cache.stateSignalWith(getUser, () => [{ id: id() }]));
    user();
    http.expectOne('/users/a').flush('none', { status: 404, statusText: 'Not Found' });
    expect(user().status).toBe('error');
    id.set('b');
    user();
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    expect([user().status, user().data?.name]).toEqual(['success', 'Bo']);
  });

  it('switches only when the key changes', () => {
    const filter = signal({ team: 'x', tags: undefined as readonly string[] | undefined });
    const users = inContext(() => cache.stateSignalWith(getUsers, () => [{ ...filter() }]));
    users();
    filter.update((last) => ({ ...last }));
    users();
    http.expectOne('/users?team=x').flush([{ id: 'a' }]);
    expect(users().data?.length).toBe(1);
  });

  it('is idle with a sole null, and fetches nothing', () => {
    const id = signal<string | null>(null);
    const user = inContext(() =>
      cache.stateSignalWith(getUser, () => {
        const userId = id();
        return userId === null ? [null] : [{ id: userId }];
      }),
    );
    expect([user().status, user().isStale]).toEqual(['idle', true]);
    http.verify();
    id.set('a');
    expect(user().status).toBe('pending');
    http.expectOne('/users/a').flush({ id: 'a' });
    id.set(null);
    expect([user().status, user().data]).toEqual(['idle', undefined]);
  });

  it('contains the error of a missing parameter, and continues with the next arguments', () => {
    const id = signal('');
    const user = inContext(() => cache.stateSignalWith(getUser, () => [{ id: id() }]));
    expect([user().status, (user().error as CacheError).code]).toEqual(['error', 'NCQ5001']);
    id.set('a');
    expect(user().status).toBe('pending');
    http.expectOne('/users/a').flush({ id: 'a' });
    expect(user().status).toBe('success');
  });
});
