import { type Bucket, indexOver } from '../reactive/field-index';
import type { Row } from '../reactive/row';
import type { Feed, Table } from '../reactive/table';
import { isComplete } from '../reactive/type-list';
import type { Tables } from '../reactive/tables';
import type { EntityClass } from '../schema/schema';
import type { Pk } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { probe } from './probe';
import { Member } from './sorted';
import type { Changes, Test } from './step';

/** So many changes, and one for each row, may wait until a signal is read. */
const MANY = 1_000;

/** What belongs to a view that is maintained. */
export interface LiveView {
  readonly tables: Tables;
  /**
   * Called when rows change.
   *
   * @param isTooMuch whether to begin anew, because nothing has read the view for many changes
   */
  readonly outdated: (isTooMuch?: boolean) => void;
  /** End the sources. */
  readonly ends: (() => void)[];
}

/**
 * Opens the rows of one or more classes as a source.
 *
 * @param tests the first steps of the view. An instance is created only for a row that passes
 * @param wanted the values that the fields of a row must have, if an index can find the rows
 * @returns a function that passes the changes since the last call to the sink, or all rows the first time. It returns
 * whether the rows are known
 */
export function rowSource(
  live: LiveView,
  types: readonly EntityClass[],
  sink: Changes,
  tests: readonly Test[] = [],
  wanted?: Fields,
): () => boolean {
  const tables = types.map((type) => live.tables.for(type));
  const settles = tables.map((table, i) => {
    // Rows of several classes have the same arrival number if the classes share a key.
    const rank = i / types.length;
    return tableSource(live, table, rank, sink, tests, wanted && bucketOf(table, wanted));
  });
  return () => {
    for (const settle of settles) settle();
    return isComplete(tables);
  };
}

/** Opens the rows of a table, or of a bucket of an index. */
function tableSource(
  { outdated, ends }: LiveView,
  table: Table,
  rank: number,
  sink: Changes,
  tests: readonly Test[],
  bucket: Bucket | undefined,
): () => void {
  const { feeds } = bucket ?? table;
  /** The rows to pass: first all of them, and then those that have changed. */
  let rows: ReadonlyMap<Pk, Row | number> = bucket?.rows ?? table.index;
  /** By key: a row that was deleted and came back is another row. */
  const changed = new Map<Pk, Row>();
  const members = new Map<Pk, Member>();
  const show = probe(table);

  // The bucket has decided the first test.
  const rest = bucket ? tests.slice(1) : tests;

  const passes = (pk: Pk, data: Fields): boolean => {
    if (bucket?.rows.has(pk) === false) return false;
    if (rest.length === 0) return true;
    const item = show(pk, data);
    for (let i = 0; i < rest.length; i++) if (!rest[i](item)) return false;
    return true;
  };

  /** Updates the member of a row. A record that does not pass the tests stays only a record. */
  const update = (known: Row | number, pk: Pk): void => {
    const isRow = typeof known === 'object';
    // With another key, the row has left this one, or this is another name of it.
    const own = isRow && known.pk === pk ? known.data : undefined;
    const data = isRow ? own : (table.rows[known] as Fields | undefined);
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
    rowChanged: (row) => {
      changed.set(row.pk, row);
      outdated(changed.size > table.size + MANY);
    },
    regroup: outdated,
  };
  feeds.add(feed);
  ends.push(() => feeds.delete(feed));
  return () => {
    rows.forEach(update);
    changed.clear();
    rows = changed;
  };
}

/** Returns the bucket of an index, if the fields have the same values in a row and in its instance. */
function bucketOf(table: Table, wanted: Fields): Bucket | undefined {
  const { members, ownFromJS, type } = table.plan;
  const names = Object.keys(wanted);
  const isStored = (name: string) =>
    !members.has(name) && (type.schema[name] === undefined || isEntityClass(type.schema[name]));
  if (names.length === 0 || ownFromJS || !names.every(isStored)) return undefined;
  return indexOver(table, names, true)!.bucketOf(wanted);
}
