import { inject } from '@angular/core';
import { finalize, type Observable, tap } from 'rxjs';
import { CacheService, partsOf } from '../cache/cache-service';
import { HeldMessages } from '../requests/held-messages';
import { SentIds } from '../requests/sent-ids';
import type { Named } from '../store/followers';
import type { Fields } from '../util/plain-data';

/** Names a mutation, which is sent to the row `own`: {@link requestIds}. Returns `undefined` if it has no id. */
export type RequestIds = (
  own: unknown,
  body: unknown,
) =>
  | {
      readonly headers: Readonly<Record<string, string>>;
      /** Returns the answer to the request, and follows it: when it arrives, and when it was written, failed or was aborted. */
      readonly follow: <T>(answer$: Observable<T>) => Observable<T>;
    }
  | undefined;

/** Makes the ids of this page differ from those of other pages. */
const PAGE = /* @__PURE__ */ Math.random().toString(36).slice(2);
let count = 0;

/**
 * Returns the value of the `requestId` option: each mutation is sent with a unique id in a header, or is known by the id
 * that the application has put into a field of its body. If the server repeats it in the messages about the mutation, the
 * option `requestId` of `connect` finds them.
 *
 * @param place the name of the header, or of the field. A mutation without the field has no id
 *
 * @example
 * ```ts
 * const named = [provideCache(withRest({ requestId: requestIds('X-Request-Id') }))];
 * const byClientId = requestIds({ field: 'clientId' }); // POST { clientId: crypto.randomUUID(), text: 'Hi' }
 * ```
 */
export function requestIds(place: string | { readonly field: string }): RequestIds {
  return (own, body) => {
    const isHeader = typeof place === 'string';
    const id = isHeader ? `${PAGE}-${++count}` : (body as Fields | undefined)?.[place.field];
    if (typeof id !== 'string') return undefined;
    const cache = inject(CacheService);
    const client = partsOf(cache).client!;
    const held = (client.held ??= new HeldMessages(client));
    const ids = (held.ids ??= new SentIds(client));
    const sent = ids.add(id, own as Named | undefined);
    const isEchoed = () => [...partsOf(cache).connections].some(({ echoes }) => echoes);
    const ended = () => {
      ids.end(id, isEchoed());
      held.check();
    };
    return {
      headers: isHeader ? { [place]: id } : {},
      follow: (answer$) =>
        answer$.pipe(
          tap(() => sent.answered()),
          finalize(ended),
        ),
    };
  };
}
