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
import { of } from 'rxjs';
import {
  type CacheError,
  CacheService,
  Endpoint,
  Entity,
  provideCache,
  RestEndpoint,
} from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
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

describe('F8 resource', () => {
  beforeEach(setUp);

  it('fetches once, without arguments when it is created, and shows the states of the request', () => {
    const users = inContext(() => cache.resource(getUsers).snapshot);
    expect([users().status, users().isFetching]).toEqual(['loading', true]);
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    const state = users();
    expect([state.status, state.value?.[0].name, state.isStale]).toEqual([
      'resolved',
      'Ada',
      false,
    ]);
    expect(users()).toBe(state);
  });

  it('keeps its data when a request fails, and when it is retried', () => {
    const users = inContext(() => cache.resource(getUsers).snapshot);
    users();
    TestBed.tick();
    http.expectOne('/users').flush('down', down);
    expect([users().status, users().error?.status]).toEqual(['error', 503]);
    cache.refetch(getUsers);
    expect(users().isFetching).toBeTrue();
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    expect(users().status).toBe('resolved');
    cache.refetch(getUsers);
    TestBed.tick();
    http.expectOne('/users').flush('down', down);
    expect([users().status, users().value?.length]).toEqual(['resolved', 1]);
    expect(users().refreshError?.status).toBe(503);
  });

  it('is up to date, even during a notification', () => {
    const users = inContext(() => cache.resource(getUsers).snapshot);
    users();
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    const seen: unknown[] = [];
    cache.select(User, 'a').subscribe((user) => seen.push([user?.name, users().value?.[0].name]));
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(users().value?.[0].name).toBe('Adele');
    expect(seen.at(-1)).toEqual(['Adele', 'Adele']);
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'Ad' });
      expect(users().value?.[0].name).toBe('Ad');
    });
  });

  it('is loading after a reset of its endpoint, and idle after clear()', () => {
    const users = inContext(() => cache.resource(getUsers).snapshot);
    users();
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.reset(getUsers);
    expect([users().status, users().value]).toEqual(['loading', undefined]);
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    cache.clear();
    expect([users().status, users().value]).toEqual(['idle', undefined]);
  });

  it('works inside computed, with an endpoint that responds synchronously', () => {
    const now = new Served([User]);
    const users = inContext(() => cache.resource(now.endpoint).snapshot);
    let runs = 0;
    const count = computed(() => (runs++, users().value?.length ?? 0));
    expect(count()).toBe(0);
    TestBed.tick();
    now.respond([{ id: 'a' }]);
    expect([count(), count(), runs]).toEqual([1, 1, 2]);
  });

  it('runs an effect once per state', () => {
    const users = inContext(() => cache.resource(getUsers).snapshot);
    const seen: string[] = [];
    inContext(() => effect(() => void seen.push(users().status)));
    TestBed.tick();
    http.expectOne('/users').flush([]);
    TestBed.tick();
    TestBed.tick();
    expect(seen).toEqual(['loading', 'resolved']);
  });

  it('unsubscribes with its injector, and its request is aborted', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const users = cache.resource(getUsers, () => [], { injector }).snapshot;
    users();
    TestBed.tick();
    const request = http.expectOne('/users');
    injector.destroy();
    expect(request.cancelled).toBeTrue();
    expect(users().status).toBe('loading');
    cache.refetch(getUsers);
    http.verify();
  });

  it('ends with its cache: it fetches nothing more, and does not throw', () => {
    const parent = TestBed.inject(EnvironmentInjector);
    const injector = createEnvironmentInjector([provideCache()], parent);
    const ended = injector.get(CacheService);
    const users = ended.resource(getUsers, () => [], { injector: parent }).snapshot;
    const unread = ended.resource(getUser, () => [{ id: 'a' }], { injector: parent }).snapshot;
    users();
    TestBed.tick();
    http.expectOne('/users').flush([]);
    http.expectOne('/users/a');
    injector.destroy();
    expect([users().status, unread().status]).toEqual(['idle', 'idle']);
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
    const all = inContext(() => cache.resource(served.endpoint).snapshot);
    all();
    TestBed.tick();
    served.respond([{ id: 1, at: { day: '2026-01-31' } }]);
    expect(all().status).toBe('resolved');
    put('?');
    expect([all().status, causesOf([all().refreshError]).map(String)]).toEqual([
      'resolved',
      ['Error: no date'],
    ]);
    put('2027-01-31');
    expect([all().status, all().value?.[0].at.day?.getFullYear()]).toEqual(['resolved', 2027]);
    cache.refetch(served.endpoint);
    expect([all().isFetching, served.requests.length]).toEqual([true, 2]);
  });

  it('fetches from any Observable', () => {
    const now = new Endpoint({ load: (id: string) => of({ id }), schema: User });
    const user = inContext(() => cache.resource(now, () => ['a']));
    user.value();
    TestBed.tick();
    expect(user.value()?.id).toBe('a');
  });

  it('refuses an endpoint with side effects, and needs an injection context', () => {
    const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
    expect(
      thrownBy(() => inContext(() => cache.resource(remove, () => [{ id: 1 }]).snapshot)).code,
    ).toBe('NCQ4003');
    expect(() => cache.resource(getUsers).snapshot).toThrowError(/NG0203/);
    const injector = TestBed.inject(Injector);
    expect(cache.resource(getUsers, () => [], { injector }).snapshot().status).toBe('loading');
  });
});

