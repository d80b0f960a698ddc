import { InjectionToken } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import type { ChangeSet } from '../store/change-set';
import type { CacheExtension, CacheHandle, RequestEvent, RowChange } from './cache-extension';

/** Makes an extension, in the injection context of the cache. */
export type ExtensionFactory = () => CacheExtension;

/** The factories of a cache's extensions. */
export const CACHE_EXTENSIONS = new InjectionToken<readonly ExtensionFactory[]>('CACHE_EXTENSIONS');

/**
 * Adds an extension to the cache, such as devtools, a log or persistence.
 *
 * @param factory makes the extension, in the injection context of the cache: `() => inject(CommitLog)`
 */
export function withExtension(factory: ExtensionFactory): CacheFeature {
  return { providers: [{ provide: CACHE_EXTENSIONS, useValue: factory, multi: true }] };
}

/** All extensions of a cache as one. One that throws does not affect the others. */
export class Extensions {
  #commits = 0;
  #ended = false;

  constructor(
    private readonly extensions: readonly CacheExtension[],
    private readonly report: (error: unknown) => void,
  ) {}

  /** Whether there is none. */
  get isEmpty(): boolean {
    return this.extensions.length === 0;
  }

  init(cache: CacheHandle): void {
    this.#each((extension) => extension.onInit?.(cache));
  }

  commit({ rows, knowledge: tables }: ChangeSet): void {
    if (this.isEmpty) return;
    const changes = rows
      .filter(({ table, before, after, from, to }) => {
        return table.isEntities && (before !== after || from !== to);
      })
      .map(({ table, pk, before, after }): RowChange => {
        return { table: table.name, pk: String(pk), before, after };
      });
    const knowledge = tables.filter((table) => table.isEntities).map((table) => table.info);
    if (changes.length === 0 && knowledge.length === 0) return;
    const commit = { id: ++this.#commits, changes, knowledge };
    this.#each((extension) => extension.onCommit?.(commit));
  }

  request(event: RequestEvent): void {
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
