import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  countRows,
  Entity,
  groupRows,
  mapRows,
  orderBy,
  Query,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

/** An entity whose list is the source of a view. */
class Page extends Entity {
  readonly id: number = 0;
  readonly items: readonly unknown[] = [];
  readonly size: number = 0;
}

let cache: CacheService;
const itemsOf = new Query(Page, ({ items }) => items);
const show = (...items: readonly unknown[]) => cache.set(Page, { id: 1, items });

describe('R8 a view over a list of other values', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('counts items that are undefined or null at the end', () => {
    show('a');
    const optional = new Query(Page, ({ items, size }) => [
      ...items,
      ...Array<undefined>(size).fill(undefined),
    ]);
    const size = watch(cache.select(new Query(optional, view(countRows())), 1));
    const list = watch(cache.select(new Query(optional, view(where(() => true))), 1));
    for (const count of [1, 3, 2, 0]) cache.set(Page, { id: 1, size: count });
    show('a', null);
    show('a');
    expect(size.values).toEqual([1, 2, 4, 3, 1, 2, 1]);
    expect(list.values.map((each) => each!.length)).toEqual([1, 2, 4, 3, 1, 2, 1]);
    expect(list.last).toEqual(['a']);
  });

  it('contains an item as often as the list does', () => {
    show('a', 'b', 'a', 'c');
    const sorted = new Query(itemsOf, view(orderBy((item) => item)));
    const groups = new Query(
      itemsOf,
      view(
        groupRows((item) => item),
        countRows(),
      ),
    );
    const seen = watch(cache.select(sorted, 1));
    const counts = watch(cache.select(groups, 1));
    show('a', 'a', 'a', 'c', 'b');
    show('c', 'a');
    show('a', 'c', 'c', 'a');
    expect(seen.values.map((each) => each!.join(''))).toEqual(['aabc', 'aaabc', 'ac', 'aacc']);
    expect(counts.values.map((each) => [...each!].join(' '))).toEqual([
      'a,2 b,1 c,1',
      'a,3 c,1 b,1',
      'c,1 a,1',
      'a,2 c,2',
    ]);
  });

  it('has the order of the list, wherever items come, leave and move', () => {
    show(1, 2, 3, 4);
    const texts = new Query(itemsOf, view(mapRows((item) => `${String(item)}`)));
    const seen = watch(cache.select(texts, 1));
    const lists = ['1534', '34', '0344', '4', '4567', '7654', '', '89', '98', '9108', '91078'];
    for (const list of lists) show(...list);
    expect(seen.values.map((each) => each!.join(''))).toEqual(['1234', ...lists]);
  });

  it('keeps its list if the source changes but the result does not', () => {
    show(1, 'a');
    const numbers = new Query(itemsOf, view(where((item) => typeof item === 'number')));
    const seen = watch(cache.select(numbers, 1));
    show('b', 1, 'a');
    show(1, 2);
    expect(seen.values).toEqual([[1], [1, 2]]);
  });

  it('distinguishes 0 from -0, and finds NaN again', () => {
    show(0, NaN);
    const seen = watch(cache.select(new Query(itemsOf, view(where(() => true))), 1));
    show(-0, NaN);
    show(NaN);
    expect(seen.values).toEqual([[0, NaN], [-0, NaN], [NaN]]);
  });

  it('is empty, not outdated, when its source is known again', () => {
    show('a', 'b');
    const size = new Query(itemsOf, view(countRows()));
    const seen = watch(cache.select(size, 1));
    cache.delete(Page, 1);
    show('c');
    expect(seen.values).toEqual([2, undefined, 1]);
  });

  it('says what it needs if the source is no list', () => {
    const size = view(countRows());
    const message = /NCQ3004.*something other than a list.*schema.All, a Collection/s;
    expect(() => size({ length: 1 } as never)).toThrowError(message);
    cache.set(Page, { id: 1 });
    const [error] = watch(cache.select(new Query(Page, size as never), 1)).errors;
    expect(String(error)).toMatch(message);
  });
});
