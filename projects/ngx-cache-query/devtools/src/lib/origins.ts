import type { RowChange } from 'ngx-cache-query/extensions';
import type { CommitRecord, RecordedCause } from './records';

/** The commit that has set a field. */
export interface Origin {
  /** The number of the commit. */
  readonly commit: number;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly cause: RecordedCause;
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

/** A field of a row. */
interface Field {
  readonly table: string;
  readonly pk: string;
  readonly field: string;
}

/**
 * Returns the last of some commits that has set a field; `undefined` if none has.
 *
 * @param commits oldest first
 * @param at the number of the last commit that counts
 */
export function originIn(
  commits: readonly CommitRecord[],
  { table, pk, field }: Field,
  at: number,
): Origin | undefined {
  const names = new Set([pk]);
  for (let i = commits.length - 1; i >= 0; i--) {
    const { cause, id, rows, time } = commits[i];
    if (id > at) continue;
    for (const row of rows) {
      const { temporaryPk } = row;
      if (row.table !== table || !(names.has(row.pk) || names.has(temporaryPk!))) continue;
      if (temporaryPk) names.add(temporaryPk);
      if (row.kind === 'removed') return undefined;
      if (row.fields.includes(field)) return { commit: id, time, cause };
    }
  }
  return undefined;
}
