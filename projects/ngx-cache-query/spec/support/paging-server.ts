import { HttpTestingController } from '@angular/common/http/testing';
import { EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type InfiniteSnapshot, infiniteState } from 'ngx-cache-query';
import { setUpRest } from './rest-users';
import { watch, type Watched } from './watch';

/** A response of an API. */
export interface ApiResponse {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Returns the response to a request with some search parameters; `undefined` if there is no such page (404). */
export type Api = (params: URLSearchParams) => ApiResponse | undefined;

/** Returns rows as a server sends them, with the ids from 1 to `count`. */
export const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, title: `t${i + 1}` }));

/** Returns the ids of items. */
export const idsOf = (items: readonly { readonly id: unknown }[] | undefined) =>
  items?.map(({ id }) => id).join(' ');

type Snapshot = InfiniteSnapshot<unknown, { readonly id: unknown }>;

/** Answers requests as an API does, and notes those that read. Mutations succeed with an empty response. */
export class PagingServer {
  readonly cache = setUpRest().cache;
  /** The search parameters of each request, in order. */
  readonly queries: string[] = [];
  /** The requests that were answered with 404. */
  refused = 0;
  readonly #http = TestBed.inject(HttpTestingController);

  constructor(public api: Api) {}

  /** Opens an infinite list, and answers its first request. */
  open(pages: unknown, params: object = {}, options: object = {}): Watched<Snapshot> {
    const injector = TestBed.inject(EnvironmentInjector);
    const state$ = infiniteState(
      pages as never,
      params as never,
      { injector, ...options } as never,
    );
    const seen = watch(state$) as unknown as Watched<Snapshot>;
    this.answer();
    return seen;
  }

  /** Loads pages until there are no more. */
  loadAll(seen: Watched<Snapshot>): void {
    for (let i = 0; i < 20 && seen.last!.hasMore; i++) {
      seen.last!.loadMore();
      this.answer();
    }
  }

  /** Answers the requests in flight, and those that follow from the responses. */
  answer(): void {
    for (let open = this.#http.match(() => true); open.length > 0;) {
      for (const each of open) {
        if (each.request.method !== 'GET') {
          each.flush(null);
          continue;
        }
        const [, query = ''] = each.request.urlWithParams.split('?');
        this.queries.push(decodeURIComponent(query));
        const response = this.api(new URLSearchParams(query));
        if (response) each.flush(response.body, { headers: response.headers });
        else {
          this.refused++;
          each.flush({ detail: 'Invalid page.' }, { status: 404, statusText: 'Not Found' });
        }
      }
      open = this.#http.match(() => true);
    }
  }
}
