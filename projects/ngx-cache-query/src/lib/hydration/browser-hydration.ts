import type { ApplicationRef, TransferState } from '@angular/core';
import type { Subject } from 'rxjs';
import { type CacheExtension, type CacheHandle, PARTS } from '../extensions/cache-extension';
import type { RequestRecord } from '../requests/request-record';
import { restoring, isSnapshot } from '../snapshots/restore-snapshot';
import type { StoreSnapshot } from '../snapshots/stored-data';
import { WaitingData } from '../snapshots/waiting-data';
import { hookOf } from '../store/hook-of';
import { putRecord } from '../store/put-record';
import { stateKey } from './state-key';

/**
 * The maximum time in milliseconds for which restored data counts as fresh if the application does not become stable.
 */
const LONGEST = 10_000;

/** Restores the data that the server wrote to the HTML of the page. */
export class BrowserHydration implements CacheExtension {
  /** @param hydrated is notified when stale data can be refetched */
  constructor(
    private readonly state: TransferState,
    private readonly id: string,
    private readonly application: ApplicationRef,
    private readonly hydrated: Subject<void>,
  ) {}

  onInit(cache: CacheHandle): void {
    const key = stateKey(this.id);
    const data = this.state.get(key, null);
    this.state.remove(key);
    if (!isSnapshot(data)) return;
    const { environment, reader, writer } = cache[PARTS];
    const waiting = hookOf(reader.store, WaitingData);
    waiting.isHydrating = true;
    writer.write(restoring(reader.store, sinceSent(data, environment.timers.now())));
    const end = () => {
      if (!waiting.isHydrating) return;
      waiting.isHydrating = false;
      this.#end(cache);
    };
    environment.timers.after(LONGEST, end);
    void this.application.whenStable().then(end);
  }

  onDestroy(): void {
    this.hydrated.complete();
  }

  /** Ends the hydration. From this time on, a restored response can become stale because of its age. */
  #end(cache: CacheHandle): void {
    const { reader, writer } = cache[PARTS];
    writer.write((transaction) => {
      const { requests } = reader.store.tables;
      for (const key of [...requests.index.keys()]) {
        const record = requests.get(key) as RequestRecord;
        if (record.isHydrating === true) {
          putRecord(transaction, requests, key, { ...record, isHydrating: false });
        }
      }
    });
    this.hydrated.next();
  }
}

/**
 * Adjusts the times in the data to the browser's clock. Without this adjustment, the times could be in the future if
 * the browser's clock is behind the server's clock.
 */
function sinceSent(data: StoreSnapshot, now: number): StoreSnapshot {
  const ahead = Math.max(0, data.takenAt - now);
  if (ahead === 0) return data;
  const responses = data.responses.map(({ expiresAt, fetchedAt, ...rest }) => ({
    ...rest,
    ...(fetchedAt !== undefined && { fetchedAt: fetchedAt - ahead }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt - ahead }),
  }));
  return { ...data, responses };
}
