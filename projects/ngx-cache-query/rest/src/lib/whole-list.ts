import { EnvironmentInjector, inject, runInInjectionContext } from '@angular/core';
import {
  type Endpoint,
  type SchemaLike,
  type ɵPageResponse as PageResponse,
  ɵWholeList as WholeList,
} from 'ngx-cache-query';
import { EMPTY, expand, last, map, type Observable, take } from 'rxjs';
import { collectionIn, itemsIn, pagesIn, withItems } from './collection-in';
import type { PageInfo, PageKey } from './next-page';

type AnyEndpoint = Endpoint<readonly unknown[], SchemaLike>;

/** The pages that were loaded so far, on the way through a list. */
interface Progress {
  readonly responses: readonly PageResponse[];
  readonly items: readonly unknown[];
  /** How many items the last page brought. */
  readonly added: number;
}

const NOTHING: Progress = { responses: [], items: [], added: 0 };

/**
 * The endpoint of a list, with its requests, responses and state, that loads several pages: one after the other, each
 * cursor taken from the page before it. They replace the old pages in one commit; if one fails, the old ones stay.
 *
 * @param pages the endpoint of the pages
 * @param count how many pages to load
 * @param next says which page comes after the last one
 */
export function wholeListOf(
  pages: AnyEndpoint,
  count: () => number,
  next: (info: PageInfo<unknown>) => PageKey | undefined,
): AnyEndpoint {
  const { field } = pages.pagesOf!;
  const list = pages.pagesOf!.list as unknown as AnyEndpoint;
  const load = (...args: readonly unknown[]): Observable<readonly PageResponse[]> => {
    const injector = inject(EnvironmentInjector);
    const limit = count();
    const add = (progress: Progress, key: PageKey | undefined): Observable<Progress> =>
      runInInjectionContext(injector, () =>
        key === undefined
          ? list.load(...args)
          : pages.load({ ...(args[0] as object), [field]: key }),
      ).pipe(
        take(1),
        map((response) => withPage(list.schema, progress, { key, response })),
      );
    return add(NOTHING, undefined).pipe(
      expand((progress) => {
        const key =
          progress.responses.length < limit ? next(infoOf(list.schema, progress)) : undefined;
        return key === undefined ? EMPTY : add(progress, key);
      }),
      last(),
      map(({ responses }) => responses),
    );
  };
  const collection = collectionIn(list.schema, list.name);
  const whole = new WholeList(collection as never, list.schema, (items) =>
    pagesIn(list.schema, list.name, () => items),
  );
  return list.variant({ load, schema: whole, isWhole: true });
}

function withPage(
  schema: SchemaLike,
  { responses, items }: Progress,
  page: PageResponse,
): Progress {
  const came = itemsIn(schema, page.response) ?? [];
  return {
    responses: [...responses, page],
    items: [...items, ...came],
    added: came.length,
  };
}

function infoOf(schema: SchemaLike, { responses, items, added }: Progress): PageInfo<unknown> {
  const { key, response } = responses.at(-1)!;
  return { data: withItems(schema, response, items), count: items.length, added, page: key };
}
