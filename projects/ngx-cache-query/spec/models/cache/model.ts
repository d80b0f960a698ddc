import type { ClassName } from './classes';
import { BRIEF } from './rules';

/** A row of a response or a local write. Its relations are keys or nested rows. */
export interface Item {
  readonly id: number;
  readonly [field: string]: unknown;
}

interface Row {
  readonly fields: Record<string, unknown>;
  readonly seq: number;
  readonly insertion: number;
}

interface Table {
  known: boolean;
  readonly rows: Map<number, Row>;
  readonly tombstones: Map<number, number>;
}

interface Result {
  readonly seq: number;
  readonly items: readonly unknown[];
}

type TableName = Exclude<ClassName, 'Card'>;

const relations: Record<ClassName, readonly (readonly [field: string, to: TableName])[]> = {
  Person: [
    ['friend', 'Person'],
    ['team', 'Team'],
  ],
  Team: [
    ['lead', 'Person'],
    ['members', 'Person'],
  ],
  Cat: [['owner', 'Person']],
  Dog: [],
  Card: [],
};

const defaults: Record<ClassName, Record<string, unknown>> = {
  Person: { name: '', friend: undefined, team: undefined },
  Team: { title: '', lead: null, members: [] },
  Cat: { kind: 'cat', owner: 'default' },
  Dog: { kind: 'dog', name: '' },
  Card: { name: '' },
};

/** A minimal model of the cache. It computes everything from scratch each time. */
export class Model {
  tables = emptyTables();
  results = new Map<string, Result>();
  /** Endpoints that must be refetched because their results show certain entities. */
  stale = new Set<string>();
  epoch = 0;
  /** The position in the write order. */
  clock = 0;
  /** Milliseconds since 1970. */
  time = 0;
  /** The expiry times of the entities in the response that is being written. */
  expiries: number[] = [];
  /**
   * Whether a row was deleted and written in one commit. A field may then have its default again and look unchanged.
   */
  isRewritten = false;
  #insertions = 0;

  /** Saves a copy, and returns a function that restores it. */
  save(): () => void {
    const { tables, results, epoch, stale } = structuredClone({
      tables: this.tables,
      results: this.results,
      epoch: this.epoch,
      stale: this.stale,
    });
    return () => Object.assign(this, { tables, results, epoch, stale });
  }

