import { Component, createEnvironmentInjector, EnvironmentInjector, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { type Observable, Subject } from 'rxjs';
import { type CacheExtension, withExtension } from 'ngx-cache-query/extensions';
import {
  type CacheError,
  CacheService,
  provideCache,
  Query,
  RestEndpoint,
  withRest,
} from 'ngx-cache-query';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { thrownBy } from '../../support/error-log';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const count = new Query(allUsers, (users) => users.length);
const injectorOf = (...features: Parameters<typeof withExtension>[0][]) =>
  createEnvironmentInjector(
    [provideCache(...features.map((each) => withExtension(each)))],
    TestBed.inject(EnvironmentInjector),
  );

describe('F7 one cache per injector', () => {
  it('two caches share nothing: entities, results, memos, requests, knowledge', () => {
    const [one, two] = [injectorOf(), injectorOf()].map((each) => each.get(CacheService));
    const users = new Served(allUsers);
    const seen = [watch(one.select(count)), watch(two.select(count))];
    const fetched = [watch(one.fetch(users.endpoint)), watch(two.fetch(users.endpoint))];
    expect(users.requests.length).toBe(2);
    users.requests[0].respond([{ id: 'a' }, { id: 'b' }]);
    expect(seen.map((each) => each.last)).toEqual([2, undefined]);
    expect([two.get(allUsers), two.get(users.endpoint)]).toEqual([undefined, undefined]);
    users.requests[1].respond([{ id: 'a', name: 'other' }]);
    expect([one.get(User, 'a')?.name, two.get(User, 'a')?.name]).toEqual(['', 'other']);
    expect(fetched.map((each) => each.last?.length)).toEqual([2, 1]);
    one.clear();
    expect([one.get(count), two.get(count)]).toEqual([undefined, 1]);
  });

  it('a batch or an error in one cache does not affect the other', () => {
    const [one, two] = [injectorOf(), injectorOf()].map((each) => each.get(CacheService));
    const run = () =>
      one.batch(() => {
        one.set(User, { id: 'a' });
        two.set(User, { id: 'b' });
        expect(two.get(User, 'b')).toBeDefined();
        throw new Error('no');
      });
    expect(run).toThrow();
    expect([one.get(allUsers), two.get(allUsers)?.length]).toEqual([undefined, 1]);
  });

  it('without any setup there is one cache in root', () => {
    expect(TestBed.inject(CacheService)).toBe(TestBed.inject(CacheService));
    expect(TestBed.inject(CacheService).get(allUsers)).toBeUndefined();
  });

  it('the cache of a route is separate from that of the application, and inherits its setup', () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api' })),
      ],
    });
    const routed = injectorOf().get(CacheService);
    const root = TestBed.inject(CacheService);
    expect(routed).not.toBe(root);
    routed.fetch(new RestEndpoint({ path: '/users', schema: [User] })).subscribe();
    TestBed.inject(HttpTestingController)
      .expectOne('/api/users')
      .flush([{ id: 'a' }]);
    expect([root.get(allUsers), routed.get(allUsers)?.length]).toEqual([undefined, 1]);
  });

  it('components of a route inject its cache', async () => {
    @Component({ template: '{{ count() }}' })
    class Users {
      readonly cache = inject(CacheService);
      readonly count = this.cache.selectSignal(count);
    }
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: 'users', providers: [provideCache()], component: Users }]),
      ],
    });
    const harness = await RouterTestingHarness.create();
    const { cache } = await harness.navigateByUrl('users', Users);
    cache.set(User, { id: 'a' });
    harness.detectChanges();
    expect(harness.routeNativeElement?.textContent).toBe('1');
    expect(TestBed.inject(CacheService).get(allUsers)).toBeUndefined();
  });

  it('a cache ends with its injector: streams complete, requests abort, data is dropped, writes fail', () => {
    const ended = jasmine.createSpy('onDestroy');
    const told: string[] = [];
    const injector = injectorOf((): CacheExtension => ({
      onRequest: ({ state }) => told.push(state),
      onDestroy: ended.and.callFake(() => told.push('end')),
    }));
    const cache = injector.get(CacheService);
    const users = new Served([User]);
    const source = new Subject<unknown>();
    cache.connect(source, User);
    cache.set(User, { id: 'a' });
    const streams: Observable<unknown>[] = [cache.select(allUsers), cache.fetch(users.endpoint)];
    const seen = streams.map((stream) => watch(stream));
    let last: unknown = 'not called';
    streams[1].subscribe({ complete: () => (last = cache.get(allUsers)) });
    injector.destroy();
    expect(seen.map((each) => [each.completed, each.errors.length])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    expect([users.requests[0].aborted, source.observed]).toEqual([true, false]);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(told.at(-1)).toBe('end'); // An extension learns nothing more.
    expect([cache.get(allUsers), last]).toEqual([undefined, undefined]);
    const calls = [
      () => cache.set(User, { id: 'b' }),
      () => cache.delete(User, 'a'),
      () => cache.delete(User, () => true),
      () => cache.clear(),
      () => cache.batch(() => {}),
      () => cache.connect(source, User),
    ];
    for (const call of calls) expect(thrownBy(call).code).toBe('NCQ4002');
    const after = watch(cache.fetch(users.endpoint)).errors[0] as CacheError;
    expect([after.code, after.message.includes('served')]).toEqual(['NCQ4002', true]);
  });

  it('a cache that ends before an endpoint is used throws when one is', () => {
    const injector = injectorOf();
    const cache = injector.get(CacheService);
    injector.destroy();
    const { endpoint } = new Served([User]);
    const error = thrownBy(() =>
      TestBed.runInInjectionContext(() => cache.resource(endpoint).snapshot),
    );
    expect([error.code, error.message.includes('served')]).toEqual(['NCQ4002', true]);
  });
});
