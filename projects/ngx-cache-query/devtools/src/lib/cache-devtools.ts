import { computed, inject, Injectable, Injector, type Signal, signal } from '@angular/core';
import {
  type AnyEndpoint,
  CacheService,
  CLOCK,
  type Entity,
  type EntityClass,
  type Queryable,
  ɵREST_DEFAULTS as REST_DEFAULTS,
  ɵtableNameOf as tableNameOf,
} from 'ngx-cache-query';
import type {
  CacheTimer,
  QueryInfo,
  ResponseState,
  RowUses,
  StoredRow,
} from 'ngx-cache-query/extensions';
import {
  type QueryAnswer,
  queryAnswer,
  type RequestAnswer,
  requestAnswer,
  RowAnswers,
} from './answers';
import { CacheActions } from './cache-actions';
import { DEVTOOLS_OPTIONS } from './devtools-options';
import {
  bytesOf,
  type DevtoolsSource,
  type FieldAnswer,
  SAMPLE,
  type TableAnswer,
} from './devtools-source';
import { editRow } from './edit-row';
import { RecordedSession } from './recorded-session';
import { Recorder } from './recorder';
import type { CommitRecord, RequestRecord } from './records';
import { shownFields } from './redaction';
import { type DevtoolsSession, sessionOf } from './session';
import { SimulatedPage, Simulations } from './simulations';
import { words } from './words';

declare const ngDevMode: unknown;

/**
 * Answers why a cache is as it is. Only in applications whose cache has `withDevtools()`.
 *
 * @example
 * ```ts
 * const { text } = devtools.why(todo, 'title'); // 'Milk' came with the response to GET /todos (request 3) at …
 * ```
 */
@Injectable()
export class CacheDevtools implements DevtoolsSource {
  /** @internal */
  static readonly caches = signal<ReadonlyMap<string, CacheDevtools>>(new Map());
  /** The devtools of the caches of the page, by name. */
  static readonly all: Signal<ReadonlyMap<string, CacheDevtools>> =
    CacheDevtools.caches.asReadonly();
  /** Say in words what the devtools record. */
  static readonly words = words;

  readonly #options = inject(DEVTOOLS_OPTIONS);
  readonly #injector = inject(Injector);
  readonly #page = inject(SimulatedPage);
  readonly #clock = inject(CLOCK);
  readonly #simulations = new Simulations(this.#page, inject(REST_DEFAULTS), this.#clock);
  readonly #session = signal<DevtoolsSession | undefined>(undefined);
  /** @internal */
  readonly recorder = new Recorder(this.#options, this.#clock, this.#simulations);

  /** The number of commits that are kept. */
  readonly maxCommits: number = this.recorder.maxCommits;
  /** The name of the cache. */
  readonly name = this.#options.name ?? 'cache';
  /** What can be done to the responses. */
  readonly actions = new CacheActions(
    () => this.#cache,
    this.recorder,
    this.#simulations,
    this.#page,
  );
  readonly changes: Signal<number> = this.recorder.changes;
  readonly shownCommit: Signal<number | undefined> = computed(() => {
    this.recorder.changes();
    return this.recorder.travel.at;
  });
  /** The session that is shown instead of this cache. */
  readonly shownSession: Signal<DevtoolsSession | undefined> = this.#session.asReadonly();
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
    return new RowAnswers(this.recorder, table, pk).all();
  }

  /** Returns where the value of a field of a row comes from. */
  whyField(table: string, pk: string, field: string): FieldAnswer {
    return new RowAnswers(this.recorder, table, pk).of(field);
  }

  /** Returns why a query ran and emitted: for one key, or without arguments for all. */
  whyQuery(queryable: Queryable, ...args: readonly unknown[]): QueryAnswer {
    return queryAnswer(this.recorder, this.commits(), queryable, args);
  }

  /** Returns why an endpoint was requested, and whether a new subscriber would send a request. */
  whyRequest(endpoint: AnyEndpoint, ...args: readonly unknown[]): RequestAnswer {
    const key = endpoint.key(...args);
    return this.whyKey(key, endpoint.name);
  }

