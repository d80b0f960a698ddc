import type { TransferState } from '@angular/core';
import { Observable } from 'rxjs';
import {
  type CacheExtension,
  type CacheHandle,
  PARTS,
  type PendingRequest,
} from '../extensions/cache-extension';
import type { Clock } from '../platform/clock';
import { snapshotOf } from '../snapshots/take-snapshot';
import { CacheError } from '../util/cache-error';
import { pageScope } from './page-scope';
import { stateKey } from './state-key';

declare const ngDevMode: unknown;

/** Writes the data shown on a rendered page into the HTML of the page. */
export class ServerHydration implements CacheExtension {
  constructor(
    private readonly state: TransferState,
    private readonly id: string,
    private readonly clock: Clock,
    private readonly timeout: number,
  ) {}

  onInit(cache: CacheHandle): void {
    const { reader } = cache[PARTS];
    this.state.onSerialize(stateKey(this.id), () =>
      snapshotOf(reader, this.clock.now(), pageScope),
    );
  }

  /**
   * Fails a request that takes too long. Without this limit, the request would delay the page, because Angular sends
   * the page only after the request has ended.
   */
  intercept({ endpoint }: PendingRequest, send: () => Observable<unknown>): Observable<unknown> {
    return new Observable((subscriber) => {
      subscriber.add(
        this.clock.after(this.timeout, () =>
          subscriber.error(tooSlowError(endpoint, this.timeout)),
        ),
      );
      subscriber.add(send().subscribe(subscriber));
    });
  }
}

/** Error NCQ5009. */
function tooSlowError(source: string, milliseconds: number): CacheError {
  return new CacheError(
    'NCQ5009',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the server received no response within ${milliseconds} ms, so it sends the page without the data. ` +
        `The browser sends the request again.`,
    { source },
  );
}
