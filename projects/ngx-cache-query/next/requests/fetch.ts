import { defer, finalize, Observable, share } from 'rxjs';
import { pure } from '../reactive/node';
import type { Results } from '../reactive/results';
import { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { known, type Queryable } from '../schema/queryable';
import type { EntityClass, SchemaLike } from '../schema/entity';
import type { Store } from '../store/store';
import { CacheError } from '../util/cache-error';
import { freezeData } from '../util/plain-data';

declare const ngDevMode: unknown;

interface AnyEndpoint {
  readonly name: string;
  readonly schema: SchemaLike;
  readonly sideEffect: boolean;
  readonly responses: EntityClass;
  load(...args: readonly unknown[]): Observable<unknown>;
  key(...args: readonly unknown[]): string;
}

interface Read {
  readonly value$: Observable<unknown>;
  readonly deletions: number;
}

/** The reads in flight of each cache, by endpoint and key. */
const inFlight = new WeakMap<Store, WeakMap<AnyEndpoint, Map<string, Read>>>();

/** Sends a request on each subscription, or shares the request of an equal read in flight. */
export function fetchFrom(
  store: Store,
  results: Results,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): Observable<unknown> {
  return defer(() => {
    if (endpoint.sideEffect) {
      store.tables.deletions++;
      return request(store, results, endpoint, args);
    }
    const reads = readsOf(store, endpoint);
    const key = endpoint.key(...args);
    const known = reads.get(key);
    if (known?.deletions === store.tables.deletions) return known.value$;
    const read = {
      value$: request(store, results, endpoint, args).pipe(
        finalize(() => reads.get(key) === read && reads.delete(key)),
        share(),
      ),
      deletions: store.tables.deletions,
    };
    reads.set(key, read);
    return read.value$;
  });
}

function readsOf(store: Store, endpoint: AnyEndpoint): Map<string, Read> {
  let byEndpoint = inFlight.get(store);
  if (byEndpoint === undefined) inFlight.set(store, (byEndpoint = new WeakMap()));
  let reads = byEndpoint.get(endpoint);
  if (reads === undefined) byEndpoint.set(endpoint, (reads = new Map<string, Read>()));
  return reads;
}

/** Sends a request on each subscription, and stores the response. Emits the value of the response. */
function request(
  store: Store,
  results: Results,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): Observable<unknown> {
  return new Observable((subscriber) => {
    // A response counts as written when its request was sent. A mutation counts as written when it is answered.
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const end = () => order !== undefined && store.endRead();
    subscriber.add(end);
    const fail = (cause: unknown) => {
      subscriber.error(cause instanceof CacheError ? cause : failed(endpoint, cause));
    };
    let response$: Observable<unknown>;
    try {
      response$ = endpoint.load(...args);
    } catch (error) {
      return fail(error);
    }
    return subscriber.add(
      response$.subscribe({
        next: (response) => {
          let value: () => unknown;
          try {
            value = receive(store, results, endpoint, args, response, order);
          } catch (error) {
            return fail(error);
          }
          store.whenSettled((failure) => {
            if (failure) return fail(failure.error);
            subscriber.next(value());
            subscriber.complete();
          });
        },
        error: fail,
      }),
    );
  });
}

function receive(
  store: Store,
  results: Results,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  response: unknown,
  order: number | undefined,
): () => unknown {
  const { name, sideEffect, schema, responses } = endpoint;
  const input = new Normalizer(name, args, sideEffect);
  const value = pure(() => input.begin(schema, response));
  if (!sideEffect) input.put(planOf(responses), endpoint.key(...args), { value });
  store.as({ kind: sideEffect ? 'mutation' : 'request', source: endpoint, args }, () =>
    store.write(input, order),
  );
  return () => {
    // A newer response may have been stored before this one.
    const key = sideEffect ? undefined : endpoint.key(...args);
    const isStored = key && store.tables.of(planOf(responses)).record(key)?.['value'] === value;
    const read = isStored
      ? results.read(endpoint as unknown as Queryable, args)
      : results.value(schema, value);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(read);
    return known(read);
  };
}

function failed({ name }: AnyEndpoint, cause: unknown): CacheError {
  return new CacheError(
    'NCQ5003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${name}: the request failed: ${String(cause)}`,
    { source: name, cause },
  );
}
