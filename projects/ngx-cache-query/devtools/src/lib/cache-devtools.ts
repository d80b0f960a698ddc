import { computed, inject, Injectable, InjectionToken, type Signal } from '@angular/core';
import {
  type AnyEndpoint,
  CLOCK,
  type Entity,
  type EntityClass,
  type Queryable,
  ɵtableNameOf as tableNameOf,
} from 'ngx-cache-query';
import type {
  CacheTimer,
  PendingRow,
  QueryInfo,
  ResponseState,
  RowUses,
  StoredFields,
  TableInfo,
} from 'ngx-cache-query/extensions';
import type { DevtoolsOptions } from './devtools-options';
import type { Origin } from './origins';
import { argsInWords, inWords, nameOf } from './query-name';
import { Recorder } from './recorder';
import type { CommitRecord, QueryRecord, RequestRecord } from './records';
import { causeInWords, clockTime, reasonInWords, stateInWords } from './words';

declare const ngDevMode: unknown;

/** The options of the devtools of a cache. */
export const DEVTOOLS_OPTIONS = new InjectionToken<DevtoolsOptions>('CACHE_DEVTOOLS_OPTIONS', {
  factory: () => ({}),
});

/** Where the value of a field comes from. */
export interface FieldAnswer {
  readonly field: string;
  /** The value as it is stored, with keys in place of relations. */
  readonly value: unknown;
  /** The commit that has set it; `undefined` if it came before the devtools. */
  readonly origin: Origin | undefined;
  /** What mutations in flight do to the row, over what the server has; `undefined` if none does. */
  readonly pending: PendingRow | undefined;
  /** The answer as a sentence. */
  readonly text: string;
}

/** A commit that has affected a query. */
export interface QueryRun extends Omit<QueryRecord, 'queryable' | 'args' | 'key'> {
  readonly commit: CommitRecord;
}

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

/** A table, and the memory that its rows take. */
export interface TableAnswer extends TableInfo {
  /** An estimate from the first rows, in bytes: two for each character of their JSON. */
  readonly bytes: number;
}

/** Stands for the values of `sensitive` classes. */
const HIDDEN = '•••';

/** The number of rows whose size is measured. */
const SAMPLE = 100;

/**
 * Answers why a cache is as it is. Only in applications whose cache has `withDevtools()`.
 *
 * @example
 * ```ts
 * const { text } = devtools.why(todo, 'title'); // 'Milk' came with the response to GET /todos (request 3) at …
 * ```
 */
