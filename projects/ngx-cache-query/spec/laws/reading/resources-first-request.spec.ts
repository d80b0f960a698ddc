import type { HttpTestingController } from '@angular/common/http/testing';
import { createEnvironmentInjector, EnvironmentInjector, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type CacheService, Endpoint } from 'ngx-cache-query';
import { of } from 'rxjs';
import { User } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';

let cache: CacheService;
let http: HttpTestingController;
const inContext = <T>(make: () => T): T => TestBed.runInInjectionContext(make);

describe('F8 a resource sends its first request', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('when it is created, if it has no function of arguments', () => {
    inContext(() => cache.resource(getUsers));
    http.expectOne('/users');
  });

  it('in an effect, if it has a function of arguments', () => {
    inContext(() => cache.resource(getUser, () => [{ id: 'a' }]));
    http.verify();
    TestBed.tick();
    http.expectOne('/users/a');
  });

  it('once, and changes nothing before the next microtask, even if the response is there', async () => {
    let count = 0;
    const load = () => (count++, of({ id: 'a', name: 'Ada' }));
    const now = new Endpoint({ load, schema: User });
    const user = inContext(() => cache.resource(now));
    const seen = () => [user.status(), user.isFetching(), user.value()?.name];
    expect(seen()).toEqual(['loading', true, undefined]);
    await Promise.resolve();
    expect([...seen(), count]).toEqual(['resolved', false, 'Ada', 1]);
  });
});

describe('F8 a lazy resource', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('sends nothing before the first read, and then follows its arguments', () => {
    const id = signal('a');
    const users = inContext(() => cache.resource(getUsers, () => [], { lazy: true }));
    const user = inContext(() => cache.resource(getUser, () => [{ id: id() }], { lazy: true }));
    TestBed.tick();
    http.verify();
    expect([users.status(), user.status(), user.isFetching()]).toEqual([
      'loading',
      'loading',
      true,
    ]);
    TestBed.tick();
    http.expectOne('/users').flush([{ id: 'a', name: 'Ada' }]);
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect([users.value()?.length, user.value()?.name]).toEqual([1, 'Ada']);
    id.set('b');
    TestBed.tick();
    http.expectOne('/users/b').flush({ id: 'b', name: 'Bo' });
    expect(user.value()?.name).toBe('Bo');
  });

  it('sends nothing if it is read after its injector was destroyed', () => {
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const users = cache.resource(getUsers, () => [], { injector, lazy: true });
    injector.destroy();
    expect(users.value()).toBeUndefined();
    TestBed.tick();
    http.verify();
  });
});
