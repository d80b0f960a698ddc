// Extensions observe the commits and the requests of a cache. Devtools, persistence and logs are extensions.
//
// Public API: the entry point ngx-cache-query/extensions (`withExtension()`) and the `withFailures()` feature.
// Interfaces: this folder implements CacheExtension for the composition root, which notifies all extensions through one
// object. `CACHE_EXTENSIONS` is the token through which extensions are registered.

import { inject, InjectionToken } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import type { Clock } from '../platform/clock';
import { SELF } from '../platform/self';
import type { LogRequest, Request } from '../requests/request';
import type { Intercept } from '../requests/send-request';
import type { Change, ChangeSet } from '../store/change-set';
import type { CommitHook } from '../store/commit-hook';
import { hookOf } from '../store/hook-of';
import {
  type CacheExtension,
  ENDPOINT,
  type HandleParts,
  type PendingRequest,
  type RequestEvent,
} from './cache-extension';
import { cacheHandle } from './cache-handle';
import { commitOf } from './commit-of';
import { requestLog, RequestNumbers } from './request-log';
import { UsedEndpoints } from './used-endpoints';

/** Creates an extension. Called in the injection context of the cache. */
export type ExtensionFactory = () => CacheExtension;

/**
 * Provides the function that creates the extensions of a cache. Only `withExtension` provides a value, so applications
 * without extensions do not bundle this code.
 */
export const EXTENSIONS = new InjectionToken<(report: (error: unknown) => void) => Extensions>(
  'EXTENSIONS',
);

/** The functions that create the extensions of a cache. */
const CACHE_EXTENSIONS = new InjectionToken<readonly ExtensionFactory[]>('CACHE_EXTENSIONS');

/**
 * Adds an extension to the cache, for example for devtools, logging or persistence.
 *
 * @param factory creates the extension in the injection context of the cache, for example `() => inject(CommitLog)`
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
export class Extensions implements CommitHook {
  readonly #numbers = new RequestNumbers();
  readonly #listensToCommits: boolean;
  #commits = 0;
  #ended = false;
  #epoch = 0;

  constructor(
    private readonly extensions: readonly CacheExtension[],
    private readonly report: (error: unknown) => void,
  ) {
    this.#listensToCommits = extensions.some((each) => each.onCommit !== undefined);
  }

  /** Whether the durations of `process` functions are measured. */
  get measures(): boolean {
    return this.extensions.some(({ measures }) => measures === true);
  }

  init(parts: HandleParts, isOfRoute: boolean, sweep: () => void): void {
    const { store } = parts.reader;
    hookOf(store, UsedEndpoints);
    if (this.extensions.some((each) => each.onEviction !== undefined)) store.hooks.push(this);
    const handle = cacheHandle(parts, isOfRoute, sweep);
    this.#each((extension) => extension.onInit?.(handle));
  }

  /** Returns a function that reports requests to the extensions. */
  log(clock: Clock): (request: Request) => LogRequest {
    return requestLog((event) => this.#request(event), this.#numbers, clock);
  }

  /** Passes a request through the extensions, starting with the first one. @see Intercept */
  readonly intercept: Intercept = (request, endpoint, args, send) => {
    const interceptors = this.extensions.filter((each) => each.intercept !== undefined);
    if (interceptors.length === 0) return send();
    const pending: PendingRequest = {
      id: this.#numbers.of(request),
      endpoint: endpoint.name,
      key: endpoint.key(...args),
      args,
      isMutation: endpoint.sideEffect,
      [ENDPOINT]: endpoint.original,
    };
    return interceptors.reduceRight((next, each) => () => each.intercept!(pending, next), send)();
  };

  commit(changes: ChangeSet, epoch: number): void {
    const wasEmptied = epoch !== this.#epoch;
    this.#epoch = epoch;
    const commit = this.#listensToCommits
      ? commitOf(changes, this.#commits + 1, this.#numbers)
      : undefined;
    if (commit !== undefined) {
      this.#commits++;
      this.#each((extension) => extension.onCommit?.(commit));
    }
    if (wasEmptied) this.#each((extension) => extension.onEmpty?.());
  }

  /** @see CommitHook */
  evicted({ pk, table }: Change): void {
    if (!table.isEntities) return;
    const row = { table: table.name, pk: String(pk) };
    this.#each((extension) => extension.onEviction?.(row));
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