describe('F8 the arguments of a resource', () => {
  beforeEach(setUp);

  it('updates with its arguments, and shows nothing of the previous ones', () => {
    const id = signal('a');
    const user = inContext(() => cache.resource(getUser, () => [{ id: id() }]).snapshot);
    user();
    TestBed.tick();
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect(user().value?.name).toBe('Ada');
    id.set('b');
    expect([user().status, user().value]).toEqual(['loading', undefined]);
    TestBed.tick();
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    expect(user().value?.name).toBe('Bo');
    cache.refetch(getUser, { id: 'a' });
    http.verify();
  });

  it('aborts requests that it no longer needs', () => {
    const id = signal('a');
    const user = inContext(() => cache.resource(getUser, () => [{ id: id() }]).snapshot);
    user();
    TestBed.tick();
    const first = http.expectOne('/users/a');
    id.set('b');
    user();
    TestBed.tick();
    expect(first.cancelled).toBeTrue();
    http.expectOne('/users/b').flush({ id: 'b' });
  });

  it('continues after an error for one set of arguments', () => {
    const id = signal('a');
    const user = inContext(() => cache.resource(getUser, () => [{ id: id() }]).snapshot);
    user();
    TestBed.tick();
    http.expectOne('/users/a').flush('none', { status: 404, statusText: 'Not Found' });
    expect(user().status).toBe('error');
    id.set('b');
    user();
    TestBed.tick();
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    expect([user().status, user().value?.name]).toEqual(['resolved', 'Bo']);
  });

  it('switches only when the key changes', () => {
    const filter = signal({ team: 'x', tags: undefined as readonly string[] | undefined });
    const users = inContext(() => cache.resource(getUsers, () => [{ ...filter() }]).snapshot);
    users();
    filter.update((last) => ({ ...last }));
    users();
    TestBed.tick();
    http.expectOne('/users?team=x').flush([{ id: 'a' }]);
    expect(users().value?.length).toBe(1);
  });

  it('is idle without arguments, and fetches nothing', () => {
    const id = signal<string | null>(null);
    const user = inContext(
      () =>
        cache.resource(getUser, () => {
          const userId = id();
          return userId === null ? undefined : [{ id: userId }];
        }).snapshot,
    );
    expect([user().status, user().isStale]).toEqual(['idle', true]);
    http.verify();
    id.set('a');
    expect(user().status).toBe('loading');
    TestBed.tick();
    http.expectOne('/users/a').flush({ id: 'a' });
    id.set(null);
    expect([user().status, user().value]).toEqual(['idle', undefined]);
  });

  it('contains the error of a missing parameter, and continues with the next arguments', () => {
    const id = signal('');
    const user = inContext(() => cache.resource(getUser, () => [{ id: id() }]).snapshot);
    expect([user().status, (user().error as CacheError).code]).toEqual(['error', 'NCQ5001']);
    id.set('a');
    expect(user().status).toBe('loading');
    TestBed.tick();
    http.expectOne('/users/a').flush({ id: 'a' });
    expect(user().status).toBe('resolved');
  });
});
