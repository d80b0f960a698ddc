import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { mapRows, maxOf, view } from 'ngx-cache-query/views';
import { watch } from '../support/watch';

class Reading extends Entity {
  readonly id: number = 0;
  readonly value: number = 1;
}

describe('R8 a view', () => {
  it('distinguishes 0 from -0, as entities do', () => {
    const cache = TestBed.inject(CacheService);
    const readings = new schema.All(Reading);
    cache.set(Reading, { id: 1, value: -0 });
    const values = watch(cache.select(new Query(readings, view(mapRows(({ value }) => value)))));
    const most = watch(cache.select(new Query(readings, view(maxOf('value')))));
    cache.set(Reading, { id: 1, value: 0 });
    expect(values.last).toEqual([0]);
    expect(most.last).toBe(0);
  });
});
