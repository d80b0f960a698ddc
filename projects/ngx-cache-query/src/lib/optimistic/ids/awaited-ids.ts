import { forkJoin, map, type Observable, of, Subject, throwError } from 'rxjs';
import type { Pk } from '../../schema/entity/pk';
import { replaceDeep } from '../../util/replace-deep';
import { neverCreatedError } from '../../requests/request-errors';
import type { Overlays } from '../overlay/overlays';
import { hasTemporaryIds, isFromThisPage, isTemporaryId } from './temporary-ids';

/**
 * Stores the temporary ids that have no server id yet, with the requests that wait for the server ids. {@link Overlays}
 * stores the known server ids. If a temporary id is stored in neither place, the server did not create the entity with
 * this id.
 */
export class AwaitedIds {
  readonly #open = new Map<Pk, Subject<Pk>>();

  constructor(private readonly overlays: Overlays) {}

  /** Adds a temporary id. Called when the request to create the entity begins. */
  expect(key: Pk): void {
    this.#open.set(key, new Subject());
  }

  /** Passes the server id `pk`, which replaces the temporary id `key`, to the requests that wait for this server id. */
  resolve(key: Pk, pk: Pk): void {
    const waiting = this.#close(key);
    waiting?.next(pk);
    waiting?.complete();
  }

  /**
   * Fails the requests that wait until a server id replaces one of the temporary ids in `keys`. These requests receive
   * error NCQ4004, because the entities will not be created.
   */
  refuse(keys: Iterable<Pk>): void {
    for (const key of keys) this.#close(key)?.error(neverCreatedError());
  }

  /** Returns the temporary ids in `args` that have no server id yet. Returns `undefined` if there are none. */
  missingIn(args: readonly unknown[]): ReadonlySet<Pk> | undefined {
    if (this.#open.size === 0) return undefined;
    const missing = new Set<Pk>();
    replaceDeep(args, (value) => {
      if (isTemporaryId(value) && this.#open.has(value)) missing.add(value);
      return value;
    });
    return missing.size === 0 ? undefined : missing;
  }

  /**
   * Emits the arguments when all server ids are known. In the emitted arguments, server ids replace the temporary ids.
   */
  resolved(args: readonly unknown[]): Observable<readonly unknown[]> {
    if (!hasTemporaryIds()) return of(args);
    const waits: Record<string, Observable<Pk>> = {};
    replaceDeep(args, (value) => {
      if (isFromThisPage(value)) waits[value] = this.#pkOf(value);
      return value;
    });
    if (Object.keys(waits).length === 0) return of(args);
    const inPlace = (pks: Readonly<Record<string, Pk>>) =>
      replaceDeep(args, (value) => (isTemporaryId(value) ? (pks[value] ?? value) : value));
    return forkJoin(waits).pipe(map(inPlace));
  }

  #pkOf(key: Pk): Observable<Pk> {
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const pk = this.overlays.serverIdOf(key);
    return pk === undefined ? throwError(neverCreatedError) : of(pk);
  }

  #close(key: Pk): Subject<Pk> | undefined {
    const waiting = this.#open.get(key);
    this.#open.delete(key);
    return waiting;
  }
}
