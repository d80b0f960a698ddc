export type Row = Readonly<Record<string, unknown>>;

interface StoredRow {
  readonly base: Row | undefined;
  /** The position of the last write in the write order. */
  readonly order: number;
  /** The optimistic response of the mutation in flight. It is `null` if the mutation deletes the row. */
  readonly optimistic?: Row | null;
  /** Whether the row did not exist before the optimistic response. */
  readonly isCreated?: boolean;
}

/** Rows. Each of them has at most one mutation in flight. */
export class ReferenceTable {
  readonly #rows: Map<string, StoredRow>;
  readonly #deleted: Map<string, number>;

  constructor(rows = new Map<string, StoredRow>(), deleted = new Map<string, number>()) {
    this.#rows = rows;
    this.#deleted = deleted;
  }

  get keys(): readonly string[] {
    return [...this.#rows.keys()];
  }

  shown(key: string): Row | undefined {
    const row = this.#rows.get(key);
    if (row?.optimistic === undefined) return row?.base;
    return row.optimistic === null ? undefined : { ...row.base, ...row.optimistic };
  }

  isDeletedAfter(key: string, order: number): boolean {
    return (this.#deleted.get(key) ?? -1) > order;
  }

  /** Writes a row. An older write only adds missing fields. */
  write(key: string, fields: Row, order: number): void {
    if (this.isDeletedAfter(key, order)) return;
    const row = this.#rows.get(key);
    const isOlder = order < (row?.order ?? -1);
    const base = isOlder ? { ...fields, ...row?.base } : { ...row?.base, ...fields };
    this.#rows.set(key, { ...row, base, order: Math.max(order, row?.order ?? -1) });
  }

  /** Shows fields until {@link rollBack} is called. `null` hides the row. */
  expect(key: string, optimistic: Row | null): void {
    const row = this.#rows.get(key) ?? { base: undefined, order: -1 };
    this.#rows.set(key, { ...row, optimistic, isCreated: row.base === undefined });
  }

  /**
   * Writes a row of the application, which is shown instead of an optimistic response. If the optimistic response
   * created the row, both are rolled back together.
   */
  set(key: string, fields: Row, order: number): void {
    const row = this.#rows.get(key);
    if (row?.optimistic && row.isCreated) {
      this.#rows.set(key, { ...row, optimistic: { ...row.optimistic, ...fields } });
      return;
    }
    this.write(key, fields, order);
    this.#override(key, fields);
  }

  #override(key: string, fields: Row): void {
    const row = this.#rows.get(key);
    if (!row?.optimistic) return;
    const kept = Object.entries(row.optimistic).filter(([name]) => !(name in fields));
    this.#rows.set(key, { ...row, optimistic: Object.fromEntries(kept) });
  }

  rollBack(key: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    if (row.base === undefined) this.#rows.delete(key);
    else this.#rows.set(key, { base: row.base, order: row.order });
  }

  copy(): ReferenceTable {
    return new ReferenceTable(new Map(this.#rows), new Map(this.#deleted));
  }

  delete(key: string, order: number): void {
    this.#rows.delete(key);
    this.#deleted.set(key, order);
  }
}
