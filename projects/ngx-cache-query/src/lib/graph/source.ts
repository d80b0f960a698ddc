import { BehaviorSubject } from 'rxjs';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';

/** Marks rows and responses that are in use, so that a collection cycle does not evict them. */
export interface RowMarker {
  /** Marks a row. */
  row(table: Table, pk: Pk): void;
  /** Marks every row of a table. */
  all(table: Table): void;
  /** Marks the response, and the request record, with that key. */
  response(key: string): void;
}

/** Something that a computation can depend on: a version, and a stream of it. It carries no value. */
export interface Source {
  /** Grows with each commit that may have changed what the source stands for. */
  readonly version: number;
  /** Returns the stream of versions. It exists while it has subscribers. */
  watch(): BehaviorSubject<number>;
  /** Must be called after unsubscribing from the stream; drops it if no subscribers are left. */
  unwatch(): void;
  /** Emits the current version on the stream, if there is one. */
  bump(): void;
  /** Protects the source from a sweep, as a read during that sweep would. */
  markRead(sweep: number): void;
  /** Marks the rows that the source stands for. */
  markRows(marker: RowMarker): void;
}

/** A version with its stream, and the base of all other sources. */
export class VersionSource implements Source {
  version = 0;
  #versions: BehaviorSubject<number> | undefined;

  watch(): BehaviorSubject<number> {
    return (this.#versions ??= new BehaviorSubject(this.version));
  }

  unwatch(): void {
    if (this.#versions?.observed === false) this.#versions = undefined;
  }

  get isWatched(): boolean {
    return this.#versions !== undefined;
  }

  bump(): void {
    this.#versions?.next(this.version);
  }

  markRead(_sweep: number): void {
    // A sweep drops nothing here.
  }

  markRows(_marker: RowMarker): void {
    // The source stands for no rows.
  }
}

/** A source that stands for a set of rows, and also reports which of them changed. */
export abstract class RowChangeFeed extends VersionSource {
  #collectors: Set<Set<Pk>> | undefined;

  /** The number of rows. */
  abstract readonly size: number;
  /** Whether a row is in the set. */
  abstract has(pk: Pk): boolean;
  /** The keys of the rows. */
  abstract keys(): Iterable<Pk>;

  /** A number that sorts the rows: the insertion order of a row, or its place in a list. */
  abstract positionOf(pk: Pk, slot: number): number;

  /** Adds the keys of changed rows to `changed`, until {@link stopCollecting} is called with the same set. */
  collectInto(changed: Set<Pk>): void {
    (this.#collectors ??= new Set()).add(changed);
  }

  stopCollecting(changed: Set<Pk>): void {
    this.#collectors?.delete(changed);
    if (this.#collectors?.size === 0) this.#collectors = undefined;
  }

  /** Reports that a row was added, removed or changed, or that its instance changed through its relations. */
  noteChange(pk: Pk): void {
    if (this.#collectors === undefined) return;
    for (const changed of this.#collectors) changed.add(pk);
  }
}
