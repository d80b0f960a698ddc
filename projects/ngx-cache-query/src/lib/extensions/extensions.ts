// Extensions observe a cache: its commits and its requests. Devtools, persistence and logs are extensions.
//
// Public API: the entry point ngx-cache-query/extensions (`withExtension()`) and the feature `withFailures()`.
// Interfaces: implements CacheExtension for the composition root, which notifies all extensions as one; the CacheFeature
// token `CACHE_EXTENSIONS`.

import { inject, InjectionToken } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import type { Clock } from '../platform/clock';
import { SELF } from '../platform/self';
import type { Reader } from '../query/reader';
import type { LogRequest, Request } from '../requests/request';
import type { ChangeSet } from '../store/change-set';
import type { Writer } from '../writes/writer';
import type { CacheExtension, RequestEvent, RowChange } from './cache-extension';
import { cacheHandle, tableInfo } from './cache-handle';
import { requestLog } from './request-log';

/** Creates an extension, in the injection context of the cache. */
export type ExtensionFactory = () => CacheExtension;

/** Creates the extensions of a cache. Only `withExtension` provides it, so a cache without extensions has none. */
export const EXTENSIONS = new InjectionToken<(report: (error: unknown) => void) => Extensions>(
  'EXTENSIONS',
);

/** The factories of the extensions of a cache. */
const CACHE_EXTENSIONS = new InjectionToken<readonly ExtensionFactory[]>('CACHE_EXTENSIONS');

/**
 * Adds an extension to the cache, for example devtools, a log or persistence.
 *
 * @param factory creates the extension, in the injection context of the cache: `() => inject(CommitLog)`
 */
export function withExtension(factory: ExtensionFactory): CacheFeature {
  return {
    providers: [
      { provide: CACHE_EXTENSIONS, useValue: factory, multi: true },
      { provide: EXTENSIONS, useValue: createExtensions },
    ],
  };
}

/** Must be called in the injection context of the cache. */
function createExtensions(report: (error: unknown) => void): Extensions {
  const factories = inject(CACHE_EXTENSIONS, SELF) ?? [];
  return new Extensions(
    factories.map((factory) => factory()),
    report,
  );
}

/** Notifies all extensions of a cache. An extension that throws does not affect the others. */
export class Extensions {
  #commits = 0;
  #ended = false;

  constructor(
    private readonly extensions: readonly CacheExtension[],
    private readonly report: (error: unknown) => void,
  ) {}

  init(reader: Reader, writer: Writer, sweep: () => void): void {
    const handle = cacheHandle(reader, writer, sweep);
    this.#each((extension) => extension.onInit?.(handle));
  }

  /** Returns a function that logs the requests of a cache for the extensions. */
  log(clock: Clock): (request: Request) => LogRequest {
    return requestLog((event) => this.#request(event), clock);
  }

  commit({ rows, knowledge: tables }: ChangeSet): void {
    const changes = rows
      .filter(({ table, before, after, from, to }) => {
        return table.isEntities && (before !== after || from !== to);
      })
      .map(({ table, pk, before, after }): RowChange => {
        return { table: table.name, pk: String(pk), before, after };
      });
    const knowledge = tables.filter((table) => table.isEntities).map(tableInfo);
    if (changes.length === 0 && knowledge.length === 0) return;
    const commit = { id: ++this.#commits, changes, knowledge };
    this.#each((extension) => extension.onCommit?.(commit));
  }

  #request(event: RequestEvent): void {
    this.#each((extension) => extension.onRequest?.(event));
  }

  destroy(): void {
    this.#each((extension) => extension.onDestroy?.());
    this.#ended = true;
  }

  #each(notify: (extension: CacheExtension) => void): void {
    for (const extension of this.#ended ? [] : this.extensions) {
      try {
        notify(extension);
      } catch (error) {
        this.report(error);
      }
    }
  }
}
