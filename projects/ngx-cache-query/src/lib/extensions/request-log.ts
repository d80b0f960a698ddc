import type { Clock } from '../platform/clock';
import type { RequestEvent } from './cache-extension';
import type { LogRequest, Request } from '../requests/request';

/** Returns a function that creates the log of a request. The log notifies extensions of each state of the request. */
export function requestLog(
  notify: (event: RequestEvent) => void,
  clock: Clock,
): (request: Request) => LogRequest {
  let count = 0;
  return ({ endpoint, key }) => {
    const about = { id: ++count, endpoint: endpoint.name, key };
    const startedAt = clock.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      notify(ended ? { ...about, state, ms: clock.now() - startedAt, error } : { ...about, state });
    };
  };
}
