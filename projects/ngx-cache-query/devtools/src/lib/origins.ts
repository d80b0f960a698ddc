import type { Cause, RowChange } from 'ngx-cache-query/extensions';

/** The commit that has set a field. */
export interface Origin {
  /** The number of the commit. */
  readonly commit: number;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly cause: Cause;
}

/** The origins of the fields of a row. Most rows have arrived as a whole. */
interface RowOrigins {
  readonly all: Origin;
  fields?: Map<string, Origin>;
}

/** Knows for each field of each row which commit has set it. A commit costs what it changes. */
export class Origins {
  readonly #rows = new Map<string, Map<string, RowOrigins>>();

  /** Notes what a commit does to a row. */
  note(
    { table, pk, temporaryPk, before, after }: RowChange,
    changed: readonly string[],
    origin: Origin,
  ): void {
    if (!after) return this.drop(table, pk);
    let rows = this.#rows.get(table);
    if (!rows) this.#rows.set(table, (rows = new Map<string, RowOrigins>()));
    const created = temporaryPk && rows.get(temporaryPk);
    if (created) {
      rows.delete(temporaryPk);
      rows.set(pk, created);
    }
    const known = before && rows.get(pk);
    if (!known) rows.set(pk, { all: origin });
    else for (const name of changed) (known.fields ??= new Map()).set(name, origin);
  }

  /** Forgets a row that was deleted or evicted. */
  drop(table: string, pk: string): void {
    this.#rows.get(table)?.delete(pk);
  }

  /** Forgets all rows. */
  clear(): void {
    this.#rows.clear();
  }

  /** Returns the commit that has set a field; `undefined` if it came before the recorder. */
  of(table: string, pk: string, field: string): Origin | undefined {
    const row = this.#rows.get(table)?.get(pk);
    return row?.fields?.get(field) ?? row?.all;
  }
}
