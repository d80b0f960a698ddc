import type { Clock } from '../platform/clock';
import type { Extensions } from './extensions';
import type { LogRequest, Request } from '../requests/request';

/** Notifies extensions of what becomes of requests. */
export function requestLog(extensions: Extensions, clock: Clock): (request: Request) => LogRequest {
  let count = 0;
  return ({ endpoint, key }) => {
    const about = { id: ++count, endpoint: endpoint.name, key };
    const began = clock.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      extensions.request(
        ended ? { ...about, state, ms: clock.now() - began, error } : { ...about, state },
      );
    };
  };
}
