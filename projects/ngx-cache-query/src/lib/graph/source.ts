import { BehaviorSubject } from 'rxjs';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';

/** Takes what something stands for, so that it is not released. */
export interface RowMarker {
  row(table: Table, pk: Pk): void;
  /** Every row of a table. */
  all(table: Table): void;
  /** The response, and what is known of the request, with that key. */
  response(key: string): void;
}

/** Something that a computation can depend on: a stream of versions, without values. */
export interface Source {
  /** Grows with each commit that may have changed it. */
  readonly version: number;
  /** The stream; it exists while somebody watches. */
  watch(): BehaviorSubject<number>;
  /** Called by who stopped watching. */
  unwatch(): void;
  /** Tells the stream, if there is one, that there is something new. */
  bump(): void;
  /** Keeps it through a sweep, as if it had been read during it. */
  markRead(sweep: number): void;
  /** Names the rows that it stands for. */
  markRows(retainer: RowMarker): void;
}

/** A source that is nothing else. */
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
    // There is nothing that a sweep could take.
  }

  markRows(_retainer: RowMarker): void {
    // It stands for no rows.
  }
}

/** A source that also says which rows changed, to who follows them. */
export abstract class RowChangeFeed extends VersionSource {
  #collectors: Set<Set<Pk>> | undefined;

  /** How many rows it is about. */
  abstract readonly size: number;
  /** Whether it is about a row that is there. */
  abstract has(pk: Pk): boolean;
  /** The keys of the rows that it is about. */
  abstract keys(): Iterable<Pk>;

  /** What decides the place of a row among others: when it arrived, or where it stands in a list. */
  abstract positionOf(pk: Pk, slot: number): number;

  /** From now on the keys of rows that changed are put into `changed`. */
  collectInto(changed: Set<Pk>): void {
    (this.#collectors ??= new Set()).add(changed);
  }

  stopCollecting(changed: Set<Pk>): void {
    this.#collectors?.delete(changed);
    if (this.#collectors?.size === 0) this.#collectors = undefined;
  }

  /** Notes that a row came, went or changed, also through what it shows. */
  noteChange(pk: Pk): void {
    if (this.#collectors === undefined) return;
    for (const changed of this.#collectors) changed.add(pk);
  }
}
