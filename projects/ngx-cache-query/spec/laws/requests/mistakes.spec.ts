import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { listenToErrors } from '../../support/warnings';
import { watch } from '../../support/watch';

describe('F3 a mistake in the code of the application', () => {
  it('is logged once in dev mode, although a template shows the error', () => {
    const logged = listenToErrors();
    const users = new Served([User], { name: 'getUsers' });
    const cache = TestBed.inject(CacheService);
    const seen = watch(cache.state(users.endpoint));
    users.respond({ error: 'no' });
    expect(seen.last!.error!.code).toBe('NCQ1001');
    void cache.refetch(users.endpoint);
    users.respond({ error: 'no' });
    expect(logged).toHaveBeenCalledOnceWith(`ngx-cache-query: ${seen.last!.error!.message}`);
  });

  it('is not a failure of the server', () => {
    const logged = listenToErrors();
    const users = new Served([User]);
    const seen = watch(TestBed.inject(CacheService).state(users.endpoint));
    users.requests[0].fail(new Error('down'));
    expect(seen.last!.error!.code).toBe('NCQ5003');
    expect(logged).not.toHaveBeenCalled();
  });
});
