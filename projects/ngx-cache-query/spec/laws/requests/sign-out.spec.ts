import { inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type CacheError, CacheService, provideCache, withFailures } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F3 clear() in a function that learns of failures', () => {
  const denied = Object.assign(new Error('Unauthorized'), { status: 401 });
  let cache: CacheService;
  beforeEach(() => {
    const signOut = withFailures(() => {
      const injected = inject(CacheService);
      return ({ error }) => {
        if (error.status === 401) void injected.clear();
      };
    });
    TestBed.configureTestingModule({ providers: [provideCache(signOut)] });
    cache = TestBed.inject(CacheService);
  });
  const start = (sideEffect: boolean) => {
    const { endpoint, requests } = new Served(User, { sideEffect });
    const [first, second] = [1, 2].map((id) => watch(cache.fetch(endpoint, id)));
    requests[0].fail(denied);
    requests[1].respond({ id: '2', name: 'Ada' });
    expect(first.errors.map((error) => (error as CacheError).status)).toEqual([401]);
    expect(cache.get(User, '2')).toBeUndefined();
    return second;
  };

  it('leaves the error to the caller of a read, and completes other reads', () => {
    const { completed, values } = start(false);
    expect([completed, values]).toEqual([true, []]);
  });

  it('leaves the error to the caller of a mutation, and drops the answers to others', () => {
    expect(start(true).errors.map((error) => (error as CacheError).code)).toEqual(['NCQ4001']);
  });
});
