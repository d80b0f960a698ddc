import { inject, NgZone } from '@angular/core';
import { EMPTY, merge, type Observable } from 'rxjs';
import { REFETCH_WHEN } from '../live/refetch-triggers';
import { outsideZone } from '../platform/outside-zone';
import { PageActivity } from '../platform/page-activity';
import { SELF } from '../platform/self';
import type { AnyEndpoint } from '../requests/endpoint';
import { RETRY, type RetryOptions } from '../requests/retry';

/** Decides when requests are repeated automatically. On a server, requests are never repeated. */
export interface RequestEnvironment {
  /** Returns the retry options for reads of an endpoint; `undefined` if its reads are not retried. */
  readonly retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined;
  /** Emits when active subscribers must refetch stale data. */
  readonly refetch$: Observable<unknown>;
  /** Emits when the page becomes active again, so that delayed polls can send their requests. */
  readonly active$: Observable<unknown>;
}

/** A server renders the page once, so no request is retried or repeated. */
const SERVER: RequestEnvironment = { retryOf: () => undefined, refetch$: EMPTY, active$: EMPTY };

/** Returns the environment of a new client. Must be called in the injection context of the cache. */
export function requestEnvironment(isServer: boolean): RequestEnvironment {
  return isServer ? SERVER : browser();
}

function browser(): RequestEnvironment {
  const zone = inject(NgZone);
  const retry = inject(RETRY);
  const triggers = inject(REFETCH_WHEN, SELF);
  return {
    retryOf: (endpoint) => endpoint.refresh.retry ?? retry,
    refetch$: triggers ? outsideZone(merge(...triggers), zone) : EMPTY,
    active$: outsideZone(inject(PageActivity).active$, zone),
  };
}
