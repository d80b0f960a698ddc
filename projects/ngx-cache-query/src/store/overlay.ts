import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Input, Operation } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import type { RecordEdit } from './edit-log';
import type { KeyRenaming } from './key-renaming';
import type { Store } from './store';

/** The changes of mutations in flight, which lie over what the server is known to have. */
export interface Overlay {
  readonly isBusy: boolean;
  /** What the server is known to have of a row. */
  known(row: Row): Pick<Row, 'data' | 'order'>;
  /** What the server has answered of a row, also if earlier mutations are not answered yet. */
  confirmed(row: Row): Fields | undefined;
  /** Writes to a row under its pending changes. Returns `false` if it has none. */
  write(row: Row, operation: Operation, order: number, incoming: Fields | undefined): boolean;
  /** Edits a row after answers that wait for earlier ones. Returns `false` if there are none. */
  append(row: Row, edit: RecordEdit, order: number): boolean;
  /** Replaces a row under its pending changes. Returns `false` if it has none. */
  replace(row: Row, record: Fields | undefined, order: number): boolean;
  /** Moves the pending changes of a row to another row. */
  rename(from: Row, to: Row): void;
  /** Replaces the references to a row that has another key. */
  rewrite(renaming: KeyRenaming): void;
  /** Whether an answered mutation has deleted a row after a position in the write order. */
  isDeletedAfter(row: Row, order: number): boolean;
  /** Returns the records of the changes, and what lies under them. */
  records(): Iterable<readonly [Row, Fields]>;
  /** Called when an input was written. */
  arrived(input: Input): void;
  /** Called when all operations of an input were applied. */
  applied(): void;
  clear(): void;
}

/** Returns what the server has answered of a row, also if earlier mutations are not answered yet. */
export function confirmedRecord({ overlay }: Store, table: Table, pk: Pk): Fields | undefined {
  const entry = table.main.index.get(pk);
  return typeof entry === 'object' && overlay ? overlay.confirmed(entry) : table.main.record(pk);
}
