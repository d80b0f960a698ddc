import { catchError, map, mergeMap, type Observable, of } from 'rxjs';
import { isSamePage, type Page, servedOf } from '../lists/stored-pages';
import { type PageResponse, WholeList } from '../lists/whole-list';
import { pure } from '../reactive/node';
import { Results } from '../reactive/results';
import type { AnyEndpoint } from '../requests/endpoint';
import type { SendPage } from '../requests/send';
import { inputFor } from '../requests/target';
import { type Entity, recordOf } from '../schema/entity';
import { type ArgsOf, known, type Queryable, type ResultOf } from '../schema/queryable';
import { Store } from '../store/store';
import { collectionIn, replacedIn } from './collection-in';
import { type PageKey, RESTART } from './next-page';
import type { PagedList } from './paged-list';

/**
 * The pages of refetches that have failed, or have not ended, by the first page that they are to replace; each by the
 * items of the stored page that it is to replace, or by its key. When a page is requested again, the server may confirm
 * what was sent then, although it was never stored.
 */
const unfinished = new WeakMap<object, Map<unknown, PageResponse>>();

/**
 * Returns a variant of a list endpoint that loads several pages in sequence, each after the key that is derived from the
 * previous ones. They replace the old pages in one commit, or not at all. A page that is answered with the status 304
 * stays, and so does the key of the page that follows it.
 *
 * @param maxPages the maximum number of pages that are loaded
 */
export function wholeListOf(list: PagedList, maxPages: number): AnyEndpoint {
  const { list: endpoint, isReversed } = list.pages.pagesOf;
  const loadPages = (send: SendPage, args: readonly unknown[]): Observable<unknown> => {
    const pages = list.pagesIn(list.stored, args);
    const limit = Math.min(pages.length, maxPages);
    const outer = pages.at(isReversed ? -1 : 0);
    const first = outer ? servedOf(outer) : {};
    const received = unfinished.get(first) ?? new Map<unknown, PageResponse>();
    unfinished.set(first, received);
    const preview = new Preview();
    const load = (
      before: readonly PageResponse[],
      key: PageKey | undefined,
    ): Observable<readonly PageResponse[]> => {
      const at = pages.findIndex((page) => isSamePage(page.key, key));
      const stored = pages[at] as Page | undefined;
      const id = stored ? servedOf(stored) : key;
      const request = list.requestOf(key, args);
      return send(...request).pipe(
        map((response): PageResponse => {
          const page = { key, response };
          received.set(id, page);
          return page;
        }),
        catchError((error: Error & { readonly status?: number }) => {
          if (error.status !== 304) throw error;
          const page = received.get(id);
          if (page) return of(page);
          const last = list.stored.get(endpoint.responses as never, endpoint.key(...args));
          const response = last && recordOf(last as Entity)!['value'];
          if (!stored || response === undefined) throw error;
          const following = pages[isReversed ? at - 1 : at + 1] as Page | undefined;
          return of({
            key,
            response,
            page: following ? { ...stored, next: following.key } : stored,
          });
        }),
        mergeMap((page) => {
          const all = [...before, page];
          if (all.length < limit) {
            const next = page.page
              ? page.page.next
              : list.after(preview, args, preview.add(...request, page.response));
            if (next !== undefined && next !== RESTART) return load(all, next);
          }
          received.clear();
          return of(all);
        }),
      );
    };
    return load([], list.first);
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

/** A separate store for responses that have arrived but cannot be committed yet. Reads use only the data in these. */
class Preview {
  readonly #store = new Store();
  readonly #results = new Results(this.#store.tables, () => undefined);

  /** Adds a response, and returns the value that the schema of the endpoint describes. */
  add(endpoint: AnyEndpoint, args: readonly unknown[], response: unknown): unknown {
    const input = inputFor(endpoint, args);
    const stored = pure(() => input.begin(endpoint.schema, response));
    this.#store.write(input);
    return this.#results.value(endpoint.schema, stored);
  }

  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> {
    return known(this.#results.read(queryable, args)) as ResultOf<Q>;
  }
}
