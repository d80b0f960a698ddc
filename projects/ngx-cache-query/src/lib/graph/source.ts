import { BehaviorSubject } from 'rxjs';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';

/** Marks rows and responses that are in use, so that a collection cycle does not evict them. */
export interface RowMarker {
  row(table: Table, pk: Pk): void;
  /** Marks every row of a table. */
  all(table: Table): void;
  /** Marks the response and the request record that have this key. */
  response(key: string): void;
}

/**
 * Anything that a computation can depend on. This interface provides the version of a source and a stream of its
 * versions, but not its value.
 */
export interface Source {
  /** Increases with each commit that may have changed the data of the source. */
  readonly version: number;
  /** Returns the stream of versions. The stream exists only while it has subscribers. */
  watch(): BehaviorSubject<number>;
  /** Drops the stream if it has no more subscribers. Must be called after unsubscribing from the stream. */
  unwatch(): void;
  /** Emits the current version to the subscribers of the stream. */
  bump(): void;
  /** Records a read of the source, so that the sweep with the number `sweep` does not drop the source. */
  markRead(sweep: number): void;
  /** Marks the rows on which the source depends. */
  markRows(marker: RowMarker): void;
}

/** Implements a source that depends on no rows. All other sources extend this class. */
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
    // A sweep never drops this source, so nothing has to be recorded.
  }

  markRows(_marker: RowMarker): void {
    // The source depends on no rows, so nothing has to be marked.
  }
}

/** A source that depends on a set of rows, and also reports which of these rows changed. */
export abstract class RowChangeFeed extends VersionSource {
  /** The sets that receive the keys of changed rows. */
  collectors: Set<Set<Pk>> | undefined;

  abstract readonly size: number;
  /** Whether a row is in the set. */
  abstract has(pk: Pk): boolean;
  abstract keys(): Iterable<Pk>;

  /** Returns the number by which a row is sorted. This is the insertion order of the row, or its position in a list. */
  abstract positionOf(pk: Pk, slot: number): number;

  /**
   * Reports that a row was added, removed or changed, or that the instance of the row changed through its relations.
   */
  noteChange(pk: Pk): void {
    if (this.collectors === undefined) return;
    for (const changed of this.collectors) changed.add(pk);
  }
}
