import type { Cause } from '../store/commit';

declare const ngDevMode: unknown;

/** Why a read is sent. Known only in dev mode, in which devtools show it. */
export interface Reason {
  /**
   * - `observed`: something begins to show the response, or with other arguments
   * - `called`: the application has called the endpoint
   * - `stale`: a write has made the response stale: a `refetch`, a mutation, a message
   * - `poll`: its interval is over
   * - `focus`, `reconnect`: the page became visible or online, and the response was stale
   * - `reset`: the response was dropped while something shows it
   * - `hydrated`: the page has become stable, and what the server had sent is stale
   */
  readonly kind:
    'observed' | 'called' | 'stale' | 'poll' | 'focus' | 'reconnect' | 'reset' | 'hydrated';
  /** What has made the response stale. */
  readonly cause?: Cause;
}

const OBSERVED: Reason = { kind: 'observed' };
const CALLED: Reason = { kind: 'called' };
let next = OBSERVED;

/** Names the reason for the read that is sent next. A production build removes the call. */
export function because(kind: Reason['kind'], cause?: Cause): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) next = { kind, cause };
}

/** Returns the reason that was named last, once. */
export function takeReason(isCalled: boolean): Reason | undefined {
  if (typeof ngDevMode !== 'undefined' && !ngDevMode) return undefined;
  const reason = isCalled ? CALLED : next;
  next = OBSERVED;
  return reason;
}