@Injectable()
export class CacheDevtools {
  readonly #options = inject(DEVTOOLS_OPTIONS);
  /** @internal */
  readonly recorder = new Recorder(this.#options, inject(CLOCK));

  /** The number of commits that are kept. */
  readonly maxCommits = this.#options.maxCommits ?? 500;
  /** The name of the cache. */
  readonly name = this.#options.name ?? 'cache';
  /** The last commits, newest first. */
  readonly commits: Signal<readonly CommitRecord[]> = computed(() => {
    this.recorder.changes();
    return [...this.recorder.commits].reverse();
  });
  /** The last requests, newest first. */
  readonly requests: Signal<readonly RequestRecord[]> = computed(() => {
    this.recorder.changes();
    return [...this.recorder.requests].reverse();
  });

  /** Returns where the value of a field of an entity comes from. */
  why(entity: Entity, field: string): FieldAnswer;
  /** Returns where the values of all fields of an entity come from. */
  why(entity: Entity): FieldAnswer[];
  why(entity: Entity, field?: string): FieldAnswer | FieldAnswer[] {
    const table = tableNameOf(entity.constructor as EntityClass);
    const pk = String(entity.pk());
    return field === undefined ? this.whyRow(table, pk) : this.whyField(table, pk, field);
  }

  /** Returns where the values of all fields of a row come from. */
  whyRow(table: string, pk: string): FieldAnswer[] {
    const row = this.recorder.cache.row(table, pk);
    return Object.keys(row?.fields ?? {}).map((field) => this.whyField(table, pk, field));
  }

  /** Returns where the value of a field of a row comes from. */
  whyField(table: string, pk: string, field: string): FieldAnswer {
    const { cache, origins } = this.recorder;
    const row = cache.row(table, pk);
    const pending = cache.pending(table, pk);
    const origin = row && origins.of(table, pk, field);
    const value = this.#shown(table, field, row?.fields[field]);
    const from = origin
      ? `came with ${causeInWords(origin.cause)} at ${clockTime(origin.time)} (commit ${origin.commit})`
      : 'came before the devtools recorded';
    const own = pending?.changes.filter(({ fields }) => fields && field in fields).at(-1);
    const under = inWords(this.#shown(table, field, pending?.server?.[field]));
    const isShown = own && !own.isAnswered;
    const over = isShown ? ` Request ${own.request} is in flight. The server has ${under}.` : '';
    const text = row ? `${inWords(value)} ${from}.${over}` : 'The cache does not contain the row.';
    return { field, value, origin, pending, text };
  }

  /** Returns why a query ran and emitted: for one key, or without arguments for all. */
  whyQuery(queryable: Queryable, ...args: readonly unknown[]): QueryAnswer {
    const isAsked = (each: Pick<QueryInfo, 'queryable' | 'args'>) =>
      each.queryable === queryable &&
      (args.length === 0 || JSON.stringify(each.args) === JSON.stringify(args));
    const results = this.recorder.cache.queries().filter(isAsked);
    const runs = this.commits().flatMap((commit) =>
      commit.queries.filter(isAsked).map(({ hasEmitted, ms, rows, runs: count }): QueryRun => {
        return { commit, hasEmitted, ms, rows, runs: count };
      }),
    );
    const name = `${nameOf(queryable)}${args.length > 0 ? argsInWords(args) : ''}`;
    return { results, runs, text: runInWords(name, runs[0]) };
  }

  /** Returns why an endpoint was requested, and whether a new subscriber would send a request. */
  whyRequest(endpoint: AnyEndpoint, ...args: readonly unknown[]): RequestAnswer {
    const key = endpoint.key(...args);
    return this.whyKey(key, endpoint.name);
  }

  /** Returns why the endpoint with a key, such as `GET /users/5`, was requested, or not. */
  whyKey(key: string, endpoint?: string): RequestAnswer {
    const isAsked = (each: { endpoint: string; key: string }) =>
      each.key === key && (endpoint === undefined || each.endpoint === endpoint);
    const requests = this.requests().filter(isAsked);
    const state = this.recorder.cache.responses().find(isAsked);
    const [last] = requests;
    const now = stateInWords(state, last?.state === 'pending' ? last : undefined);
    const sent = last?.reason
      ? `Request ${last.id} was sent at ${clockTime(last.startedAt)}. ${reasonInWords(last.reason)} `
      : '';
    return { requests, state, text: `${sent}${now}` };
  }

  /** Returns what shows and references a row, and for how long it stays if nothing does. */
  uses(table: string, pk: string): RowUses {
    return this.recorder.cache.uses(table, pk);
  }

  /** Returns the timers that run: of stale data, polls, retries and sweeps, in the order in which they fire. */
  timers(): readonly CacheTimer[] {
    return this.recorder.cache.timers();
  }

  /** Returns the results that the cache stores, with the number and duration of their runs. */
  queries(): readonly QueryInfo[] {
    return this.recorder.cache.queries();
  }

  /** Returns the tables with the memory that their rows take. */
  tables(): TableAnswer[] {
    const { cache } = this.recorder;
    return cache.tables().map((table) => {
      const sample = cache.rows(table.name, SAMPLE);
      const characters = sample.reduce((sum, { fields }) => sum + JSON.stringify(fields).length, 0);
      const bytes = sample.length > 0 ? ((2 * characters) / sample.length) * table.size : 0;
      return { ...table, bytes: Math.round(bytes) };
    });
  }

  /** Returns a stored row without what must not be seen. */
  redacted(table: string, fields: StoredFields): Record<string, unknown> {
    const shown = Object.entries(fields).map(([name, value]) => [
      name,
      this.#shown(table, name, value),
    ]);
    return Object.fromEntries(shown) as Record<string, unknown>;
  }

  /**
   * Shows the data after an earlier commit in all subscribers and signals, until `showNow`. Responses, messages and writes
   * apply to the present.
   *
   * @returns `false` if the commit is too old
   */
  showCommit(id: number): boolean {
    return this.recorder.travel.to(id);
  }

  /** Shows the present again. */
  showNow(): void {
    this.recorder.travel.now();
  }

  #shown(table: string, field: string, value: unknown): unknown {
    if (this.recorder.cache.isSensitive(table)) return HIDDEN;
    return this.#options.redact ? this.#options.redact({ table, field, value }) : value;
  }
}

function runInWords(name: string, run: QueryRun | undefined): string {
  if (typeof ngDevMode !== 'undefined' && !ngDevMode)
    return 'Only dev mode records which queries a commit affects.';
  if (!run) return `No recorded commit has affected ${name}.`;
  const { commit, hasEmitted, ms, rows, runs } = run;
  const what = rows
    .slice(0, 3)
    .map(({ fields, kind, pk, table }) =>
      kind === 'changed' ? `${table} ${pk} (${fields.join(', ')})` : `${table} ${pk} was ${kind}`,
    );
  const more = rows.length > 3 ? ` and ${rows.length - 3} more` : '';
  const because = what.length > 0 ? `, which changed ${what.join(', ')}${more}` : '';
  const ran =
    runs > 0
      ? `process ran ${runs === 1 ? 'once' : `${runs} times`} (${ms.toFixed(1)} ms)`
      : 'process did not run';
  const emitted = hasEmitted ? 'subscribers received another value' : 'nothing was emitted';
  return `${capital(causeInWords(commit.cause))} (commit ${commit.id})${because}: ${name}: ${ran}, ${emitted}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
