import { EMPTY, expand, last, map, type Observable, take } from 'rxjs';
import { type PageResponse, WholeList } from '../lists/whole-list';
import type { AnyEndpoint, SendPage } from '../requests/endpoint';
import { Preview } from '../requests/preview';
import { collectionIn, replacedIn } from './collection-in';
import { type PageKey, RESTART } from './next-page';
import type { PagedList } from './paged-list';

/**
 * Returns a variant of a list endpoint that loads several pages in sequence. The variant shares the requests, responses
 * and state of the list endpoint. The key of each page is derived from the previous pages. The new pages replace the old
 * pages in one commit. If a page cannot be loaded, the old pages are kept.
 *
 * @param count returns the number of pages to load for the given arguments
 */
export function wholeListOf(
  list: PagedList,
  count: (args: readonly unknown[]) => number,
): AnyEndpoint {
  const { list: endpoint, isReversed } = list.pages.pagesOf;
  const loadPages = (send: SendPage, args: readonly unknown[]): Observable<unknown> => {
    const limit = count(args);
    const preview = new Preview();
    const request = (before: readonly PageResponse[], key: PageKey | undefined) =>
      send(...list.requestOf(key, args)).pipe(
        take(1),
        map((response): readonly PageResponse[] => [...before, { key, response }]),
      );
    const after = ({ key, response }: PageResponse) =>
      list.after(preview, args, preview.add(...list.requestOf(key, args), response));
    return request([], list.first).pipe(
      expand((responses) => {
        const key = responses.length < limit ? after(responses.at(-1)!) : undefined;
        return key === undefined || key === RESTART ? EMPTY : request(responses, key);
      }),
      last(),
    );
  };
  const { name, schema } = endpoint;
  const whole = new WholeList(
    collectionIn(schema, name),
    schema,
    (items) => replacedIn(schema, name, () => items),
    isReversed,
  );
  return endpoint.variant({ loadPages, isWhole: true, schema: whole });
}
