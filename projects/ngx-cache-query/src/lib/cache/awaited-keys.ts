import { forkJoin, map, type Observable, of, ReplaySubject } from 'rxjs';
import type { Pk } from '../schema/pk';
import { isTemporaryKey } from '../schema/temporary';
import { replaceDeep } from '../util/replace-deep';
import { neverCreatedError } from './cache-errors';

/** The temporary keys that were given, and what the server says of each in the end. */
export class AwaitedKeys {
  readonly #keys = new Map<Pk, ReplaySubject<Pk>>();
  /** Those of which nothing is known yet. */
  readonly #open = new Set<Pk>();

  /** Notes a temporary key. */
  expect(key: Pk): void {
    this.#keys.set(key, new ReplaySubject(1));
    this.#open.add(key);
  }

  /** The server's key is there. */
  resolve(key: Pk, pk: Pk): void {
    this.#open.delete(key);
    this.#keys.get(key)?.next(pk);
    this.#keys.get(key)?.complete();
  }

  /** What it was given to will not be created; those who wait for it fail. */
  refuse(keys: Iterable<Pk>): void {
    for (const key of keys) {
      this.#open.delete(key);
      this.#keys.get(key)?.error(neverCreatedError());
    }
  }

  /** The temporary keys in arguments for which the server's are not there yet; `undefined` without any. */
  missingIn(args: readonly unknown[]): ReadonlySet<Pk> | undefined {
    const missing = new Set<Pk>();
    replaceDeep(args, (value) => {
      if (isTemporaryKey(value) && this.#open.has(value)) missing.add(value);
      return value;
    });
    return missing.size === 0 ? undefined : missing;
  }

  /** Arguments with the server's keys in place of temporary ones, as soon as all are there. */
  resolved(args: readonly unknown[]): Observable<readonly unknown[]> {
    const waits: Record<string, Observable<Pk>> = {};
    replaceDeep(args, (value) => {
      const known = isTemporaryKey(value) ? this.#keys.get(value) : undefined;
      if (known !== undefined) waits[value as Pk] = known;
      return value;
    });
    if (Object.keys(waits).length === 0) return of(args);
    const inPlace = (pks: Readonly<Record<string, Pk>>) =>
      replaceDeep(args, (value) => (isTemporaryKey(value) ? (pks[value] ?? value) : value));
    return forkJoin(waits).pipe(map(inPlace));
  }
}