  put(name: ClassName, item: Item, seq: number): number {
    if (name === 'Person' && item['name'] === 'e') this.expiries.push(this.time + BRIEF);
    const fields: Record<string, unknown> = { ...item };
    for (const [field, to] of relations[name]) {
      const value = item[field];
      if (Array.isArray(value)) {
        this.markKnown(to);
        fields[field] = value.map((each) => this.#reference(to, each, seq));
      } else if (value !== undefined && value !== null)
        fields[field] = this.#reference(to, value, seq);
    }
    const table = this.#table(name);
    const row = table.rows.get(item.id);
    if (row !== undefined) {
      const older = seq < row.seq;
      if (older && (table.tombstones.get(item.id) ?? -1) > seq) return item.id;
      const merged = older ? { ...fields, ...row.fields } : { ...row.fields, ...fields };
      table.rows.set(item.id, { ...row, fields: merged, seq: Math.max(seq, row.seq) });
    } else if ((table.tombstones.get(item.id) ?? -1) <= seq) {
      table.known = true;
      this.isRewritten ||= table.tombstones.get(item.id) === seq;
      table.rows.set(item.id, { fields, seq, insertion: ++this.#insertions });
    }
    return item.id;
  }

  has(name: ClassName, pk: number): boolean {
    return this.#table(name).rows.has(pk);
  }

  markKnown(name: ClassName): void {
    this.#table(name).known = true;
  }

  remove(name: ClassName, pk: number, seq: number): void {
    const table = this.#table(name);
    if ((table.rows.get(pk)?.seq ?? 0) > seq) return;
    table.tombstones.set(pk, Math.max(seq, table.tombstones.get(pk) ?? 0));
    table.rows.delete(pk);
  }

  /**
   * Stores the response of an endpoint, unless there is already a newer one. Returns whether the response was stored.
   */
  putResult(key: string, items: readonly unknown[], seq: number): boolean {
    const isNewest = (this.results.get(key)?.seq ?? -1) <= seq;
    if (isNewest) this.results.set(key, { seq, items });
    return isNewest;
  }

  reset(): void {
    this.tables = emptyTables();
    this.results.clear();
    this.epoch++;
  }

  /** Returns all data as text. The text changes with every write that causes a commit. */
  fingerprint(): string {
    const sorted = (fields: Record<string, unknown>) =>
      Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = Object.values(this.tables).map(({ known, rows: entries }) => [
      known,
      [...entries].map(([pk, { fields, insertion }]) => [pk, sorted(fields), insertion]),
    ]);
    return JSON.stringify([rows, [...this.results].map(([key, { items }]) => [key, items])]);
  }

  /**
   * Returns the rows that were last written at the given time. Each row is identified by the beginning of its text in
   * {@link show}.
   */
  writtenAt(seq: number): string[] {
    return Object.entries(this.tables).flatMap(([name, { rows }]) =>
      [...rows]
        .filter(([, row]) => row.seq === seq)
        .flatMap(([pk]) =>
          name === 'Person' ? [`Person:${pk}{`, `Card:${pk}{`] : [`${name}:${pk}{`],
        ),
    );
  }

  /** Returns the keys of all entities of the given types, in insertion order; `undefined` if they are unknown. */
  all(...names: ClassName[]): readonly (readonly [ClassName, number])[] | undefined {
    if (!names.some((name) => this.#table(name).known)) return undefined;
    return names
      .flatMap((name) =>
        [...this.#table(name).rows].map(([pk, { insertion }]) => ({
          entry: [name, pk] as const,
          insertion,
        })),
      )
      .sort((a, b) => a.insertion - b.insertion)
      .map(({ entry }) => entry);
  }

  /** Returns the keys of the entities that a row references, even if they are not cached. */
  references(name: ClassName, pk: number): (readonly [ClassName, number])[] {
    const row = this.#table(name).rows.get(pk);
    return relations[name].flatMap(([field, to]) =>
      [row?.fields[field] ?? []].flat().map((key) => [to, key as number] as const),
    );
  }

  field(name: ClassName, pk: number, field: string): unknown {
    return this.#table(name).rows.get(pk)?.fields[field] ?? defaults[name][field];
  }

  /** Returns the text of everything that an entity shows. The text changes exactly when the shown data changes. */
  show(name: ClassName, pk: number, seen = new Set<string>()): string {
    const label = `${name}:${pk}`;
    const row = this.#table(name).rows.get(pk);
    if (row === undefined) return 'missing';
    if (seen.has(label)) return `#${label}`;
    seen.add(label);
    const own = { ...defaults[name], ...row.fields };
    const texts = Object.keys(own)
      .sort()
      .map(
        (field) =>
          `${field}${this.#showRef(name, field, row.fields[field])}=${this.#showField(name, field, own[field], seen)}`,
      );
    return `${label}{${texts.join(' ')}}`;
  }

  #showRef(name: ClassName, field: string, stored: unknown): string {
    const keys = stored as number | number[] | null | undefined;
    if (!relations[name].some(([relation]) => relation === field)) return '';
    return `@${keys?.toString() ?? ''}`;
  }

  #showField(name: ClassName, field: string, value: unknown, seen: Set<string>): string {
    const to = relations[name].find(([relation]) => relation === field)?.[1];
    if (to === undefined || value === null || value === undefined)
      return JSON.stringify(value) ?? 'undefined';
    if (Array.isArray(value)) {
      const there = (value as number[]).filter((pk) => this.has(to, pk));
      return `[${there.map((pk) => this.show(to, pk, seen)).join(' ')}]`;
    }
    if (typeof value === 'number' && this.has(to, value)) return this.show(to, value, seen);
    return JSON.stringify(defaults[name][field]) ?? 'undefined';
  }

  #reference(to: TableName, value: unknown, seq: number): number {
    return typeof value === 'number' ? value : this.put(to, value as Item, seq);
  }

  #table(name: ClassName): Table {
    return this.tables[name === 'Card' ? 'Person' : name];
  }
}

function emptyTables(): Record<TableName, Table> {
  const empty = (): Table => ({ known: false, rows: new Map(), tombstones: new Map() });
  return { Person: empty(), Team: empty(), Cat: empty(), Dog: empty() };
}
