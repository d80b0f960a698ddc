import type { CacheError, Queryable } from 'ngx-cache-query';
import type {
  AffectedQuery,
  Cause,
  RequestReason,
  RowChange,
  StoredFields,
} from 'ngx-cache-query/extensions';
import { type Hide, shownFields } from './redaction';

/** Why a commit was made. */
export interface RecordedCause extends Cause {
  /** Whether the devtools have made it: an edit, or an action. */
  readonly byDevtools?: boolean;
}

/** What a commit did to a row. */
export interface RowRecord {
  readonly table: string;
  readonly pk: string;
  /** The temporary id by which earlier commits name the row, if it was created optimistically. */
  readonly temporaryPk?: string;
  readonly kind: 'added' | 'changed' | 'removed' | 'moved';
  /** The names of the fields that the commit changed. */
  readonly fields: readonly string[];
  /** The row before the commit, without what must not be seen; `undefined` if there was none. */
  readonly before: StoredFields | undefined;
  /** The row after the commit, without what must not be seen; `undefined` if there is none. */
  readonly after: StoredFields | undefined;
}

/** A result that a commit affected. */
export interface QueryRecord extends Omit<AffectedQuery, 'queryable' | 'rows'> {
  /** The name of the query. */
  readonly name: string;
  /** What is read; `undefined` in a session that was recorded. */
  readonly queryable: Queryable | undefined;
  /** The changed rows that it shows. */
  readonly rows: readonly RowRecord[];
}

/** A commit. */
export interface CommitRecord {
  /** The number of the commit within its cache. */
  readonly id: number;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly cause: RecordedCause;
  readonly rows: readonly RowRecord[];
  readonly queries: readonly QueryRecord[];
}

/** A commit that has affected a query. */
export interface QueryRun extends Omit<QueryRecord, 'queryable' | 'args' | 'key' | 'name'> {
  readonly commit: CommitRecord;
}

/** A request, and how it has gone so far. */
export interface RequestRecord {
  /** The number of the request within its cache. */
  readonly id: number;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. */
  readonly key: string;
  readonly args: readonly unknown[];
  readonly isMutation: boolean;
  readonly state: 'pending' | 'success' | 'error' | 'aborted';
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** The duration in milliseconds; `undefined` while the request is pending. */
  readonly ms: number | undefined;
  readonly error: CacheError | undefined;
  /** Why a read was sent; `undefined` for mutations, and in production builds. */
  readonly reason: RequestReason | undefined;
  /** How often it was sent: once, and once for each retry and each page. */
  readonly attempts: number;
}

/** A result that a commit affected. What the commit did to it is known later. */
export class AffectedRecord implements QueryRecord {
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  readonly key: string;

  constructor(
    private readonly query: AffectedQuery,
    readonly name: string,
    readonly rows: readonly RowRecord[],
  ) {
    this.queryable = query.queryable;
    this.args = query.args;
    this.key = query.key;
  }

  get runs(): number {
    return this.query.runs;
  }

  get ms(): number {
    return this.query.ms;
  }

  get hasEmitted(): boolean {
    return this.query.hasEmitted;
  }
}

/** Returns what a commit did to a row, without what must not be seen. */
export function recordOf(
  { after, before, pk, table, temporaryPk }: RowChange,
  hide: Hide | undefined,
): RowRecord {
  const fields = fieldsThatDiffer(before ?? {}, after ?? {});
  let kind: RowRecord['kind'] = fields.length > 0 ? 'changed' : 'moved';
  if (!before) kind = 'added';
  else if (!after) kind = 'removed';
  return {
    table,
    pk,
    ...(temporaryPk && { temporaryPk }),
    kind,
    fields,
    before: before && shownFields(before, hide),
    after: after && shownFields(after, hide),
  };
}

function fieldsThatDiffer(before: StoredFields, after: StoredFields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}
