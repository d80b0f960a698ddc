import { makeStateKey, type StateKey } from '@angular/core';
import type { StoreSnapshot } from '../snapshots/stored-data';

/** Returns the key under which the data of a cache is stored in the HTML of the page. */
export function stateKey(id: string): StateKey<StoreSnapshot | null> {
  return makeStateKey(`ngx-cache-query.${id}`);
}
