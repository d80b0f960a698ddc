import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { User } from '../../support/models';
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
});
