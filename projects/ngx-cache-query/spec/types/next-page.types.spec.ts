import type { Signal } from '@angular/core';
import {
  type CacheService,
  Collection,
  cursorIn,
  infinite,
  infiniteState,
  lastItem,
  linkHeaderIn,
  linkIn,
  type NextPage,
  offset,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
} from 'ngx-cache-query';
import type { Equal, Expect } from '../support/expect-type';
import { Todo } from '../support/models';

declare const cache: CacheService;

const getTodos = new RestEndpoint({
  path: '/todos',
  schema: { items: new Collection([Todo]), total: 0 },
});
const undeclared = paginated(getTodos, 'page');
const { getList } = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  pages: paginated('page'),
});

describe('the next page of an infinite list', () => {
  it('must be declared', () => {
    // @ts-expect-error nothing says which page comes next
    infinite(undeclared);
    // @ts-expect-error nothing says which page comes next
    infinite(undeclared, () => [{ page: 1 }], { keepPrevious: true });
    // @ts-expect-error nothing says which page comes next
    infiniteState(undeclared);
    // @ts-expect-error nothing says which page comes next
    infinite(paginated(getTodos, 'page', 'before'));
    // @ts-expect-error nothing says which page comes next
    infinite(getList.getPage);
    // @ts-expect-error nothing says which page comes next
    infiniteState(getList.getPreviousPage.extend({ staleTime: 5 }));
    // @ts-expect-error nothing says which page comes next
    infinite(getList.extend({ staleTime: 5 }).getPage, () => []);
    // @ts-expect-error the option may be undefined
    infinite(undeclared, () => [], { next: undefined });
  });

  it('is not needed to load single pages', () => {
    cache.fetch(undeclared, { page: 2 });
    cache.fetch(getList.getPage, { page: 2 });
  });

  it('may be declared by an option, with the types of the response and of its items', () => {
    const list = infinite(undeclared, undefined, {
      next: ({ data, last, page }) => {
        type Types = [
          Expect<Equal<typeof data, { items: Todo[]; total: number }>>,
          Expect<Equal<typeof last, Todo | undefined>>,
          Expect<Equal<typeof page, string | number | undefined>>,
        ];
        return data.total > 5 ? last?.title : undefined;
      },
    });
    type Result = Expect<Equal<typeof list.items, Signal<Todo[] | undefined>>>;
    infinite(getList.getPage, () => [], { next: pageNumber({ total: 'total' }) });
    infiniteState(getList.getPage, {}, { next: ({ data }) => data.length });
    // @ts-expect-error a key is no boolean
    infinite(undeclared, () => [], { next: ({ data }) => data.total > 5 });
  });

  it('may be declared with the pages', () => {
    infinite(paginated(getTodos, 'page', pageNumber({ first: 0, pages: 'pages', size: 20 })));
    infinite(paginated(getTodos, 'page', offset({ total: 'total', size: 'limit' }), 'end'));
    infinite(paginated(getTodos, 'page', cursorIn('meta.next', { first: '*', more: 'more' })));
    infinite(paginated(getTodos, 'page', lastItem('id'), 'before'), () => [{}]);
    infinite(paginated(getTodos, 'page', linkIn('next')).extend({ staleTime: 5 }));
    infiniteState(paginated(getTodos, 'page', linkHeaderIn('link')));
    infinite(paginated(getTodos, 'page', ({ data, last }) => data.total || last?.title));
    // @ts-expect-error there is no such field
    paginated(getTodos, 'page', ({ data }) => data.next);
    // @ts-expect-error the number of the first page is a number
    pageNumber({ first: '0' });
    // @ts-expect-error offsets have no number of pages
    offset({ pages: 'pages' });
    // @ts-expect-error the place is missing
    cursorIn();
  });

  it('may be declared with the endpoints of an entity', () => {
    const declared = restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      pages: paginated('page', pageNumber()),
    });
    const list = infinite(declared.getList.getPage);
    type Result = Expect<Equal<typeof list.items, Signal<Todo[] | undefined>>>;
    infinite(declared.getList.getPreviousPage, () => [{}]);
    infinite(declared.getList.getPage.extend({ staleTime: 5 }));
    const { getPage } = declared.getList.extend({ schema: { items: new Collection([Todo]) } });
    infinite(getPage, () => [{}]);
    infinite(declared.extend('getList', { staleTime: 5 }).getList.getPage);
    const after: NextPage<Todo[]> = ({ data }) => data.at(-1)?.title;
    infinite(
      restEndpoints({ path: '/todos/:id', schema: Todo, pages: paginated('after', after) }).getList
        .getPage,
    );
    // @ts-expect-error these are other pages, of which nothing is declared
    infinite(paginated(declared.getList, 'cursor'));
  });
});
