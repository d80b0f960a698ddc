import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Row extends Entity {
  readonly id: number = 0;
}

/** More than the maximum number of arguments in a function call. */
const MANY = 130_000;
const keys = Array.from({ length: MANY }, (_, i) => i);

describe('R1 a result that reads more entities than a call has arguments', () => {
  it('is computed again when one of them changes', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([Row], []);
    const found = new Query(
      new schema.All(Row),
      () => keys.filter((id) => cache.get(Row, id) !== undefined).length,
    );
    const seen = watch(cache.select(found));
    cache.set(Row, { id: 5 });
    expect([seen.values, seen.errors]).toEqual([[0, 1], []]);
  });
});
