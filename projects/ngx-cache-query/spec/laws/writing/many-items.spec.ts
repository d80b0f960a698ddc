import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Endpoint, Entity, pageOf } from 'ngx-cache-query';
import { of } from 'rxjs';

class Row extends Entity {
  readonly id: number = 0;
}

/** More than the maximum number of arguments in a function call. */
const MANY = 130_000;
const rows = (from: number) => Array.from({ length: MANY }, (_, i) => ({ id: from + i }));

describe('L2, L5 lists with more items than a call has arguments', () => {
  const list = new Collection([Row]);
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(list, [{ id: -1 }]);
  });
  const ends = () => {
    const all = cache.get(list)!;
    return [all.length, all[0].id, all.at(-1)?.id];
  };

  it('are loaded from one page, first and last', () => {
    const load = ({ page }: { page: number }) => of(rows(page === 1 ? MANY : 0));
    const pages = new Endpoint({ load, schema: pageOf(list, 'page') });
    const fetch = (page: number) => cache.fetch(pages, { page }).subscribe();
    fetch(2);
    expect(ends()).toEqual([MANY + 1, -1, MANY - 1]);
    fetch(2);
    expect(ends()).toEqual([MANY + 1, -1, MANY - 1]);
    fetch(1);
    expect(ends()).toEqual([2 * MANY + 1, -1, MANY - 1]);
  });

  it('are extended by one push, and by one unshift', () => {
    cache.set(list.push, rows(0));
    expect(ends()).toEqual([MANY + 1, -1, MANY - 1]);
    cache.set(list.unshift, rows(MANY));
    expect(ends()).toEqual([2 * MANY + 1, MANY, MANY - 1]);
  });
});
