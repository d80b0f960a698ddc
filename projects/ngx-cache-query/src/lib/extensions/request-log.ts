import type { Clock } from '../platform/clock';
import type { Extensions } from './extensions';
import type { LogRequest, Request } from '../requests/request';

/** Returns a function that creates the log of a request. The log notifies extensions of each state of the request. */
export function requestLog(extensions: Extensions, clock: Clock): (request: Request) => LogRequest {
  let count = 0;
  return ({ endpoint, key }) => {
    const about = { id: ++count, endpoint: endpoint.name, key };
    const startedAt = clock.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      extensions.request(
        ended ? { ...about, state, ms: clock.now() - startedAt, error } : { ...about, state },
      );
    };
  };
}
