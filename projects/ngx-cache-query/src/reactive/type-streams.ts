import { combineLatest, distinctUntilChanged, map, Observable } from 'rxjs';
import type { EntityClass } from '../schema/schema';
import { All } from '../schema/all';
import { known } from '../schema/queryable';
import { getOrInsert } from '../util/get-or-insert';
import type { Results } from './results';

/** The queryables of single types, which share their streams with `select(new schema.All(type))` of this library. */
const lists = new WeakMap<EntityClass, All<EntityClass>>();

/** Returns the stream of all entities of one type: the BehaviorSubject of its list. */
function streamOf(results: Results, type: EntityClass): Observable<unknown> {
  const list = getOrInsert(lists, type, () => new All(type));
  return new Observable((subscriber) => results.of(list, []).observe(subscriber));
}

/**
 * Returns the stream of a `schema.All` over several types: `combineLatest` of the streams of the types, and of the order
 * in which their entities arrived. All lists are computed before the first of them emits, and the combined list is read
 * once per round, so one commit is one emission.
 */
export function combinedTypes(results: Results, all: All<EntityClass>): Observable<unknown> {
  const { rounds } = results.journal;
  return new Observable((subscriber) => {
    const result = results.of(all, []);
    const ordered = new Observable((each) => result.observe(each));
    let round = -1;
    let value: unknown;
    const current = () => {
      if (round !== rounds.count) value = result.read();
      round = rounds.count;
      return known(value);
    };
    return combineLatest([...all.types.map((type) => streamOf(results, type)), ordered])
      .pipe(map(current), distinctUntilChanged())
      .subscribe(subscriber);
  });
}
