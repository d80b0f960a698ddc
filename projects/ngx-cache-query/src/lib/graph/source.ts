import { BehaviorSubject } from 'rxjs';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';

/** Marks the rows and responses in use, so that a collection cycle does not evict them. */
export interface RowMarker {
  row(table: Table, pk: Pk): void;
  /** Marks every row of a table. */
  all(table: Table): void;
  /** Marks the response and the request record with the given key. */
  response(key: string): void;
}

/** Something that a computation can depend on. A source has a version and a stream of versions, but no value. */
export interface Source {
  /** Grows with each commit that may have changed the data that the source represents. */
  readonly version: number;
  /** Returns the stream of versions. The stream exists while it has subscribers. */
  watch(): BehaviorSubject<number>;
  /** Drops the stream if it has no subscribers left. Must be called after unsubscribing from the stream. */
  unwatch(): void;
  /** Emits the current version to the subscribers of the stream. */
  bump(): void;
  /** Protects the source from `sweep`, as if it had been read during that sweep. */
  markRead(sweep: number): void;
  /** Marks the rows that the source represents. */
  markRows(marker: RowMarker): void;
}

/** A source that consists only of its version, and the base class of all other sources. */
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
    // A sweep never drops this source, so there is nothing to record.
  }

  markRows(_marker: RowMarker): void {
    // The source represents no rows, so there is nothing to mark.
  }
}

/** A source that represents a set of rows, and also reports which of these rows changed. */
export abstract class RowChangeFeed extends VersionSource {
  /** Sets to which the keys of changed rows are added. */
  collectors: Set<Set<Pk>> | undefined;

  abstract readonly size: number;
  /** Whether a row is in the set. */
  abstract has(pk: Pk): boolean;
  abstract keys(): Iterable<Pk>;

  /** Returns a number by which the rows are sorted: the insertion order of the row, or its place in a list. */
  abstract positionOf(pk: Pk, slot: number): number;

  /**
   * Reports that a row was added, removed or changed, or that the instance of the row changed through its relations.
   */
  noteChange(pk: Pk): void {
    if (this.collectors === undefined) return;
    for (const changed of this.collectors) changed.add(pk);
  }
}
