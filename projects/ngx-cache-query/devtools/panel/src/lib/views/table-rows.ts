import type { CommitRecord, DevtoolsSource } from 'ngx-cache-query/devtools';
import type { StoredRow } from 'ngx-cache-query/extensions';

/** The rows of a table, as a source shows them. After the first time, an update costs what the commits have changed. */
export class TableRows {
  #rows: StoredRow[] = [];
  readonly #places = new Map<string, number>();
  /** The newest commit that the rows contain. */
  #seen = 0;
  #shown: number | undefined;
  #isRead = false;

  constructor(
    private readonly source: DevtoolsSource,
    private readonly table: string,
  ) {}

  /** @param size the number of rows now */
  update(size: number): readonly StoredRow[] {
    const [newer, isComplete] = this.#newer();
    const isSame = this.#isRead && isComplete && this.#shown === this.source.shownCommit();
    if (isSame) for (const commit of newer) this.#apply(commit);
    // Evictions are no commits.
    if (!isSame || !this.#isRead || this.#rows.length !== size) this.#read();
    this.#seen = this.source.commits().at(0)?.id ?? 0;
    return (this.#rows = this.#rows.slice());
  }

  /** Returns the commits since the last update, oldest first, and whether all of them are recorded. */
  #newer(): [newer: CommitRecord[], isComplete: boolean] {
    const commits = this.source.commits();
    const end = commits.findIndex(({ id }) => id <= this.#seen);
    if (end < 0) return [[], commits.length === 0];
    return [commits.slice(0, end).reverse(), true];
  }

  #apply({ cause, rows }: CommitRecord): void {
    for (const { after, kind, pk, table, temporaryPk } of rows) {
      if (table !== this.table) continue;
      const place = this.#places.get(temporaryPk ?? pk) ?? this.#places.get(pk);
      const isNew = place === undefined;
      // A removed row moves those behind it, and a rollback brings a row back to its place.
      if (!after || kind === 'moved' || (isNew && cause.kind === 'rollback')) this.#isRead = false;
      else if (isNew) this.#places.set(pk, this.#rows.push({ table, pk, fields: after }) - 1);
      else this.#rows[place] = { table, pk, fields: after };
    }
  }

  #read(): void {
    this.#isRead = true;
    this.#shown = this.source.shownCommit();
    this.#rows = [...this.source.rows(this.table)];
    this.#places.clear();
    for (const [place, row] of this.#rows.entries()) this.#places.set(row.pk, place);
  }
}
