import { known, type Queryable } from '../schema/queryable';
import { sameData } from '../util/equality';
import { warnOnce } from '../util/warn';
import type { Client } from './client';
import type { OptimisticOption, OptimisticResponse, OptimisticSnapshot } from './optimistic-option';
import type { Again } from './pending-mutation';
import type { SentRequest } from './send';

declare const ngDevMode: unknown;

/** An optimistic response, and what computes it again. */
interface Expected extends OptimisticResponse {
  readonly again?: Again;
}

/** The function runs again when what lies under its response changes. */
function checkStable(name: string, a?: OptimisticResponse, b?: OptimisticResponse): void {
  if (sameData(a?.response, b?.response)) return;
  warnOnce(
    `${name}: the optimistic function returns another response each time it runs. It runs again when another mutation ` +
      `fails or other data arrives. Use snapshot.now instead of the current time, and snapshot.newId() instead of a ` +
      `random id.`,
  );
}

/** Returns the response to show before the server has answered. */
export function expectedOf(client: Client, { endpoint, args }: SentRequest): Expected | undefined {
  const option: OptimisticOption<readonly never[]> | undefined = endpoint.options.optimistic;
  if (!option) return undefined;
  if ('create' in option) {
    return { ...option, response: endpoint.optimisticResponse?.(args) };
  }
  let reads = false;
  const get = (queryable: Queryable, ...of: readonly unknown[]) => {
    reads = true;
    return known(client.results.read(queryable, of));
  };
  const now = client.clock.now();
  const ids: string[] = [];
  const run = (known: readonly unknown[]) => {
    let count = 0;
    const newId = () => (ids[count++] ??= crypto.randomUUID());
    const snapshot = { get, now, newId } as OptimisticSnapshot;
    return option(snapshot, ...(known as readonly never[]));
  };
  const first = run(args);
  if (typeof ngDevMode === 'undefined' || ngDevMode) checkStable(endpoint.name, first, run(args));
  if (!first || !reads) return first;
  return { ...first, again: (known) => run(known)?.response };
}
