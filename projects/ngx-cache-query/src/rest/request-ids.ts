import { inject } from '@angular/core';
import { finalize, type Observable, tap } from 'rxjs';
import { CacheService, partsOf } from '../cache/cache-service';
import { HeldMessages } from '../requests/held-messages';
import { SentIds } from '../requests/sent-ids';
import type { Named } from '../store/followers';

/** Names each mutation, which is sent to the row `own`, in a header of its request: {@link requestIds}. */
export type RequestIds = (own: unknown) => {
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the answer to the request, and follows it: when it arrives, and when it was written, failed or was aborted. */
  readonly follow: <T>(answer$: Observable<T>) => Observable<T>;
};

/** Makes the ids of this page differ from those of other pages. */
const PAGE = /* @__PURE__ */ Math.random().toString(36).slice(2);
let count = 0;

/**
 * Returns the value of the `requestId` option: each mutation is sent with a unique id in a header. If the server repeats
 * it in the messages about the mutation, the option `requestId` of `connect` finds them.
 *
 * @example
 * ```ts
 * const named = [provideCache(withRest({ requestId: requestIds('X-Request-Id') }))];
 * ```
 */
export function requestIds(header: string): RequestIds {
  return (own) => {
    const cache = inject(CacheService);
    const client = partsOf(cache).client!;
    const held = (client.held ??= new HeldMessages(client));
    const id = `${PAGE}-${++count}`;
    const ids = (held.ids ??= new SentIds(client));
    const sent = ids.add(id, own as Named | undefined);
    const isEchoed = () => [...partsOf(cache).connections].some(({ echoes }) => echoes);
    const ended = () => {
      ids.end(id, isEchoed());
      held.check();
    };
    return {
      headers: { [header]: id },
      follow: (answer$) =>
        answer$.pipe(
          tap(() => sent.answered()),
          finalize(ended),
        ),
    };
  };
}
