import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { allUsers } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F1 reset while the first request is in flight', () => {
  for (const what of ['everything', 'the endpoint']) {
    it(`emits nothing when it resets ${what}, because subscribers still see that it loads`, () => {
      const cache = TestBed.inject(CacheService);
      const { endpoint, requests } = new Served(allUsers);
      const seen = watch(cache.watch(endpoint));
      void (what === 'everything' ? cache.reset() : cache.reset(endpoint));
      expect(requests.length).toBe(2);
      expect(seen.values.map(({ status }) => status)).toEqual(['loading']);
    });
  }
});
