import { isPlatformServer } from '@angular/common';
import {
  ApplicationRef,
  inject,
  makeStateKey,
  PLATFORM_ID,
  type StateKey,
  TransferState,
} from '@angular/core';
import { Observable } from 'rxjs';
import { type CacheParts } from '../cache/cache-service';
import { CLOCK, type Clock } from '../angular/clock';
import { HYDRATES } from '../angular/hydrates';
import type { CacheFeature } from '../angular/cache-feature';
import type { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { AnyEndpoint } from '../requests/endpoint';
import { because } from '../requests/sent-request';
import { patchResponse } from '../requests/response-record';
import { endpointOf } from '../requests/target';
import { Marks } from '../retention/marks';
import type { EntityClass, EntityStatics } from '../schema/schema';
import { classesIn, reaches } from '../schema/schema-shape';
import { commitAs } from '../store/commit';
import { CacheError } from '../util/cache-error';
import { keep } from '../util/plain-data';
import type { CacheExtension } from '../extensions/cache-extension';
import { CACHE } from '../extensions/cache-extension';
import { isSnapshot, restore } from './restore-snapshot';
import { classesOf, lensValuesOf, storedNameOf } from '../extensions/stored-names';
import type { StoreSnapshot } from './stored-data';
import { type Scope, snapshotOf } from './take-snapshot';
import { Waiting } from './waiting';
import { withExtension } from '../extensions/with-extension';

declare const ngDevMode: unknown;

/** The time after which a page counts as hydrated even if the application is not stable, in milliseconds. */
const LONGEST = 10_000;

/** The options of {@link withHydration}. */
export interface HydrationOptions {
  /** An id that distinguishes this cache from others on the page, such as that of a route. Default: `app`. */
  readonly id?: string;
  /** The time after which a request on the server fails, in milliseconds. Default: 10,000. */
  readonly serverTimeout?: number;
}

/**
 * Transfers the cache from the server to the browser in the HTML of the page, so the first reads send no request.
 * Later, stale data is refetched, and failed requests are sent again. Add it to the configuration that both share.
 * RestEndpoints then do not use Angular's HTTP transfer cache.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, {
 *   providers: [provideClientHydration(), provideCache(withHydration())],
 * });
 * ```
 */
export function withHydration({
  id = 'app',
  serverTimeout = 10_000,
}: HydrationOptions = {}): CacheFeature {
  const key = makeStateKey<StoreSnapshot | null>(`ngx-cache-query.${id}`);
  const extension = withExtension(() => {
    const state = inject(TransferState);
    return isPlatformServer(inject(PLATFORM_ID))
      ? onServer(state, key, inject(CLOCK), serverTimeout)
      : inBrowser(state, key, inject(ApplicationRef));
  });
  return { providers: [...extension.providers, { provide: HYDRATES, useValue: true }] };
}

/** Writes the data that a rendered page shows into its HTML. */
function onServer(
  state: TransferState,
  key: StateKey<StoreSnapshot | null>,
  clock: Clock,
  timeout: number,
): CacheExtension {
  return {
    onInit: (cache) => {
      const { results, store } = cache[CACHE];
      state.onSerialize(key, () => snapshotOf(store, clock.now(), pageScope(results)));
    },
    // A response that does not arrive must not delay the page for ever.
    intercept: ({ endpoint }, send) =>
      new Observable((subscriber) => {
        const fail = () => subscriber.error(tooSlow(endpoint, timeout));
        subscriber.add(clock.after(timeout, fail));
        subscriber.add(send().subscribe(subscriber));
      }),
  };
}

/** Selects what a rendered page shows: what was read, with everything that it references. */
function pageScope(results: Results): Scope {
  const { tables } = results;
  const marks = new Marks(tables);
  marks.begin();
  for (const node of [...results, ...results.recent]) marks.addNode(node);
  for (const table of tables.all) marks.addFed(table);
  while (marks.step());
  return {
    keysOf: (table) => (transferOf(table) === false ? [] : (marks.of.get(table)?.keys() ?? [])),
    concerns: (table) => table.isKnown && table.lists.length + (marks.of.get(table)?.size ?? 0) > 0,
    fieldsOf: (table) => {
      const names = transferOf(table);
      if (!names || storedNameOf(table).kind !== 'entities') return undefined;
      // What a Scalar adds to its values stays.
      const values = lensValuesOf(table.plan);
      const isOwn = (name: string) => values?.fields.includes(name) === false;
      return (record) => keep(record, (name) => names.includes(name) || isOwn(name));
    },
    partOf,
  };
}

/** A response is left out if a class in it is not transferred. If fields are missing, it is stale. */
function partOf({ schema }: AnyEndpoint): 'all' | 'some' | 'none' {
  if (classesIn(schema).some((type) => transferOfClass(type) === false)) return 'none';
  return reaches(schema, (type) => transferOfClass(type) !== undefined) ? 'some' : 'all';
}

/** What is transferred of the rows of a table: of entities, of lists of them, and of the values that a Scalar stores. */
function transferOf(table: Table): readonly string[] | false | undefined {
  const all = classesOf(table).map(transferOfClass);
  return all.includes(false) ? false : all.find((each) => each !== undefined);
}

function transferOfClass(type: EntityClass): readonly string[] | false | undefined {
  return (type as EntityStatics).transfer;
}

/** Restores the data before the first read. Until the page is hydrated, it counts as fresh. */
function inBrowser(
  state: TransferState,
  key: StateKey<StoreSnapshot | null>,
  application: ApplicationRef,
): CacheExtension {
  return {
    onInit: (cache) => {
      const data = state.get(key, null);
      state.remove(key);
      if (!isSnapshot(data)) return;
      const { clock, store } = cache[CACHE];
      restore(store, asRendered(data, clock.now()));
      let isHydrating = true;
      const end = () => {
        if (isHydrating) hydrated(cache[CACHE]);
        isHydrating = false;
      };
      clock.after(LONGEST, end);
      void application.whenStable().then(end);
    },
  };
}

/** Marks the responses. If the clock of the server is ahead, their times are moved back. */
function asRendered(data: StoreSnapshot, now: number): StoreSnapshot {
  const ahead = Math.max(0, data.takenAt - now);
  const moved = (time: number | undefined) => time && time - ahead;
  const responses = data.responses.map(({ expiresAt, failure, fetchedAt, ...rest }) => ({
    ...rest,
    isHydrating: true,
    fetchedAt: moved(fetchedAt),
    expiresAt: moved(expiresAt),
    failure: failure && { ...failure, at: failure.at - ahead },
  }));
  return { ...data, responses };
}

/** From now on, responses become stale, and what is stale is requested again. */
function hydrated({ client, store, write }: CacheParts): void {
  write('withHydration', () => {
    commitAs(store, { kind: 'restore' }, () => {
      Waiting.of(store).patchResponses({ isHydrating: undefined });
      for (const table of store.tables.all) {
        const endpoint = endpointOf(table.plan.type);
        if (!endpoint) continue;
        for (const key of table.index.keys() as Iterable<string>) {
          if (table.record(key)?.['isHydrating'])
            patchResponse(store, endpoint, key, { isHydrating: false });
        }
      }
    });
  });
  for (const entry of client ?? []) {
    if (entry.observers.size === 0) continue;
    if (!entry.run && entry.freshFor() === 0) {
      because('hydrated');
      client!.reads.request(entry);
    }
    entry.schedule();
  }
}

/** Error NCQ5009. */
function tooSlow(source: string, milliseconds: number): CacheError {
  return new CacheError(
    'NCQ5009',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the server received no response within ${milliseconds} ms, so it sends the page without the data. ` +
        `The browser sends the request again.`,
    { source },
  );
}
