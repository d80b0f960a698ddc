import { TestBed } from '@angular/core/testing';
import { NEVER, of, Subject, throwError } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Endpoint,
  type EndpointOptions,
  Entity,
  provideCache,
  withClock,
  withExpiry,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRetry,
} from '../../public-api';
import { PageActivity } from '../cache/page-activity';
import { FakeClock } from '../testing-support/fake-clock';
import { User } from '../testing-support/models';
import { watch } from '../testing-support/watch';

let cache: CacheService;
let clock: FakeClock;
let page: {
  isActive: boolean;
  focused$: Subject<void>;
  reconnected$: Subject<void>;
  active$: Subject<void>;
};
let asked: number;

function setUp(...features: CacheFeature[]) {
  clock = new FakeClock();
  asked = 0;
  page = {
    isActive: true,
    focused$: new Subject(),
    reconnected$: new Subject(),
    active$: new Subject(),
  };
  TestBed.configureTestingModule({
    providers: [
      provideCache(withClock(clock), ...features),
      { provide: PageActivity, useValue: page },
    ],
  });
  cache = TestBed.inject(CacheService);
}
type Options = Partial<EndpointOptions<[], typeof User, unknown>>;
const endpoint = (options: Options = {}) =>
  new Endpoint({
    load: () => of({ id: 'a', name: `answer ${++asked}` }),
    schema: User,
    ...options,
  });
const failing = (options: Options = {}) =>
  endpoint({ load: () => throwError(() => new Error(`failure ${++asked}`)), ...options });

describe('F5 how long a response is fresh', () => {
  it('is a minute, or what the cache or the endpoint says', () => {
    for (const [features, options, length] of [
      [[], {}, 60_000],
      [[withExpiry({ dataExpiryLength: 5_000 })], {}, 5_000],
      [[withExpiry({ dataExpiryLength: 5_000 })], { dataExpiryLength: 100 }, 100],
    ] as const) {
      TestBed.resetTestingModule();
      setUp(...features);
      const getUser = endpoint(options);
      watch(cache.ensure(getUser));
      clock.pass(length - 1);
      watch(cache.ensure(getUser));
      expect(asked).withContext(`${length}`).toBe(1);
      clock.pass(1);
      watch(cache.ensure(getUser));
      expect(asked).withContext(`${length}`).toBe(2);
    }
  });

  it('ends with the first of its entities that says so, which is told to who watches the state', () => {
    setUp();
    class Price extends Entity {
      readonly id: number = 0;
      readonly seconds: number = 0;
      static override expiresAt(row: { seconds?: number }, { fetchedAt }: { fetchedAt: number }) {
        return row.seconds === undefined ? undefined : fetchedAt + row.seconds * 1_000;
      }
    }
    const load = () => {
      asked++;
      return of([{ id: 1 }, { id: 2, seconds: 9 }, { id: 3, seconds: 3 }]);
    };
    const getPrices = new Endpoint({ load, schema: [Price] });
    const seen = watch(cache.state(getPrices));
    expect(seen.last!.isStale).toBeFalse();
    clock.pass(2_999);
    expect(seen.last!.isStale).toBeFalse();
    clock.pass(1);
    expect(seen.last!.isStale).toBeTrue();
    expect(asked).toBe(1);
    watch(cache.watch(getPrices));
    expect(asked).toBe(2);
  });

  it('shows stale data while it is asked for again, or with invalidIfStale does not', () => {
    setUp();
    const answers = new Subject<object>();
    const load = () => (asked++ === 0 ? of({ id: 'a', name: 'old' }) : answers);
    for (const [invalidIfStale, names] of [
      [false, ['old', 'new']],
      [true, ['new']],
    ] as const) {
      asked = 0;
      const getUser = endpoint({ load, invalidIfStale });
      watch(cache.fetch(getUser));
      clock.pass(60_000);
      const seen = watch(cache.watch(getUser));
      answers.next({ id: 'a', name: 'new' });
      expect(seen.values.map(({ name }) => name)).toEqual([...names]);
    }
  });

  it('does not ask again at once what has just failed, when it says so', () => {
    setUp(withExpiry({ errorExpiryLength: 1_000 }));
    const getUser = failing();
    const first = watch(cache.state(getUser));
    expect(first.last!.status).toBe('error');
    first.subscription.unsubscribe();
    clock.pass(999);
    expect(watch(cache.state(getUser)).last!.status).toBe('error');
    expect(asked).toBe(1);
    cache.expire(getUser);
    expect(asked).toBe(2);
    clock.pass(1_000);
    watch(cache.state(getUser));
    expect(asked).toBe(3);
  });
});

