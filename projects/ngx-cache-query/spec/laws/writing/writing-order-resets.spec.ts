import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('W7 write order', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it("does not let an older read restore an endpoint's response after a reset", () => {
    const users = new Served([User]);
    watch(cache.fetch(users.endpoint));
    cache.reset(users.endpoint);
    users.respond([{ id: 'a' }]);
    expect(cache.get(users.endpoint)).toBeUndefined();
  });

  it('does not let a read that begins in a batch restore what the batch deleted before', () => {
    const users = new Served(allUsers);
    cache.set(User, { id: 'a' });
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.fetch(users.endpoint).subscribe();
    });
    users.respond([{ id: 'a' }]);
    expect(cache.get(User, 'a')).toBeUndefined();
  });
});
