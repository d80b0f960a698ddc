import { pure } from '../reactive/node';
import { Normalizer } from '../schema/normalizer';
import { UNKNOWN } from '../schema/queryable';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { arrived } from './response-record';
import { mustRead, schemaArgsOf } from './target';

/**
 * Stores a response as if the endpoint had just loaded it, or what a function makes of the current value.
 *
 * @see CacheService.set
 */
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
  const walk = new Normalizer(`set(${endpoint.name})`, schemaArgsOf(endpoint, args));
  const stored = pure(() => walk.begin(endpoint.schema, input));
  client.store.rounds.hold(() => {
    // Like any response, it does not show above mutations in flight.
    client.store.as({ kind: 'set', source: endpoint, args }, () =>
      client.store.write(arrived(client, walk, entry, stored, false)),
    );
    entry.touch();
    entry.schedule();
  });
}
