// What specs need of the inside of the library, and of names that differ between its editions. The specs import this
// file as `ngx-cache-query-internals`.
import { TestBed } from '@angular/core/testing';
import type { Observable } from 'rxjs';
import {
  CacheService,
  provideCache,
  type Queryable,
  type ResultOf,
  type SelectArgs,
} from 'ngx-cache-query';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { Tables } from '../../src/lib/store/tables';
import type { Inspection, TableContents } from './inspection';

export { forgetWarnings } from '../../src/lib/util/warn';

/** Selects with arguments from an Observable. */
export function selectWith<Q extends Queryable>(
  cache: CacheService,
  queryable: Q,
  args$: Observable<Readonly<SelectArgs<Q>>>,
): Observable<ResultOf<Q> | undefined> {
  return cache.selectWith(queryable, args$);
}

/** The edition under test. What an edition decides otherwise has a spec for each of them. */
export const EDITION: 2 | 3 = 2;

/** Whether a write that a subscriber makes is applied at once. Otherwise, it waits for the end of the notification. */
export const WRITES_AT_ONCE: boolean = false;

/** Whether a view over any list is maintained, and keeps more references than the views of version 2. */
export const HAS_NEW_VIEWS: boolean = false;

/** Prepares to look into a cache. */
export function inspect(): Inspection {
  let handle!: CacheHandle;
  const extension = { onInit: (own: CacheHandle) => void (handle = own) };
  return {
    providers: provideCache(withExtension(() => extension)),
    sweep: () => handle.sweep(),
    instances: () => handle.stats().cells,
    counts: () => handle.stats(),
  };
}

/** Prepares to count the rows that show pending changes. */
export function countPending(): (cache: CacheService) => number {
  const { calls } = spyOn(Tables.prototype, 'of').and.callThrough();
  return () =>
    [...(calls.mostRecent().object as Tables).all].reduce(
      (sum, { hidden, overlay }) => sum + hidden.size + [...(overlay?.pks ?? [])].length,
      0,
    );
}

/** Whether the texts 'null', 'undefined' and 'NaN' are keys if a server sends them. */
export const TEXTS_ARE_KEYS: boolean = false;

/** Whether a related entity whose key is `null` is an absent relation. */
export const NULL_KEY_IS_ABSENT: boolean = false;

/** Sets up a TestBed with a cache whose contents and commits a spec can see. */
export function setUpInspected() {
  let handle!: CacheHandle;
  let commits = 0;
  const extension = {
    onInit: (given: CacheHandle) => (handle = given),
    onCommit: () => commits++,
  };
  TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => extension))] });
  const cache = TestBed.inject(CacheService);
  return {
    cache,
    contents: (): TableContents[] =>
      handle.tables().map(({ name, known }) => ({ name, known, rows: [...handle.rows(name)] })),
    /** Returns the number of commits since the last call. */
    commits: () => [commits, (commits = 0)][0],
  };
}