describe('F1 what is watched is asked for again', () => {
  it('when the page gets the focus or the connection is back, if it is stale', () => {
    setUp(withRefetchOnFocus(), withRefetchOnReconnect());
    const [stale, fresh] = [endpoint({ dataExpiryLength: 0 }), endpoint()];
    const seen = [stale, stale, fresh].map((each) => watch(cache.watch(each)));
    const before = asked;
    page.focused$.next();
    expect(asked).toBe(before + 1);
    page.reconnected$.next();
    expect(asked).toBe(before + 2);
    seen.forEach(({ subscription }) => subscription.unsubscribe());
    page.focused$.next();
    expect(asked).toBe(before + 2);
  });

  it('not then without these features, nor while it is asked for', () => {
    setUp();
    watch(cache.watch(endpoint({ dataExpiryLength: 0 })));
    page.focused$.next();
    expect(asked).toBe(1);
    TestBed.resetTestingModule();
    setUp(withRefetchOnFocus());
    let loads = 0;
    const load = () => {
      loads++;
      return NEVER;
    };
    watch(cache.watch(endpoint({ load })));
    page.focused$.next();
    expect(loads).toBe(1);
  });

  it('at intervals, once for all who watch, and not while nobody does', () => {
    setUp();
    const getUser = endpoint({ pollFrequency: 1_000 });
    const first = watch(cache.watch(getUser));
    const second = watch(cache.state(getUser));
    clock.pass(3_000);
    expect(asked).toBe(4);
    expect(first.last!.name).toBe('answer 4');
    first.subscription.unsubscribe();
    clock.pass(1_000);
    expect(asked).toBe(5);
    second.subscription.unsubscribe();
    clock.pass(200_000);
    expect([asked, clock.waiting]).toEqual([5, 0]);
  });

  it('not at intervals while the page is hidden or offline, but at once afterwards', () => {
    setUp();
    watch(cache.watch(endpoint({ pollFrequency: 1_000 })));
    page.isActive = false;
    clock.pass(10_000);
    expect(asked).toBe(1);
    page.isActive = true;
    page.active$.next();
    expect(asked).toBe(2);
    clock.pass(1_000);
    expect(asked).toBe(3);
  });

  it('as a signal too', () => {
    setUp(withRefetchOnFocus());
    const getUser = endpoint({ dataExpiryLength: 0, pollFrequency: 1_000 });
    const state = TestBed.runInInjectionContext(() => cache.stateSignal(getUser));
    expect(state().data?.name).toBe('answer 1');
    page.focused$.next();
    expect(state().data?.name).toBe('answer 2');
    clock.pass(1_000);
    expect(state().data?.name).toBe('answer 3');
  });

  it('no more when the cache has ended', () => {
    setUp(withRefetchOnFocus());
    watch(cache.watch(endpoint({ dataExpiryLength: 0, pollFrequency: 1_000 })));
    TestBed.resetTestingModule();
    page.focused$.next();
    page.active$.next();
    clock.pass(5_000);
    expect([asked, clock.waiting, page.focused$.observed, page.active$.observed]).toEqual([
      1,
      0,
      false,
      false,
    ]);
  });
});

describe('F3 a read that fails', () => {
  it('is tried again after longer and longer times, then fails', () => {
    setUp(withRetry({ count: 3, delay: 1_000 }));
    const seen = watch(cache.fetch(failing()));
    const counts = [500, 500, 1_000, 1_000, 2_000, 2_000].map((milliseconds) => {
      clock.pass(milliseconds);
      return asked;
    });
    expect(counts[1]).toBe(2);
    expect(counts[3]).toBe(3);
    expect(counts[5]).toBe(4);
    clock.pass(100_000);
    expect([asked, seen.errors.length, clock.waiting]).toEqual([4, 1, 0]);
  });

  it('shows what it is in the end, and is one request for all meanwhile', () => {
    setUp();
    let fails = 2;
    const load = () => {
      asked++;
      return fails-- > 0 ? throwError(() => new Error('no')) : of({ id: 'a', name: 'Ada' });
    };
    const getUser = endpoint({ load, retry: { delay: 10 } });
    const [first, second] = [watch(cache.watch(getUser)), watch(cache.state(getUser))];
    expect(second.last!.status).toBe('pending');
    clock.pass(1_000);
    expect([first.last!.name, second.last!.status, asked]).toEqual(['Ada', 'success', 3]);
  });

  it('is not tried again when the question is wrong, waits as the server says, and stops with who asked', () => {
    setUp(withRetry({ delay: 10 }));
    const fail = (error: object) =>
      failing({
        load: () => {
          asked++;
          return throwError(() => error);
        },
      });
    watch(cache.fetch(fail({ status: 404 })));
    clock.pass(1_000);
    expect(asked).toBe(1);
    const { subscription } = watch(cache.fetch(fail({ status: 429, retryAfter: 5_000 })));
    clock.pass(4_999);
    expect(asked).toBe(2);
    clock.pass(1);
    expect(asked).toBe(3);
    subscription.unsubscribe();
    clock.pass(100_000);
    expect([asked, clock.waiting]).toEqual([3, 0]);
  });

  it('is not tried again without being told so; a mutation never is', () => {
    setUp();
    watch(cache.fetch(failing()));
    clock.pass(100_000);
    expect(asked).toBe(1);
    TestBed.resetTestingModule();
    setUp(withRetry());
    watch(cache.fetch(failing({ sideEffect: true })));
    clock.pass(100_000);
    expect(asked).toBe(1);
  });
});
