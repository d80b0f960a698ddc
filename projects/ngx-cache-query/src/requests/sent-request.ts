import { InjectionToken } from '@angular/core';
import type { Observable } from 'rxjs';
import type { Clock } from '../angular/clock';
import type { WriteCause } from '../store/commit';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';

declare const ngDevMode: unknown;

/** A request, and how it has ended. Its state stays `pending` if it was aborted. */
export class SentRequest {
  state: 'pending' | 'success' | 'error' = 'pending';
  error: CacheError | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    /** Temporary ids are replaced when they are known. */
    public args: readonly unknown[],
  ) {}

  /** Notes an error. A request that `reset`, `clear` or a deletion has ended counts as aborted. */
  fail(error: CacheError): void {
    if (error.code === 'NCQ4001' || error.code === 'NCQ4007') return;
    this.state = 'error';
    this.error = error;
  }
}

/** The cause of a commit that a request makes. */
export function cause(kind: WriteCause['kind'], request: SentRequest): WriteCause {
  const { endpoint: source, args } = request;
  return { kind, source, args, request };
}

/** Learns of the requests of a cache, and may answer them. */
export interface RequestHook {
  began(request: SentRequest, reason?: Reason): void;
  ended(request: SentRequest): void;
  /** Called in dev mode. Returns the clock with which a request waits before it is sent again. */
  clockOf(request: SentRequest, clock: Clock): Clock;
  /** Called for each page that is loaded for a request. */
  intercept(
    request: SentRequest,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    send: () => Observable<unknown>,
  ): Observable<unknown>;
}

/** What learns of the requests, if something needs to know them. Each cache has its own. */
export const REQUEST_HOOK = new InjectionToken<RequestHook>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_REQUEST_HOOK' : '',
);

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
  readonly cause?: WriteCause;
}

const OBSERVED: Reason = { kind: 'observed' };
const CALLED: Reason = { kind: 'called' };
let next = OBSERVED;

/** Names the reason for the read that is sent next. A production build removes the call. */
export function because(kind: Reason['kind'], cause?: WriteCause): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) next = { kind, cause };
}

/** Returns the reason that was named last, once. */
export function takeReason(isCalled: boolean): Reason | undefined {
  if (typeof ngDevMode !== 'undefined' && !ngDevMode) return undefined;
  const reason = isCalled ? CALLED : next;
  next = OBSERVED;
  return reason;
}
