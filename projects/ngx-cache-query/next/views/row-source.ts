import type { Bucket } from '../reactive/field-index';
import type { Row } from '../reactive/row';
import type { Feed, Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { probe } from './probe';
import { Member } from './sorted';
import type { Changes, Test } from './step';

/** The rows of a class, or of a bucket of an index. */
interface Source {
  readonly table: Table;
  readonly bucket: Bucket | undefined;
  /**
   * Orders rows of several classes that have the same arrival number, because the classes share a key; from 0 to less
   * than 1.
   */
  readonly rank: number;
}

/**
 * Passes rows to a sink.
 *
 * @param outdated called when rows change
 * @param ends receives a function that ends this
 * @param tests the first steps of the view. An instance is created only for a row that passes
 * @returns a function that passes the changes since the last call, or all rows the first time. It returns whether the
 * rows are known
 */
export function rowSource(
  { table, bucket, rank }: Source,
  sink: Changes,
  outdated: () => void,
  ends: (() => void)[],
  tests: readonly Test[] = [],
): () => boolean {
  const { feeds } = bucket ?? table;
  /** The rows to pass: first all of them, and then those that have changed. */
  let rows: ReadonlyMap<Pk, Row | number> = bucket?.rows ?? table.index;
  /** By key: a row that was deleted and came back is another row. */
  const changed = new Map<Pk, Row>();
  const members = new Map<Pk, Member>();
  const show = probe(table);

  const passes = (pk: Pk, data: Fields): boolean => {
    if (tests.length === 0) return true;
    const item = show(pk, data);
    for (let i = 0; i < tests.length; i++) if (!tests[i](item)) return false;
    return true;
  };

  /** Updates the member of a row. A record that does not pass the tests stays only a record. */
  const update = (known: Row | number, pk: Pk): void => {
    const isRow = typeof known === 'object';
    if (isRow && known.pk !== pk) return; // Another name of the row.
    const data = isRow ? known.data : (table.rows[table.place(known)] as Fields | undefined);
    const before = members.get(pk);
    if (data && passes(pk, data)) {
      const row = isRow ? known : table.row(pk);
      const item = sink.isBlind ? undefined : row.read();
      const after = new Member(item, row.arrival + rank);
      members.set(pk, after);
      sink.change(before, after);
    } else if (before && members.delete(pk)) sink.change(before, undefined);
  };

  const feed: Feed = {
    add: (row) => {
      changed.set(row.pk, row);
      outdated();
    },
    regroup: outdated,
  };
  feeds.add(feed);
  ends.push(() => feeds.delete(feed));
  return () => {
    rows.forEach(update);
    changed.clear();
    rows = changed;
    return table.isKnown;
  };
}
