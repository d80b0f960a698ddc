import { forkJoin, map, type Observable, of, Subject, throwError } from 'rxjs';
import type { Pk } from '../schema/pk';
import { isTemporaryId, wasGiven } from '../optimistic/temporary-ids';
import type { Overlays } from '../optimistic/overlays';
import { replaceDeep } from '../util/replace-deep';
import { neverCreatedError } from './cache-errors';

/**
 * The temporary keys of which nothing is known yet, and who waits for what the server says. What it said is
 * in the tables; a key that is in neither was given to what was not created.
 */
export class AwaitedKeys {
  readonly #open = new Map<Pk, Subject<Pk>>();

  constructor(private readonly overlays: Overlays) {}

  /** Notes a temporary key. */
  expect(key: Pk): void {
    this.#open.set(key, new Subject());
  }

  /** The server's key is there. */
  resolve(key: Pk, pk: Pk): void {
    const waiting = this.#close(key);
    waiting?.next(pk);
    waiting?.complete();
  }

  /** What it was given to will not be created; those who wait for it fail. */
  refuse(keys: Iterable<Pk>): void {
    for (const key of keys) this.#close(key)?.error(neverCreatedError());
  }

  /** The temporary keys in arguments for which the server's are not there yet; `undefined` without any. */
  missingIn(args: readonly unknown[]): ReadonlySet<Pk> | undefined {
    const missing = new Set<Pk>();
    replaceDeep(args, (value) => {
      if (isTemporaryId(value) && this.#open.has(value)) missing.add(value);
      return value;
    });
    return missing.size === 0 ? undefined : missing;
  }

  /** Arguments with the server's keys in place of temporary ones, as soon as all are there. */
  resolved(args: readonly unknown[]): Observable<readonly unknown[]> {
    const waits: Record<string, Observable<Pk>> = {};
    replaceDeep(args, (value) => {
      if (wasGiven(value)) waits[value] = this.#pkOf(value);
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
