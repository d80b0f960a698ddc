import type { StoredFields, StoredRow } from 'ngx-cache-query/extensions';
import type { DevtoolsOptions } from './devtools-options';

/** Stands for the values of `sensitive` classes. */
const HIDDEN = '•••';

/** Hides what must not be seen. Without anything to hide, nothing is copied. */
export class Redaction {
  readonly #redact: DevtoolsOptions['redact'];
  readonly #isSensitive: (table: string) => boolean;

  constructor({ redact }: DevtoolsOptions, isSensitive: (table: string) => boolean) {
    this.#redact = redact;
    this.#isSensitive = isSensitive;
  }

  value(table: string, field: string, value: unknown): unknown {
    if (this.#isSensitive(table)) return HIDDEN;
    return this.#redact ? this.#redact({ table, field, value }) : value;
  }

  /** Returns the fields of a row. */
  fields(table: string, fields: StoredFields): StoredFields {
    if (!this.#redact && !this.#isSensitive(table)) return fields;
    const shown = Object.entries(fields).map(([name, value]) => [
      name,
      this.value(table, name, value),
    ]);
    return Object.fromEntries(shown) as StoredFields;
  }

  /** Returns a row. */
  row(row: StoredRow): StoredRow {
    const fields = this.fields(row.table, row.fields);
    return fields === row.fields ? row : { ...row, fields };
  }

  /** Returns the rows of a table. */
  rows(table: string, rows: readonly StoredRow[]): readonly StoredRow[] {
    return this.#redact || this.#isSensitive(table) ? rows.map((row) => this.row(row)) : rows;
  }
}
