import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { of } from 'rxjs';
import {
  CacheService,
  Collection,
  countRows,
  Endpoint,
  limit,
  mapRows,
  orderBy,
  Query,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { Task, titles } from '../../support/rest-todos';
import { watch } from '../../support/watch';
import { itHolds } from '../../support/runs';

const list = new Collection([Task]);
const task = (id: number, title = `t${id}`) => ({ id, title });

let cache: CacheService;
const fill = (rows: readonly object[]) =>
  cache.fetch(new Endpoint({ load: () => of(rows), schema: list })).subscribe();

describe('L4 a view over a Collection', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('is updated with the list and its entities, and evaluates only what changed', () => {
    const evaluated: number[] = [];
    const isLong = (each: Task) => {
      evaluated.push(each.id);
      return each.title.length > 1;
    };
    const seen = watch(cache.select(new Query(list, view(where(isLong), orderBy('title')))));
    expect(seen.values).toEqual([undefined]);
    fill([task(2), task(1), task(3, 'x')]);
    expect(titles(seen.last)).toBe('t1 t2');
    evaluated.length = 0;
    cache.set(Task, { id: 3, title: 'now long' });
    expect([titles(seen.last), evaluated]).toEqual(['now long t1 t2', [3]]);
    cache.set(list.push, task(4));
    cache.set(Task, task(9));
    cache.delete(Task, 1);
    expect([titles(seen.last), evaluated]).toEqual(['now long t2 t4', [3, 4]]);
  });

  it('keeps the order of the list, even if entities were inserted in another order', () => {
    cache.set([Task], [task(1), task(2), task(3)]);
    fill([task(3), task(1)]);
    const seen = watch(cache.select(new Query(list, view(mapRows(({ id }) => id)))));
    expect(seen.last).toEqual([3, 1]);
    cache.set(list.unshift, task(2));
    expect(seen.last).toEqual([2, 3, 1]);
    fill([task(1), task(2), task(3)]);
    expect(seen.last).toEqual([1, 2, 3]);
    cache.set(list.push, task(7));
    expect(seen.last).toEqual([1, 2, 3, 7]);
  });

  it('counts the entities', () => {
    fill([task(1), task(2)]);
    const seen = watch(cache.select(new Query(list, view(countRows()))));
    cache.set(list.push, task(3));
    cache.delete(Task, 1);
    cache.set(Task, task(8));
    expect(seen.values).toEqual([2, 3, 2]);
  });

  it('is up to date when it is subscribed to again', () => {
    fill([task(1, 'y')]);
    const named = new Query(list, view(where((each: Task) => each.title === 'x')));
    watch(cache.select(named)).subscription.unsubscribe();
    cache.set(Task, task(1, 'x'));
    expect(titles(cache.get(named))).toBe('x');
    const seen = watch(cache.select(named));
    cache.set(Task, task(1, 'y'));
    expect(seen.values.map(titles)).toEqual(['x', '']);
  });

  it('is unknown again after a reset', () => {
    fill([task(1)]);
    const seen = watch(cache.select(new Query(list, view(countRows()))));
    cache.clear();
    expect(seen.values).toEqual([1, undefined]);
    fill([task(1)]);
    expect(seen.last).toBe(1);
  });

  itHolds('always equals the same view computed from scratch', () => {
    const ids = fc.integer({ min: 1, max: 6 });
    const title = fc.constantFrom('a', 'b', 'cc', 'dd');
    const rows = fc.uniqueArray(fc.record({ id: ids, title }), { selector: ({ id }) => id });
    const step = fc.oneof(
      rows.map((items) => () => void fill(items)),
      fc.record({ id: ids, title }).map((row) => () => cache.set(Task, row)),
      fc.record({ id: ids, title }).map((row) => () => cache.set(list.push, row)),
      fc.record({ id: ids, title }).map((row) => () => cache.set(list.unshift, row)),
      ids.map((id) => () => cache.delete(Task, id)),
      fc.constant(() => cache.clear()),
    );
    const steps = [
      view(where((each: Task) => each.title < 'cc')),
      view(orderBy<Task>('title', 'desc'), limit(3)),
      view(whereEquals<Task>({ title: 'a' }), countRows()),
    ];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (history) => {
        cache.clear();
        const watched = steps.map((each) => watch(cache.select(new Query(list, each as never))));
        for (const change of history) {
          change();
          const items = cache.get(list);
          watched.forEach(({ last }, i) => {
            const scratch = items && (steps[i] as (items: Task[]) => unknown)(items);
            expect(last as unknown).toEqual(scratch);
            if (Array.isArray(scratch)) {
              scratch.forEach((each, k) => expect((last as unknown[])[k]).toBe(each));
            }
          });
        }
        watched.forEach(({ subscription }) => subscription.unsubscribe());
      }),
      { numRuns: 200 },
    );
  });
});
