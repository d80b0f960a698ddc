import { TestBed } from '@angular/core/testing';
import { PLATFORM_ID } from '@angular/core';
import { NEVER, Subject } from 'rxjs';
import {
  CacheService,
  Endpoint,
  onlyExisting,
  provideCache,
  schema,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
} from 'ngx-cache-query';
import { PageActivity } from 'ngx-cache-query-internals';
import { Todo, User } from '../../support/models';
import { Timed } from '../../support/timed';
import { watch } from '../../support/watch';

describe('refetches when the page gains focus or is online again', () => {
  it('refetch the stale values of resources', async () => {
    const timed = new Timed(withRefetchOnFocus());
    const getUser = timed.endpoint({ staleTime: 0 });
    const { snapshot } = TestBed.runInInjectionContext(() => timed.cache.resource(getUser));
    await Promise.resolve();
    expect(snapshot().value?.name).toBe('answer 1');
    timed.page.focused$.next();
    expect(snapshot().value?.name).toBe('answer 2');
  });

  it('listen only while something is observed, and not after the end of the cache', () => {
    const timed = new Timed(withRefetchOnFocus(), withRefetchOnReconnect());
    const { focused$, reconnected$ } = timed.page;
    const observed = () => [focused$.observed, reconnected$.observed];
    const service = timed.cache;
    const [one, other] = [timed.endpoint(), timed.endpoint()];
    expect(observed()).toEqual([false, false]);
    const seen = [one, one, other].map((each) => watch(service.watch(each)));
    expect(observed()).toEqual([true, true]);
    seen[0].subscription.unsubscribe();
    seen[2].subscription.unsubscribe();
    expect(observed()).toEqual([true, true]);
    seen[1].subscription.unsubscribe();
    expect(observed()).toEqual([false, false]);
    watch(service.watch(one));
    expect(observed()).toEqual([true, true]);
    TestBed.resetTestingModule();
    expect(observed()).toEqual([false, false]);
  });

  it('do not listen on a server', () => {
    const focused$ = new Subject<void>();
    TestBed.configureTestingModule({
      providers: [
        provideCache(withRefetchOnFocus()),
        { provide: PLATFORM_ID, useValue: 'server' },
        { provide: PageActivity, useValue: { focused$ } },
      ],
    });
    const service = TestBed.inject(CacheService);
    watch(service.watch(new Endpoint({ load: () => NEVER, schema: User })));
    expect(focused$.observed).toBeFalse();
  });

  it('do not count a recent failure as fresh', () => {
    const timed = new Timed(withRefetchOnReconnect());
    const service = timed.cache;
    watch(service.watch(timed.failing()));
    timed.page.reconnected$.next();
    expect(timed.requestCount).toBe(2);
  });
});

describe('polls', () => {
  it('listen to the page only while a poll is late because the page is hidden', () => {
    const timed = new Timed();
    const { page, clock, cache: service } = timed;
    const polled = watch(service.watch(timed.endpoint({ pollInterval: 1_000 })));
    clock.pass(1_000);
    expect([timed.requestCount, page.active$.observed]).toEqual([2, false]);
    page.isActive = false;
    clock.pass(5_000);
    expect([timed.requestCount, page.active$.observed]).toEqual([2, true]);
    page.isActive = true;
    page.active$.next();
    expect([timed.requestCount, page.active$.observed]).toEqual([3, false]);
    page.isActive = false;
    clock.pass(1_000);
    polled.subscription.unsubscribe();
    expect([page.active$.observed, clock.timersWithin(10_000)]).toEqual([false, 0]);
  });

  it('show that a value has become stale while a poll waits', () => {
    const timed = new Timed();
    const service = timed.cache;
    const seen = watch(service.watch(timed.endpoint({ pollInterval: 1_000, staleTime: 3_000 })));
    timed.page.isActive = false;
    timed.clock.pass(2_999);
    expect(seen.last!.isStale).toBeFalse();
    timed.clock.pass(1);
    expect([seen.last!.isStale, timed.requestCount]).toEqual([true, 1]);
  });
});

describe('onlyExisting', () => {
  it('changes entities that another part of the message creates', () => {
    const cache = TestBed.inject(CacheService);
    const message = { prices: onlyExisting([Todo]), todos: [Todo] };
    cache.set(message, {
      prices: [
        { id: 1, title: 'b' },
        { id: 2, title: 'c' },
      ],
      todos: [{ id: 1, title: 'a', completed: true }],
    });
    expect(cache.get(new schema.All(Todo))?.map(({ id }) => id)).toEqual([1]);
  });
});

describe('withFrameBatching', () => {
  it('drops what waits with clear, also in a batch, and keeps what arrives afterwards', async () => {
    TestBed.configureTestingModule({ providers: [provideCache(withFrameBatching())] });
    const cache = TestBed.inject(CacheService);
    const messages = new Subject<object>();
    cache.connect(messages, User);
    messages.next({ id: 'a' });
    cache.batch(() => void cache.reset());
    messages.next({ id: 'b' });
    const frame = new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, 200))]);
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual(['b']);
  });
});
