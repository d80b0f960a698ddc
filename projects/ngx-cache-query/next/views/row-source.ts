import type { Bucket } from '../reactive/field-index';
import type { Row } from '../reactive/row';
import type { Feed, Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { probe } from './probe';
import { Member } from './sorted';
import type { Changes, Test } from './step';

/** The rows of a class, or of a bucket of an index. */
export interface Source {
  /** Passes the changes since the last call; the first time, all rows. */
  settle(): void;
  end(): void;
}

/**
 * Passes rows to a sink.
 *
 * @param rank orders rows of several classes that have the same arrival number, because the classes share a key; from 0
 * to less than 1
 * @param outdated called when rows change
 * @param tests the first steps of the view. An instance is created only for a row that passes
 */
export function rowSource(
  table: Table,
  rank: number,
  sink: Changes,
  outdated: () => void,
  tests: readonly Test[] = [],
  bucket?: Bucket,
): Source {
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
    let after: Member | undefined;
    if (data && passes(pk, data)) {
      const row = isRow ? known : table.row(pk);
      after = new Member(sink.isBlind ? undefined : row.read(), row.arrival + rank);
      members.set(pk, after);
    } else members.delete(pk);
    if (before || after) sink.change(before, after);
  };

  const feed: Feed = {
    add: (row) => {
      changed.set(row.pk, row);
      outdated();
    },
    regroup: outdated,
  };
  feeds.add(feed);
  return {
    settle: () => {
      rows.forEach(update);
      changed.clear();
      rows = changed;
    },
    end: () => feeds.delete(feed),
  };
}
