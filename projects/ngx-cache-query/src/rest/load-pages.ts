import { EMPTY, expand, last, map, type Observable, take } from 'rxjs';
import { LoadedPages, type PageResponse, WholeList } from '../lists/whole-list';
import type { AnyEndpoint, PagesOf, SendPage } from '../requests/endpoint';
import { Preview } from '../requests/preview';
import { collectionIn, itemsIn, replacedIn } from './collection-in';
import { type LoadedInfo, loadedIn, type PageKey } from './next-page';

/** An endpoint that loads the pages of a list. */
export type AnyPages = AnyEndpoint & { readonly pagesOf: PagesOf };

/**
 * Returns a variant of a list endpoint. The variant loads several pages in sequence. The variant shares the requests,
 * responses and state of the list endpoint. The key of each page is derived from the previous pages. The new pages
 * replace the old pages in one commit. If a page cannot be loaded, the old pages are kept.
 *
 * @param pages the endpoint that loads single pages of the list
 * @param count returns the number of pages to load for the given arguments
 * @param next returns the key of the next page
 * @param first returns the key of the first page; `undefined` to request it without a key
 */
export function wholeListOf(
  pages: AnyPages,
  count: (args: readonly unknown[]) => number,
  next: (info: LoadedInfo) => PageKey | undefined,
  first: () => PageKey | undefined,
): AnyEndpoint {
  const { field } = pages.pagesOf;
  const { list } = pages.pagesOf;
  const collection = collectionIn(list.schema, list.name);
  const loaded = new LoadedPages(collection);
  const loadPages = (send: SendPage, args: readonly unknown[]): Observable<unknown> => {
    const limit = count(args);
    const preview = new Preview();
    const requestOf = (key: PageKey | undefined): [AnyEndpoint, readonly unknown[]] =>
      key === undefined ? [list, args] : [pages, [{ ...(args[0] as object), [field]: key }]];
    const request = (before: readonly PageResponse[], key: PageKey | undefined) => {
      const [endpoint, pageArgs] = requestOf(key);
      return send(endpoint, pageArgs).pipe(
        take(1),
        map((response): readonly PageResponse[] => [...before, { key, response }]),
      );
    };
    const after = ({ key: page, response }: PageResponse) => {
      const data = preview.add(...requestOf(page), response);
      const count = itemsIn(list.schema, data)!.length;
      const pagesSoFar = preview.get(loaded, ...args);
      const { size = count } = pagesSoFar.find(({ key }) => key === page) ?? {};
      return next({ data, count, loaded: loadedIn(pagesSoFar), added: size, size, page });
    };
    return request([], first()).pipe(
      expand((responses) => {
        const key = responses.length < limit ? after(responses.at(-1)!) : undefined;
        return key === undefined ? EMPTY : request(responses, key);
      }),
      last(),
    );
  };
  const whole = new WholeList(collection, list.schema, (items) =>
    replacedIn(list.schema, list.name, () => items),
  );
  return list.variant({ loadPages, isWhole: true, schema: whole });
}
