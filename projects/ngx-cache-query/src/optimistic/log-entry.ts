import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Edit, RecordEdit } from '../store/edit-log';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import type { Patch } from './patch';

/** A change of one row: an operation, or an edit of a list. */
export interface LoggedChange {
  readonly row: Row;
  readonly plan: Plan;
  readonly put: Fields | undefined;
  readonly edit?: RecordEdit;
  /** Whether it creates the row, although an earlier mutation in flight shows it already. */
  readonly creates?: boolean;
  /** The arguments of lists that an answer changes. */
  readonly moving?: Set<string> | undefined;
}

/** Returns the edits of lists as changes. */
export function editsOfRows(edits: readonly Edit[] = []): LoggedChange[] {
  return edits.map(({ row, edit }) => ({ row, plan: row.plan, put: {}, edit }));
}

/** A mutation in flight, or one whose answer waits for the answers of earlier mutations. */
export class LogEntry {
  patches = new Map<Row, Patch>();
  /** The position of the answer in the write order; `undefined` while the mutation is in flight. */
  answeredAt: number | undefined;
  isSent = false;
  /** The optimistic response. */
  input: Input | undefined;
  /** Shows the optimistic response again, if it depends on what lies under it. */
  replay: (() => void) | undefined;
  /** The patches before the response was computed again. */
  before: ReadonlyMap<Row, Patch> | undefined;
  readonly #written = new Map<Table, Map<Pk, Fields | null>>();

  /**
   * @param since the position in the write order at which the mutation began
   * @param request identifies the request of a mutation
   */
  constructor(
    readonly since: number,
    readonly request?: object,
  ) {}

  /**
   * Returns what the application has written to rows of the mutation; `null` for those that it has deleted. They are
   * found by their keys, because a deleted row is another object when it is shown again.
   */
  writtenIn(table: Table): Map<Pk, Fields | null> {
    return getOrInsert(this.#written, table, () => new Map<Pk, Fields | null>());
  }
}

/** Whether a mutation in flight has an optimistic response that is computed from what lies under it. */
export function canReplay({ answeredAt, replay }: LogEntry): boolean {
  return answeredAt === undefined && replay !== undefined;
}
