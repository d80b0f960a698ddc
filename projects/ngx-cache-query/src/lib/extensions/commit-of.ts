import type { CommitCause } from '../store/cause';
import type { Change, ChangeSet } from '../store/change-set';
import type { Fields } from '../util/plain-data';
import { sameItems } from '../util/equality';
import { type Cause, CHANGE_SET, type Commit, type RowChange } from './cache-extension';
import { tableInfo } from './cache-handle';
import type { RequestNumbers } from './request-log';

/**
 * Returns a commit in the form that extensions receive. Returns `undefined` if the commit contains no change that is
 * reported to extensions.
 */
export function commitOf(
  changes: ChangeSet,
  id: number,
  numbers: RequestNumbers,
): Commit | undefined {
  const knowledge = changes.knowledge.filter((table) => table.isEntities);
  if (knowledge.length === 0 && !changes.rows.some(isMeant)) return undefined;
  return {
    id,
    changes: changes.rows.filter((each) => each.table.isEntities && isMeant(each)).map(rowChange),
    knowledge: knowledge.map(tableInfo),
    causes: (changes.causes ?? [undefined]).map((cause) => causeOf(cause, numbers)),
    [CHANGE_SET]: changes,
  };
}

/**
 * Whether a change is reported to extensions. Changes that only track requests in flight are not reported, because
 * `onRequest` reports the beginning and the end of each request.
 */
export function isMeant({ after, before, from, table, to }: Change): boolean {
  if (table.isEntities) return before !== after || from !== to;
  return !sameItems(stateOf(before), stateOf(after));
}

/** Returns the fields of a response or a request record. Omits the fields that only track requests in flight. */
function stateOf({ expired = false, failure, fetchedAt, value }: Fields = {}): unknown[] {
  return [value, fetchedAt, expired, failure];
}

function rowChange({ after, before, pk, table }: Change): RowChange {
  return { table: table.name, pk: String(pk), before, after };
}

function causeOf(cause: CommitCause | undefined, numbers: RequestNumbers): Cause {
  if (cause === undefined) return { kind: 'write' };
  const { kind, request } = cause;
  return { kind, ...(request && numbers.get(request)) };
}
