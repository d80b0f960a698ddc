import { Observable, type Subscriber } from 'rxjs';
import { type CacheService, Endpoint, optimistic, type SchemaLike } from 'ngx-cache-query';
import { watch } from './watch';

/** Returns optimistic mutations. Each uses its argument as the optimistic response, and the spec responds to it. */
export function mutation<S extends SchemaLike>(cache: CacheService, schema: S) {
  const requests: { readonly sent: unknown; readonly subscriber: Subscriber<unknown> }[] = [];
  const endpoint = new Endpoint<[unknown], S>({
    name: 'mutation',
    sideEffect: true,
    schema,
    optimistic: (_, sent) => optimistic(sent),
    load: (sent) => new Observable((subscriber) => void requests.push({ sent, subscriber })),
  });
  return {
    requests,
    send: (sent: unknown) => watch(cache.fetch(endpoint, sent)),
    respond: (response: unknown, nth = requests.length - 1) => {
      requests[nth].subscriber.next(response);
      requests[nth].subscriber.complete();
    },
    fail: (nth = requests.length - 1) => requests[nth].subscriber.error(new Error('refused')),
  };
}
