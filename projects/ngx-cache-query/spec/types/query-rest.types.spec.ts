import { type CacheService, Collection, Query, RestEndpoint, toValues } from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Todo } from '../support/models';

declare const cache: CacheService;

const titles = new Query(new Collection([Todo]), (list, { done }: { done?: boolean } = {}) =>
  list.filter(({ completed }) => done !== true || completed).map(({ title }) => title),
);

describe('a Query as the schema of an endpoint', () => {
  it('makes the result of process the value of a RestEndpoint', () => {
    const getTitles = new RestEndpoint({
      path: '/todos',
      searchParams: {} as { done?: boolean },
      schema: titles,
    });
    const titles$ = cache.watch(getTitles, { done: true }).pipe(toValues());
    const selected = cache.get(getTitles, {});
    const created$ = cache.fetch(getTitles.push, { title: 'Tea' });
    type Results = [
      Expect<Equal<typeof titles$, Observable<string[]>>>,
      Expect<Equal<typeof selected, string[] | undefined>>,
      Expect<Equal<typeof created$, Observable<Todo>>>,
    ];
    // @ts-expect-error there is no such parameter
    cache.watch(getTitles, { dome: true }).pipe(toValues());
    const renamed = getTitles.extend({ path: '/tasks' });
    const renamed$ = cache.fetch(renamed, {});
    type Renamed = Expect<Equal<typeof renamed$, Observable<string[]>>>;
  });
});
