import type { Queryable } from 'ngx-cache-query';
import type {
  PendingRow,
  QueryInfo,
  ResponseState,
  StoredFields,
  StoredRow,
} from 'ngx-cache-query/extensions';
import type { FieldAnswer } from './devtools-source';
import { originIn, type Origin } from './origins';
import type { Recorder } from './recorder';
import type { CommitRecord, QueryRun, RequestRecord } from './records';
import { type Hide, shownFields } from './redaction';
import {
  argsInWords,
  clockTime,
  inWords,
  originInWords,
  reasonInWords,
  runInWords,
  stateInWords,
} from './words';

/** Why a query ran or emitted. */
export interface QueryAnswer {
  /** The results that the cache stores for the query: one for each key. */
  readonly results: readonly QueryInfo[];
  /** The recorded commits that have affected them, newest first. */
  readonly runs: readonly QueryRun[];
  /** The answer for the newest of them, as a sentence. */
  readonly text: string;
}

/** Why a request was sent, or would not be sent. */
export interface RequestAnswer {
  /** The recorded requests, newest first. */
  readonly requests: readonly RequestRecord[];
  /** The stored response; `undefined` if there is none. */
  readonly state: ResponseState | undefined;
  /** Why the newest request was sent, and whether one would be sent now, in sentences. */
  readonly text: string;
}

/** Answers why a query ran and emitted. @see CacheDevtools.whyQuery */
export function queryAnswer(
  { cache, names }: Recorder,
  commits: readonly CommitRecord[],
  queryable: Queryable,
  args: readonly unknown[],
): QueryAnswer {
  const key = args.length > 0 ? cache.keyOf(queryable, ...args) : undefined;
  const isAsked = (each: { readonly queryable: unknown; readonly key: string }) =>
    each.queryable === queryable && (key === undefined || each.key === key);
  const results = cache.queries().filter(isAsked);
  const runs = commits.flatMap((commit) =>
    commit.queries.filter(isAsked).map(({ hasEmitted, ms, rows, runs: count }): QueryRun => {
      return { commit, hasEmitted, ms, rows, runs: count };
    }),
  );
  const name = `${names.of(queryable)}${args.length > 0 ? argsInWords(args) : ''}`;
  return { results, runs, text: runInWords(name, runs[0]) };
}

/** Answers why the endpoint with a key was requested, or not. @see CacheDevtools.whyKey */
export function requestAnswer(
  { cache }: Recorder,
  all: readonly RequestRecord[],
  key: string,
  endpoint: string | undefined,
): RequestAnswer {
  const isAsked = (each: { endpoint: string; key: string }) =>
    each.key === key && (endpoint === undefined || each.endpoint === endpoint);
  const requests = all.filter(isAsked);
  const responses = cache.responses();
  const state = responses.find(isAsked);
  const [last] = requests;
  if (!state && !last) {
    const known = new Set([...responses, ...all].map((each) => each.key));
    const some = [...known].slice(0, 10).map(inWords).join(', ');
    const hint =
      some && ` No request with the key ${inWords(key)} is recorded, but those with ${some}.`;
    return { requests, state, text: `${stateInWords(undefined)}${hint}` };
  }
  const now = last?.isMutation
    ? `Request ${last.id} is a mutation, which is sent when the application calls it: ${last.state}.`
    : stateInWords(state, last?.state === 'pending' ? last : undefined);
  const sent = last?.reason
    ? `Request ${last.id} was sent at ${clockTime(last.startedAt)}. ${reasonInWords(last.reason)} `
    : '';
  return { requests, state, text: `${sent}${now}` };
}

/** Answers where the values of a row come from, at the time that is shown. */
export class RowAnswers {
  readonly #row: StoredRow | undefined;
  readonly #hide: Hide | undefined;
  readonly #pending: PendingRow | undefined;

  constructor(
    private readonly recorder: Recorder,
    private readonly table: string,
    private readonly pk: string,
  ) {
    const { cache, redaction, travel } = recorder;
    this.#row = travel.contents.row(table, pk);
    this.#hide = redaction.of(table);
    const isPresent = travel.at === undefined;
    this.#pending = isPresent ? shownPending(cache.pending(table, pk), this.#hide) : undefined;
  }

  all(): FieldAnswer[] {
    return Object.keys(this.#row?.fields ?? {}).map((field) => this.of(field));
  }

  of(field: string): FieldAnswer {
    const row = this.#row;
    const hide = this.#hide;
    const pending = this.#pending;
    const stored = row?.fields[field];
    const value = hide ? hide(field, stored) : stored;
    const origin = row && this.#originOf(field);
    const own = pending?.changes.filter(({ fields }) => fields && field in fields).at(-1);
    const isShown = own && !own.isAnswered;
    const under = inWords(pending?.server?.[field]);
    const over = isShown ? ` Request ${own.request} is in flight. The server has ${under}.` : '';
    const text = row
      ? `${inWords(value)} ${originInWords(origin)}.${over}`
      : 'The cache does not contain the row.';
    return { field, value, isHidden: !Object.is(value, stored), origin, pending, text };
  }

  /** In the past, the last recorded commit until then. */
  #originOf(field: string): Origin | undefined {
    const { pk, recorder, table } = this;
    const { commits, origins, travel } = recorder;
    const { at = Infinity } = travel;
    const newest = origins.of(table, pk, field);
    return newest && newest.commit <= at ? newest : originIn(commits, { table, pk, field }, at);
  }
}

function shownPending(
  pending: PendingRow | undefined,
  hide: Hide | undefined,
): PendingRow | undefined {
  if (!pending) return undefined;
  const shown = (fields: StoredFields | undefined) => fields && shownFields(fields, hide);
  return {
    server: shown(pending.server),
    changes: pending.changes.map((change) => ({ ...change, fields: shown(change.fields) })),
  };
}
