import { computed, type Signal, signal } from '@angular/core';
import { CacheError, type CacheErrorCode } from 'ngx-cache-query';
import { type HistoryContent, RecordedHistory, type StoredRow } from 'ngx-cache-query/extensions';
import {
  bytesOf,
  type DevtoolsSource,
  type FieldAnswer,
  SAMPLE,
  type TableAnswer,
} from './devtools-source';
import { originIn } from './origins';
import type { CommitRecord, RequestRecord, RowRecord } from './records';
import {
  type DevtoolsSession,
  notSession,
  readSession,
  type SessionRequest,
  type SessionRow,
} from './session';
import { inWords, originInWords } from './words';

/**
 * A session that was recorded, in this or in another application. It needs no Entity classes.
 *
 * @example
 * ```ts
 * const session = new RecordedSession(file.text());
 * session.showCommit(1);
 * session.rows('Todo'); // the rows after commit 1
 * devtools.showSession(session, 1); // The application shows them, until showNow().
 * ```
 */
export class RecordedSession implements DevtoolsSource {
  /** The session as it was exported. */
  readonly file: DevtoolsSession;
  readonly name: string;
  readonly commits: Signal<readonly CommitRecord[]>;
  readonly requests: Signal<readonly RequestRecord[]>;
  readonly changes: Signal<number>;
  readonly shownCommit: Signal<number | undefined>;
  readonly #history: RecordedHistory;
  /** The commits, oldest first. */
  readonly #commits: readonly CommitRecord[];
  /** The server ids of created rows, and the commits that first name them, by table and temporary id. */
  readonly #served = new Map<string, { readonly pk: string; readonly commit: number }>();
  readonly #shown = signal<number | undefined>(undefined);

  /**
   * @param file what `exportSession` has returned, or its JSON
   * @throws CacheError NCQ4006 if it is no session, or one of another version
   */
  constructor(file: unknown) {
    this.file = readSession(file);
    try {
      this.name = this.file.name;
      this.#history = new RecordedHistory(this.file.history);
      this.#commits = this.#read();
      const requests = this.file.requests.map(requestFrom).reverse();
      this.requests = signal(requests).asReadonly();
      this.commits = signal([...this.#commits].reverse()).asReadonly();
    } catch (cause) {
      throw notSession('found a part that is missing or malformed', cause);
    }
    this.shownCommit = this.#shown.asReadonly();
    this.changes = computed(() => this.#shown() ?? Infinity);
  }

  showCommit(id: number): boolean {
    if (!this.#commits.some((commit) => commit.id === id)) return false;
    this.#history.to(id);
    this.#shown.set(id);
    return true;
  }

  showNow(): void {
    this.#history.to(Infinity);
    this.#shown.set(undefined);
  }

  tables(): TableAnswer[] {
    return this.#history.tables
      .filter(({ kind }) => kind !== 'responses')
      .map(({ isKnown, kind, rows, title }) => {
        const sample = this.rows(title).slice(0, SAMPLE);
        return {
          name: title,
          size: rows.size,
          known: isKnown,
          bytes: bytesOf(sample, rows.size),
          ...(kind === 'lists' && { isList: true }),
        };
      });
  }

  rows(table: string): StoredRow[] {
    return this.#named(table).flatMap(({ rows }) =>
      [...rows]
        .sort(([, a], [, b]) => a.place - b.place)
        .map(([pk, { fields }]) => ({ table, pk: this.#nameOf(table, String(pk)), fields })),
    );
  }

  row(table: string, pk: string): StoredRow | undefined {
    const rows = this.#named(table).map((content) => this.#history.row(content, pk));
    const found = rows.find((each) => each !== undefined);
    return found && { table, pk, fields: found.fields };
  }

  whyRow(table: string, pk: string): FieldAnswer[] {
    const row = this.row(table, pk);
    return Object.keys(row?.fields ?? {}).map((field) => this.whyField(table, pk, field));
  }

  whyField(table: string, pk: string, field: string): FieldAnswer {
    const row = this.row(table, pk);
    const value = row?.fields[field];
    const at = this.#shown() ?? Infinity;
    const origin = row && originIn(this.#commits, { table, pk, field }, at);
    const text = row
      ? `${inWords(value)} ${originInWords(origin)}.`
      : 'The session does not contain the row at this time.';
    return { field, value, isHidden: false, origin, pending: undefined, text };
  }

  #named(title: string): HistoryContent[] {
    return this.#history.tables.filter((each) => each.title === title && each.kind !== 'responses');
  }

  /** Returns the key of a row as the commits until then name it. */
  #nameOf(table: string, pk: string): string {
    const at = this.#shown() ?? Infinity;
    const named = this.#served.get(`${table} ${pk}`);
    return named && named.commit <= at ? named.pk : pk;
  }

  /** Reads the commits with the rows before and after them. */
  #read(): CommitRecord[] {
    const stateOf = ({ pk, table, temporaryPk }: SessionRow) =>
      this.row(table, temporaryPk ?? pk)?.fields;
    const commits = this.file.commits.map(({ cause, id, queries, rows, time }): CommitRecord => {
      this.#history.to(id - 1);
      const before = rows.map((row) => (row.kind === 'added' ? undefined : stateOf(row)));
      this.#history.to(id);
      const records = rows.map((row, i): RowRecord => {
        const { kind, pk, table, temporaryPk } = row;
        const name = `${table} ${temporaryPk}`;
        if (temporaryPk && !this.#served.has(name)) this.#served.set(name, { pk, commit: id });
        const after = kind === 'removed' ? undefined : stateOf(row);
        return { ...row, before: before[i], after };
      });
      const affected = queries.map(({ key = '', rows: own, ...query }) => ({
        ...query,
        key,
        queryable: undefined,
        args: [],
        rows: own.map((at) => records[at]),
      }));
      return { id, time, cause, rows: records, queries: affected };
    });
    this.#history.to(Infinity);
    return commits;
  }
}

function requestFrom({ error, key = '', ms, reason, ...request }: SessionRequest): RequestRecord {
  return { ...request, key, ms, reason, args: [], error: error && errorFrom(error) };
}

function errorFrom({ code, message = '', status }: NonNullable<SessionRequest['error']>) {
  const details = status === undefined ? {} : { status };
  const error = new CacheError(code as CacheErrorCode, '', details);
  return Object.defineProperty(error, 'message', { value: message, configurable: true });
}
