import { pure } from '../reactive/node';
import { Entity } from '../schema/entity';
import type { EntityStatics } from '../schema/schema';
import { type Input, operationsOf } from '../schema/input';
import { planOf } from '../schema/plan';
import { UNKNOWN } from '../schema/queryable';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import type { Entry } from './entry';
import { mustRead, inputFor } from './target';

/** The record of a response. It is a row, so that a response and its state change in one commit. */
export interface ResponseRecord extends Fields {
  /** The normalized response. Missing if there was none. */
  readonly value?: unknown;
  /** The time at which the last response arrived, in milliseconds since 1970. */
  readonly fetchedAt?: number | undefined;
  /** The time at which the first entity of the response expires according to `static expiresAt`. */
  readonly expiresAt?: number | undefined;
  /** Whether the response was marked as stale. */
  readonly stale?: boolean;
  /** The error of the last request, until one succeeds. */
  readonly error?: CacheError | undefined;
  readonly failedAt?: number | undefined;
  /** Whether the page shows what the server has rendered, so that nothing is stale yet. */
  readonly isHydrating?: boolean;
  /** Whether the error is one that the server has rendered, which stays until a request has ended. */
  readonly isRendered?: boolean;
}

/** Adds the record of a response to the operations of its entities. */
export function arrived(
  input: Input,
  { client, endpoint, key }: Entry,
  value: unknown,
  stale: boolean,
): Input {
  const fetchedAt = client.clock.now();
  const expiresAt = expiresAtOf(input, fetchedAt);
  // The error of a failed refetch stays when the response to an older request arrives.
  const error = stale ? {} : { error: undefined };
  const record: ResponseRecord = { value, fetchedAt, expiresAt, stale, ...error };
  input.put(planOf(endpoint.responses), key, record);
  return input;
}

/** Changes the state of a response, which keeps its position in the write order. */
export function patchResponse(
  store: Store,
  endpoint: AnyEndpoint,
  key: string,
  change: Partial<ResponseRecord>,
): void {
  const known = store.tables.for(endpoint.responses).record(key);
  replaceResponse(store, endpoint, key, { ...known, ...change });
}

/** Replaces the record of a response, which keeps its position in the write order. */
export function replaceResponse(
  store: Store,
  endpoint: AnyEndpoint,
  key: string,
  record: ResponseRecord,
): void {
  const row = store.tables.for(endpoint.responses).row(key);
  store.batch(() => store.change(row, record, row.order));
}

/** Whether a value is data. With a schema, `undefined` means that the entity was deleted; with a Query, it is a result. */
export function hasData({ schema, derived }: AnyEndpoint, value: unknown): boolean {
  if (value === UNKNOWN) return false;
  return value !== undefined || schema === undefined || derived !== undefined;
}

/**
 * Returns the earliest time at which an entity in a response expires according to `static expiresAt`, in milliseconds
 * since 1970; `undefined` if none expires.
 */
function expiresAtOf(input: Input, fetchedAt: number): number | undefined {
  const isOwn = ({ expiresAt }: EntityStatics) => expiresAt !== Entity.expiresAt;
  if (![...input.plans].some(({ type }) => isOwn(type))) return undefined;
  let earliest = Infinity;
  for (const next of operationsOf(input)) {
    const { type } = next.plan;
    if (next.row && isOwn(type)) {
      earliest = Math.min(earliest, type.expiresAt(next.row, { fetchedAt }) ?? Infinity);
    }
  }
  return earliest === Infinity ? undefined : earliest;
}

/** Stores a response as if the endpoint had just loaded it, or what a function makes of the current value. */
export function setResponse(
  client: Client,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  response: unknown,
): void {
  mustRead('set', endpoint);
  const entry = client.entry(endpoint, args);
  let input = response;
  if (typeof response === 'function') {
    const { value } = entry;
    if (value === UNKNOWN || value === undefined) return;
    input = pure(() => (response as (value: unknown) => unknown)(value));
  }
  const walk = inputFor(endpoint, args, false, `set(${endpoint.name})`);
  const stored = pure(() => walk.begin(endpoint.schema, input));
  client.store.rounds.hold(() => {
    // Like any response, it does not show above mutations in flight.
    client.store.as({ kind: 'set', source: endpoint, args }, () =>
      client.store.write(arrived(walk, entry, stored, false)),
    );
    entry.touch();
    entry.schedule();
  });
}
