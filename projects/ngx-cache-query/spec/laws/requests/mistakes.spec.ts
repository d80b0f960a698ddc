import { inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, optimistic, RestEndpoint, typed } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { listenToErrors } from '../../support/warnings';
import { watch } from '../../support/watch';

describe('F3 a mistake in the code of the application', () => {
  it('is logged once in dev mode, although a template shows the error', () => {
    const logged = listenToErrors();
    const users = new Served([User], { name: 'getUsers' });
    const cache = TestBed.inject(CacheService);
    const seen = watch(cache.watch(users.endpoint));
    users.respond({ error: 'no' });
    expect(seen.last!.error!.code).toBe('NCQ1001');
    void cache.refetch(users.endpoint);
    users.respond({ error: 'no' });
    expect(logged).toHaveBeenCalledOnceWith(`ngx-cache-query: ${seen.last!.error!.message}`);
  });

  it('is logged if it is found before a mutation is sent', async () => {
    const logged = listenToErrors();
    const rename = new RestEndpoint({
      path: '/users/:id',
      body: typed<{ name: string }>(),
      schema: [User],
      optimistic: () => optimistic({} as never),
    });
    const mutation = TestBed.runInInjectionContext(() => inject(CacheService).mutation(rename));
    const codeOf = async (id: number | undefined) => {
      await mutation.mutateAsync({ id: id! }, { name: 'Ada' }).catch(() => undefined);
      return mutation.error()!.code;
    };
    expect([await codeOf(undefined), await codeOf(1)]).toEqual(['NCQ5001', 'NCQ1001']);
    expect(logged.calls.allArgs().map(([text]) => String(text).slice(17, 24))).toEqual([
      'NCQ5001',
      'NCQ1001',
    ]);
  });

  it('is logged if it is in the arguments of a state', () => {
    const logged = listenToErrors();
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const seen = watch(TestBed.inject(CacheService).watch(getUser, { id: undefined as never }));
    expect(logged).toHaveBeenCalledOnceWith(`ngx-cache-query: ${seen.last!.error!.message}`);
  });

  it('is not a failure of the server', () => {
    const logged = listenToErrors();
    const users = new Served([User]);
    const seen = watch(TestBed.inject(CacheService).watch(users.endpoint));
    users.requests[0].fail(new Error('down'));
    expect(seen.last!.error!.code).toBe('NCQ5003');
    expect(logged).not.toHaveBeenCalled();
  });
});
