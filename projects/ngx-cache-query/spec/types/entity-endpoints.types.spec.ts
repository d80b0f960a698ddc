import type { Signal } from '@angular/core';
import {
  type CacheService,
  Collection,
  cursorIn,
  infinite,
  pageNumber,
  paginated,
  type RawIn,
  RestEndpoint,
  restEndpoints,
  type RestTypes,
  typed,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Todo } from '../support/models';

declare const cache: CacheService;

describe('a subclass of RestEndpoint', () => {
  class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
    override process(body: { data: RawIn<T> }): RawIn<T> {
      return body.data;
    }
  }
  const getTodos = new Enveloped({
    path: '/todos',
    searchParams: typed<{ readonly q?: string }>(),
    schema: { items: new Collection([Todo]), total: 0 },
  });

  it('has the endpoints that change a list, and pages', () => {
    const created$ = cache.fetch(getTodos.push, { title: 'Tea' });
    const page$ = cache.fetch(paginated(getTodos, 'cursor', cursorIn('next')), {
      q: 'x',
      cursor: 'y',
    });
    const list = infinite(paginated(getTodos, 'cursor', cursorIn('next')), () => [{ q: 'x' }]);
    type Results = [
      Expect<Equal<typeof created$, Observable<Todo>>>,
      Expect<Equal<typeof page$, Observable<{ items: Todo[]; total: number }>>>,
      Expect<Equal<typeof list.items, Signal<Todo[] | undefined>>>,
    ];
    // @ts-expect-error there is no such parameter
    cache.fetch(paginated(getTodos, 'cursor', cursorIn('next')), { page: 2 });
  });

  it('may be the class of all endpoints of a group', () => {
    const { getList, get } = restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      Endpoint: Enveloped,
    });
    const list$ = cache.fetch(getList);
    const one$ = cache.fetch(get, { id: 1 });
    type Results = [
      Expect<Equal<typeof list$, Observable<Todo[]>>>,
      Expect<Equal<typeof one$, Observable<Todo>>>,
    ];
  });
});

describe('an extended list', () => {
  const { getList } = restEndpoints({
    path: '/todos/:id',
    schema: Todo,
    searchParams: typed<{ readonly q?: string }>(),
    pages: paginated('page', pageNumber()),
  });

  it('has what changes it, and its pages', () => {
    const inEnvelope = getList.extend({ schema: { items: getList.schema, total: 0 } });
    const page$ = cache.fetch(inEnvelope.getPage, { page: 2, q: 'x' });
    const moved$ = cache.fetch(inEnvelope.move, { id: 1 }, { title: 'Tea' });
    type Results = [
      Expect<Equal<typeof page$, Observable<{ items: Todo[]; total: number }>>>,
      Expect<Equal<typeof moved$, Observable<Todo>>>,
    ];
    infinite(inEnvelope.getPage.extend({ staleTime: 5 }));
    // @ts-expect-error the list is no endpoint of pages
    infinite(inEnvelope);
    // @ts-expect-error the value is paginated('page')
    restEndpoints({ path: '/todos/:id', schema: Todo, pages: 'page' });
  });

  it('has a collection class of its own', () => {
    class Sorted extends Collection<(typeof Todo)[]> {
      readonly isSorted = true;
    }
    const sorted = restEndpoints({ path: '/todos/:id', schema: Todo, Collection: Sorted });
    type Result = Expect<Equal<typeof sorted.getList.schema, Sorted>>;
    cache.fetch(sorted.getList.push, { title: 'Tea' });
  });
});
