import { createEnvironmentInjector, EnvironmentInjector, inject, Injectable } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache } from 'ngx-cache-query';
import { type CacheExtension, inspect } from 'ngx-cache-query/extensions';
import { causesOf } from '../../support/causes';
import { allUsers, Todo, User } from '../../support/models';
import { Served } from '../../support/served';
import { setUpExtended } from '../../support/extended';
import { watch } from '../../support/watch';

let { cache, recorder, log } = {} as ReturnType<typeof setUpExtended>;
const setUpWith = (...extensions: (() => CacheExtension)[]) => {
  ({ cache, recorder, log } = setUpExtended(...extensions));
};
const setUp = () => setUpWith();

describe('CacheExtension requests', () => {
  beforeEach(setUp);

  it('report their start and each kind of end under one id', () => {
    const users = new Served([User], { name: 'GET /users' });
    const states = () => recorder.requests.map(({ id, state }) => `${id} ${state}`);
    watch(cache.fetch(users.endpoint, 1));
    watch(cache.fetch(users.endpoint, 1));
    expect(states()).toEqual(['1 pending']);
    expect(recorder.requests[0]).toEqual({
      id: 1,
      endpoint: 'GET /users',
      key: users.endpoint.key(1),
      args: [1],
      isMutation: false,
      state: 'pending',
      reason: { kind: 'called', stored: 'nothing' },
    });
    users.respond([]);
    watch(cache.fetch(users.endpoint));
    users.requests[1].fail('down');
    watch(cache.fetch(users.endpoint));
    users.respond('wrong');
    watch(cache.fetch(users.endpoint)).subscription.unsubscribe();
    expect(states()).toEqual([
      '1 pending',
      '1 success',
      '2 pending',
      '2 error',
      '3 pending',
      '3 error',
      '4 pending',
      '4 aborted',
    ]);
    expect(causesOf([recorder.requests[3].error])).toEqual(['down']);
    for (const { state, ms } of recorder.requests) {
      expect(ms).toEqual(state === 'pending' ? undefined : (jasmine.any(Number) as never));
    }
  });
});

describe('CacheExtension lifecycle', () => {
  it('is created in the injection context of the cache, initialized first and destroyed last', () => {
    @Injectable({ providedIn: 'root' })
    class Name {
      readonly text = 'injected';
    }
    const order: string[] = [];
    const first = (): CacheExtension => {
      const { text } = inject(Name);
      return {
        onInit: (handle) => order.push(`init ${text} ${inspect(handle).tables().length}`),
        onDestroy: () => order.push('destroy'),
      };
    };
    setUpWith(first);
    expect(order).toEqual(['init injected 0']);
    watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    TestBed.resetTestingModule();
    expect([order, recorder.destroyed]).toEqual([['init injected 0', 'destroy'], 1]);
    expect(recorder.commits.length).toBe(1);
  });

  it('belongs to one cache: the cache of a route creates its own', () => {
    setUp();
    const routed = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    routed.get(CacheService).set(User, { id: 'a' });
    routed.destroy();
    expect([recorder.commits.length, recorder.destroyed]).toEqual([0, 0]);
  });
});

describe('CacheExtension onEmpty', () => {
  it('is called after the commit that empties the cache, and if there was nothing in it', () => {
    const order: string[] = [];
    setUpWith(() => ({
      onCommit: ({ changes }) => order.push(`commit ${changes.length}`),
      onEmpty: () => order.push(`empty ${cache.get(allUsers)?.length}`),
    }));
    cache.set(User, { id: 'a' });
    void cache.reset();
    void cache.clear();
    cache.batch(() => void cache.reset());
    expect(() =>
      cache.batch(() => {
        void cache.reset();
        throw new Error('taken back');
      }),
    ).toThrow();
    expect(order).toEqual([
      'commit 1',
      'commit 1',
      'empty undefined',
      'empty undefined',
      'empty undefined',
    ]);
  });
});

describe('a CacheExtension that throws', () => {
  const fail = (place: string) => () => {
    throw new Error(place);
  };
  const places = ['onInit', 'onCommit', 'onRequest', 'onDestroy'] as const;

  it('affects neither the cache, nor subscribers, nor other extensions', () => {
    setUpWith(() => Object.fromEntries(places.map((place) => [place, fail(place)])));
    const seen = watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    const users = new Served([User]);
    const fetched = watch(cache.fetch(users.endpoint));
    users.respond([{ id: 'b' }]);
    expect([seen.values.length, fetched.completed]).toEqual([3, true]);
    expect([recorder.commits.length, recorder.requests.length]).toEqual([2, 2]);
    expect(recorder.cache.rows('User').length).toBe(2);
    TestBed.resetTestingModule();
    expect([recorder.destroyed, seen.completed]).toEqual([1, true]);
    expect(log.errors.map((error) => (error as Error).message)).toEqual([
      'onInit',
      'onCommit',
      'onRequest',
      'onCommit',
      'onRequest',
      'onDestroy',
    ]);
  });

  it('affects nothing when the ErrorHandler throws, too', async () => {
    setUpWith(() => ({ onCommit: fail('onCommit') }));
    spyOn(log, 'handleError').and.callFake(fail('handler'));
    const seen = watch(cache.select(allUsers));
    await jasmine.spyOnGlobalErrorsAsync(async () => {
      cache.set(User, { id: 'a' });
      cache.set(User, { id: 'b' });
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect([seen.values.length, recorder.commits.length]).toEqual([3, 2]);
  });

  it('fails with NCQ2001 when it responds to every commit with another, and the cache keeps working', () => {
    let n = 0;
    let isOn = true;
    setUpWith(() => ({ onCommit: () => isOn && cache.set(Todo, { id: 0, title: `${++n}` }) }));
    expect(() => cache.set(User, { id: 'a' })).toThrowError(/NCQ2001/);
    isOn = false;
    cache.set(User, { id: 'b' });
    expect(cache.get(allUsers)?.length).toBe(2);
  });
});