  /** Returns why the endpoint with a key, such as `GET /users/5`, was requested, or not. */
  whyKey(key: string, endpoint?: string): RequestAnswer {
    return requestAnswer(this.recorder, this.requests(), key, endpoint);
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

  /** Returns the stored responses, and those that are requested. */
  responses(): readonly ResponseState[] {
    return this.recorder.cache.responses();
  }

  /** Returns the name of a query, class, schema or endpoint. */
  nameOf(queryable: Queryable): string {
    return this.recorder.names.of(queryable);
  }

  /** Returns the tables with the memory that their rows take, at the time that is shown. */
  tables(): TableAnswer[] {
    const { contents } = this.recorder.travel;
    return contents.tables().map((table) => {
      return { ...table, bytes: bytesOf(contents.rows(table.name, SAMPLE), table.size) };
    });
  }

  /** Returns the rows of a table, at the time that is shown, without what must not be seen. */
  rows(table: string): readonly StoredRow[] {
    const rows = this.recorder.travel.contents.rows(table);
    const hide = this.recorder.redaction.of(table);
    return hide ? rows.map((row) => ({ ...row, fields: shownFields(row.fields, hide) })) : rows;
  }

  /** Returns a row, at the time that is shown, without what must not be seen. */
  row(table: string, pk: string): StoredRow | undefined {
    const row = this.recorder.travel.contents.row(table, pk);
    const hide = this.recorder.redaction.of(table);
    return row && hide ? { ...row, fields: shownFields(row.fields, hide) } : row;
  }

  /**
   * Changes a field of an entity as `cache.set` does, in one commit.
   *
   * @param value the value as a response contains it: a key for a relation, the raw value for a deserializer
   * @throws CacheError NCQ1001 if a value of this type does not fit the field; NCQ4003 if the row cannot be written; the
   * error of `cache.set` if the entity would not be valid. Nothing is written in these cases
   * @throws Error while earlier data is shown
   */
  edit(table: string, pk: string, field: string, value: unknown): void {
    const at = this.recorder.travel.at;
    const shown = this.#session() ? 'A session' : at !== undefined && `The data after commit ${at}`;
    if (shown) throw new Error(`${shown} is shown. Call showNow() before you edit.`);
    this.recorder.act(() => editRow(this.#cache, this.recorder.cache, { table, pk, field, value }));
  }

  /**
   * Shows the data after an earlier commit in all subscribers and signals, until `showNow`. Responses, messages and writes
   * apply to the present.
   *
   * @returns `false` if the commit is too old, and in production builds
   */
  showCommit(id: number): boolean {
    const isShown = this.recorder.travel.to(id);
    if (isShown) this.#session.set(undefined);
    this.recorder.changed();
    return isShown;
  }

  /** Shows the present again. */
  showNow(): void {
    this.recorder.travel.now();
    this.#session.set(undefined);
    this.recorder.changed();
  }

  /**
   * Returns what was recorded, as JSON: the data before the first commit that is kept, the commits and the requests.
   * `sensitive` data, the keys of its requests and all arguments are left out, and `redact` hides other values.
   *
   * @throws Error in production builds, which do not record data of earlier times
   */
  exportSession(): DevtoolsSession {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) throw needsDevMode('exportSession');
    return sessionOf(this.recorder, this.name, this.#clock.now());
  }

  /**
   * Shows the data of a session in all subscribers and signals, until `showNow`. Responses, messages and writes apply to the
   * present, and `tables()` and `rows()` still describe this cache.
   *
   * @param session a session, or what `exportSession` has returned
   * @param commit the number of the commit; by default, the last one
   * @throws CacheError NCQ4006 if it is no session, or one of another version. Then nothing changes
   * @throws Error in production builds
   */
  showSession(session: RecordedSession | DevtoolsSession, commit?: number): void {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) throw needsDevMode('showSession');
    const { file } = session instanceof RecordedSession ? session : new RecordedSession(session);
    this.recorder.travel.show(file.history, commit);
    this.#session.set(file);
    this.recorder.changed();
  }

  /** The cache creates the devtools, and is there only later. */
  get #cache(): CacheService {
    return this.#injector.get(CacheService);
  }
}

function needsDevMode(name: string): Error {
  return new Error(
    `${name}() works in dev mode only: this is a production build, which does not record data of earlier times. Use a ` +
      `development build, as of "ng serve" or "ng build --configuration development".`,
  );
}
