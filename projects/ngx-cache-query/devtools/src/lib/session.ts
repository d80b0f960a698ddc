import { CacheError } from 'ngx-cache-query';
import {
  type Cause,
  isSensitive,
  type RequestReason,
  type StoredHistory,
} from 'ngx-cache-query/extensions';
import type { Recorder } from './recorder';
import { shownFields } from './redaction';
import type { CommitRecord, QueryRecord, RequestRecord, RowRecord } from './records';
import { shortStack } from './words';

/** The format of sessions. */
export const SESSION_VERSION = 1;

/** What a commit did to a row. The fields are in the history. */
export type SessionRow = Omit<RowRecord, 'before' | 'after'>;

/** A result that a commit affected. */
export interface SessionQuery extends Pick<QueryRecord, 'name' | 'runs' | 'ms' | 'hasEmitted'> {
  /** The key of the arguments; missing for `sensitive` data. */
  readonly key?: string;
  /** The changed rows that it shows, by their positions in the commit. */
  readonly rows: readonly number[];
}

/** A commit of a session. */
export interface SessionCommit extends Pick<CommitRecord, 'id' | 'time' | 'cause'> {
  readonly rows: readonly SessionRow[];
  readonly queries: readonly SessionQuery[];
}

/** A request of a session, without its arguments. */
export interface SessionRequest extends Omit<
  RequestRecord,
  'args' | 'error' | 'key' | 'ms' | 'reason'
> {
  /** The duration in milliseconds; missing while the request is pending. */
  readonly ms?: number;
  readonly reason?: RequestReason;
  /** The key; missing for `sensitive` data. */
  readonly key?: string;
  readonly error?: {
    readonly code: string;
    readonly message?: string;
    readonly status?: number;
  };
}

/** What the devtools have recorded, as JSON: {@link CacheDevtools.exportSession}. */
export interface DevtoolsSession {
  readonly version: typeof SESSION_VERSION;
  /** The name of the cache. */
  readonly name: string;
  /** When the session was exported, in ISO format. */
  readonly date: string;
  /** The data before the first commit, and what the commits have changed. */
  readonly history: StoredHistory;
  /** The commits, oldest first. */
  readonly commits: readonly SessionCommit[];
  /** The requests, oldest first. */
  readonly requests: readonly SessionRequest[];
}

/** Returns what a recorder has recorded, without what must not leave the page. */
export function sessionOf(recorder: Recorder, name: string, now: number): DevtoolsSession {
  const { commits, redaction, requests, travel } = recorder;
  const before = (commits[0]?.id ?? Infinity) - 1;
  const history = travel.history(before, (table) => {
    const hide = redaction.of(table);
    return hide && ((fields) => shownFields(fields, hide));
  });
  const [first] = history.steps;
  return {
    version: SESSION_VERSION,
    name,
    date: new Date(now).toISOString(),
    history,
    commits: commits
      .filter(({ id }) => first && id >= first.commit)
      .map((commit) => withoutSecrets(commit, recorder)),
    requests: [...requests].map((request) => requestWithoutSecrets(request, recorder)),
  };
}

/**
 * Reads a session.
 *
 * @param file the session, or its JSON
 * @throws CacheError NCQ4006 if it is no session, or one of another version
 */
export function readSession(file: unknown): DevtoolsSession {
  let session = file as DevtoolsSession;
  try {
    if (typeof file === 'string') session = JSON.parse(file) as DevtoolsSession;
  } catch (cause) {
    throw notSession('found text that is not JSON', cause);
  }
  const { version } = session ?? {};
  if (version !== SESSION_VERSION) throw notSession(`found version ${String(version)}`);
  return session;
}

/** Error NCQ4006. */
export function notSession(found: string, cause?: unknown): CacheError {
  const message =
    `replay: expected a session of version ${SESSION_VERSION}, ${found}. Nothing has changed. Export the session again ` +
    `with exportSession() of the same version of the library.`;
  return new CacheError('NCQ4006', message, { source: 'replay', cause });
}

function withoutSecrets(
  { cause, id, queries, rows, time }: CommitRecord,
  recorder: Recorder,
): SessionCommit {
  const shown = rows.filter(({ table }) => !recorder.cache.isSensitive(table));
  return {
    id,
    time,
    cause: causeWithoutSecrets(cause, recorder),
    rows: shown.map(({ after: _, before: __, ...row }) => row),
    queries: queries.map(({ hasEmitted, key, ms, name, queryable, rows: own, runs }) => ({
      name,
      runs,
      ms,
      hasEmitted,
      ...(queryable && !isSensitive(queryable) && { key }),
      rows: own.map((row) => shown.indexOf(row)).filter((at) => at >= 0),
    })),
  };
}

function requestWithoutSecrets(
  { args: _, error, key, ms, reason, ...shown }: RequestRecord,
  recorder: Recorder,
): SessionRequest {
  const isSecret = recorder.isSensitive(shown.endpoint);
  return {
    ...shown,
    ...(!isSecret && { key }),
    ...(ms !== undefined && { ms }),
    ...(reason && { reason: reasonWithoutSecrets(reason, recorder) }),
    ...(error && {
      error: {
        code: error.code,
        ...(error.status !== undefined && { status: error.status }),
        // The message contains the URL.
        ...(!isSecret && { message: error.message }),
      },
    }),
  };
}

function reasonWithoutSecrets(
  { cause, ...reason }: RequestReason,
  recorder: Recorder,
): RequestReason {
  return { ...reason, ...(cause && { cause: causeWithoutSecrets(cause, recorder) }) };
}

/** Of the stack, only the place of the call stays. */
function causeWithoutSecrets({ key, stack, ...cause }: Cause, recorder: Recorder): Cause {
  const place = stack && shortStack(stack);
  return {
    ...cause,
    ...(key !== undefined && !recorder.isSensitive(cause.endpoint!) && { key }),
    ...(place && { stack: place }),
  };
}
