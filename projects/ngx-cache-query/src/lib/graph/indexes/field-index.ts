import type { FieldKey } from '../../schema/entity/field-key';
import type { Pk } from '../../schema/entity/pk';
import type { Change } from '../../store/change-set';
import { type Fields, ownField } from '../../util/plain-data';
import type { Table } from '../../store/table';
import { RowChangeFeed, type RowMarker, type Source } from '../source';

/** The rows that have equal values in the fields of an index. */
export class Bucket extends RowChangeFeed {
  readonly pks = new Set<Pk>();
  /** Sweeps up to and including this number keep the bucket, because it was read. */
  readAt = -1;

  constructor(private readonly table: Table) {
    super();
  }

  /** The key of the first row in insertion order. */
  get first(): Pk | undefined {
    const { index } = this.table;
    let first: Pk | undefined;
    for (const pk of this.pks)
      if (first === undefined || index.get(pk)! < index.get(first)!) first = pk;
    return first;
  }

  get size(): number {
    return this.pks.size;
  }

  has(pk: Pk): boolean {
    return this.pks.has(pk);
  }

  keys(): Iterable<Pk> {
    return this.pks;
  }

  positionOf(_pk: Pk, slot: number): number {
    return this.table.insertionOrders[slot];
  }

  override markRead(sweep: number): void {
    this.readAt = sweep;
  }

  override markRows(marker: RowMarker): void {
    for (const pk of this.pks) marker.row(this.table, pk);
  }
}

/**
 * Finds the rows of a table by the values of one or more fields. Each bucket is a source, so that a result can depend
 * on a single bucket.
 */
export class FieldIndex {
  /** The number of incremental results that use the index. */
  users = 0;
  readonly #buckets = new Map<unknown, Bucket>();

  constructor(
    readonly key: FieldKey,
    private readonly table: Table,
  ) {
    for (const [pk, slot] of table.index) this.#bucketOf(table.records[slot]!).pks.add(pk);
  }

  /** Returns the bucket of an index key. Creates the bucket if it does not exist yet. */
  bucket(key: unknown): Bucket {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, (bucket = new Bucket(this.table)));
    return bucket;
  }

  /** Returns the bucket with the rows that have `values` in the fields of the index. */
  of(values: Fields): Bucket {
    return this.bucket(this.key.ofWanted(values));
  }

  /** Moves a changed row to the bucket for its new values. Adds the old bucket and the new bucket to `touched`. */
  move({ pk, before, after }: Change, touched: Set<Source>): void {
    const to = after && this.#bucketOf(after);
    const stays = before !== undefined && after !== undefined && this.#agree(before, after);
    const from = stays ? to : before && this.#bucketOf(before);
    if (from !== to) {
      if (from !== undefined) {
        from.pks.delete(pk);
        touchBucket(from, pk, touched);
      }
      to?.pks.add(pk);
    }
    if (to !== undefined) touchBucket(to, pk, touched);
  }

  /**
   * Adds the bucket of a row to `touched`. Called when the instance of the row has changed, although the record of the
   * row has not.
   */
  touch(pk: Pk, row: Fields | undefined, touched: Set<Source>): void {
    if (row !== undefined) touchBucket(this.#bucketOf(row), pk, touched);
  }

  /** Drops the empty buckets that have no subscribers and have not been read since the previous sweep began. */
  sweep(sweep: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (bucket.pks.size > 0 || bucket.isWatched || bucket.readAt >= sweep) continue;
      this.#buckets.delete(key);
    }
  }

  /** Whether two rows have identical values in the fields of the index. */
  #agree(a: Fields, b: Fields): boolean {
    for (const name of this.key.fields) {
      if (!Object.is(ownField(a, name), ownField(b, name))) return false;
    }
    return true;
  }

  #bucketOf(row: Fields): Bucket {
    return this.bucket(this.key.ofRow(row));
  }
}

function touchBucket(bucket: Bucket, pk: Pk, touched: Set<Source>): void {
  bucket.noteChange(pk);
  if (touched.has(bucket)) return;
  bucket.version++;
  touched.add(bucket);
}
