import { Injectable, computed, signal } from '@angular/core';
import {
  type CacheExtension,
  type CacheHandle,
  type CacheInspection,
  type Commit,
  inspect,
  type RequestEvent,
  type RowChange,
  type StoredFields,
  type TableInfo,
} from 'ngx-cache-query/extensions';

/** A row in the format that the panel shows. */
export interface LoggedRow {
  readonly pk: string;
  readonly fields: StoredFields;
  /** The last commit that changed the row. */
  readonly commit: number;
  /** The fields that this commit changed. */
  readonly changed: ReadonlySet<string>;
}

type LastChange = Pick<LoggedRow, 'commit' | 'changed'>;

const requestsKept = 50;

/** The activity of the cache as signals. The cache notifies this extension of each commit and each request. */
@Injectable({ providedIn: 'root' })
export class CacheLog implements CacheExtension {
  #cache: CacheInspection | undefined;
  /** The last change to each row, by table and pk. */
  readonly #changes = new Map<string, Map<string, LastChange>>();
  readonly #last = signal<Commit | undefined>(undefined);
  readonly #requests = signal<readonly RequestEvent[]>([]);
  readonly #requestCount = signal(0);

  /** The newest commit. */
  readonly last = this.#last.asReadonly();
  /** The requests with their current states, newest first. */
  readonly requests = this.#requests.asReadonly();
  readonly requestCount = this.#requestCount.asReadonly();
  /** The tables that have received data, even if they are empty now. */
  readonly tables = computed((): readonly TableInfo[] => {
    this.#last();
    // An empty response changes no rows, but its table counts as loaded afterwards. Therefore this signal is read too.
    this.#requests();
    const tables = this.#cache?.tables() ?? [];
    return tables.filter(({ name, known }) => known || this.#changes.has(name));
  });

  onInit(cache: CacheHandle): void {
    this.#cache = inspect(cache);
  }

  onCommit(commit: Commit): void {
    if (commit.changes.length === 0 && commit.knowledge.length === 0) return; // The commit contains only a new response.
    for (const change of commit.changes) this.#note(change, commit.id);
    this.#last.set(commit);
  }

  onRequest(event: RequestEvent): void {
    const isKnown = this.#requests().some(({ id }) => id === event.id);
    if (!isKnown) this.#requestCount.update((count) => count + 1);
    this.#requests.update((requests) =>
      isKnown
        ? requests.map((request) => (request.id === event.id ? event : request))
        : [event, ...requests].slice(0, requestsKept),
    );
  }

  /** Returns the rows of a table, with the most recently changed rows first. */
  rows(table: string): readonly LoggedRow[] {
    this.#last();
    const changes = this.#changes.get(table);
    return (this.#cache?.rows(table) ?? [])
      .map(({ pk, fields }) => ({ pk, fields, ...(changes?.get(pk) ?? unchanged) }))
      .sort((a, b) => b.commit - a.commit);
  }

  #note({ table, pk, before, after }: RowChange, commit: number): void {
    let rows = this.#changes.get(table);
    if (!rows) this.#changes.set(table, (rows = new Map<string, LastChange>()));
    if (after === undefined) rows.delete(pk);
    else rows.set(pk, { commit, changed: differences(before, after) });
  }
}

const unchanged: LastChange = { commit: 0, changed: new Set<string>() };

/** Returns the fields that are new or have a different value. */
function differences(before: RowChange['before'], after: StoredFields): Set<string> {
  if (before === undefined) return new Set();
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return new Set(changed.map(([name]) => name));
}
