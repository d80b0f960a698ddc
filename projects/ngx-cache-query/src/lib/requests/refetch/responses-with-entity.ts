import { denormalize } from '../../schema/denormalizer';
import { type EntityPlan, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { Denormalizer, EntityClass, SchemaLike } from '../../schema/schema';
import { references } from '../../store/schema-agreement';
import type { Table } from '../../store/table';
import type { Tables } from '../../store/tables';
import { type Fields, ownField } from '../../util/plain-data';
import type { AnyEndpoint } from '../endpoint';
import type { StandIn } from './entity-stand-ins';

/** An entry of the cache: a row, the list of all rows of a class, or a stored response. */
interface Entry {
  /** The entries that contain this entry. */
  readonly shownBy: Entry[];
  /** The record key, if this entry is a stored response. */
  readonly result?: string;
}

/** The entry key for the list of all rows of a class. */
const LIST = Symbol('list');

/**
 * Finds the stored responses that contain the given entities, directly or through relations. Reads the responses as an
 * application would. For each row or list, records the rows, lists and responses that contain it. Each row is read
 * once, and only if its schema can reference the given entities.
 */
class Mentions implements Denormalizer {
  readonly #entries = new Map<EntityPlan, Map<Pk | typeof LIST, Entry>>();
  readonly #canMention = new Map<EntityPlan, boolean>();
  readonly #targets: Entry[] = [];
  /**
   * The entries that have not been read yet. A work list replaces recursion, because chains of references can be long.
   */
  readonly #waiting: (() => void)[] = [];
  /** The entry that is being read. */
  #by: Entry = { shownBy: [] };

  /** @param pks the keys of the entities; `undefined` for all entities of the table */
  constructor(
    private readonly tables: Tables,
    private readonly table: Table,
    private readonly pks: ReadonlySet<Pk> | undefined,
  ) {}

  /** Returns the record keys of the responses that contain the entities. */
  find(standIns: readonly StandIn[]): Set<string> {
    const { results } = this.tables;
    for (const key of results.index.keys()) {
      const record = results.get(key)!;
      const { schema } = record['endpoint'] as AnyEndpoint;
      this.#result(String(key), schema, record['value']);
    }
    for (const { key, type, pk } of standIns) this.#result(key, type, pk);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
    const found = new Set(this.#targets);
    for (const entry of found) for (const each of entry.shownBy) found.add(each);
    return new Set([...found].flatMap(({ result }) => result ?? []));
  }

  /** @see Denormalizer */
  entity(type: EntityClass, pk: Pk): undefined {
    const plan = planOf(type);
    const isTarget = this.#isTable(plan) && this.pks?.has(pk) !== false;
    this.#note(plan, pk, isTarget, (entry) => {
      const row = this.tables.of(plan).get(pk);
      if (row !== undefined) this.#look(entry, relationsOf(plan, row));
    });
  }

  /** @see Denormalizer */
  all(types: readonly EntityClass[]): undefined {
    for (const type of types) {
      const plan = planOf(type);
      const table = this.tables.of(plan);
      const isTarget = this.#isTable(plan) && this.#hasTargets;
      this.#note(plan, LIST, isTarget, (entry) => {
        this.#by = entry;
        if (plan.relations.length > 0) for (const pk of table.index.keys()) this.entity(type, pk);
      });
    }
  }

  /** Reads a response if its schema can reference the given entities. */
  #result(key: string, schema: SchemaLike, stored: unknown): void {
    if (!references(schema, (plan) => this.#isTable(plan))) return;
    this.#look({ shownBy: [], result: key }, [[schema, stored]]);
  }

  /** Whether a row of a class can contain any of the given entities. */
  #mayShow(plan: EntityPlan): boolean {
    let may = this.#canMention.get(plan);
    if (may === undefined) {
      may = references(plan.type, (each) => this.#isTable(each));
      this.#canMention.set(plan, may);
    }
    return may;
  }

  /** Whether the table contains at least one of the entities. */
  get #hasTargets(): boolean {
    return this.pks === undefined || [...this.pks].some((pk) => this.table.index.has(pk));
  }

  #isTable(plan: EntityPlan): boolean {
    return this.tables.of(plan) === this.table;
  }

  /**
   * Records that the current entry contains the entry with the given key. An entry that was not recorded before is read
   * later.
   */
  #note(
    plan: EntityPlan,
    key: Pk | typeof LIST,
    isTarget: boolean,
    look: (entry: Entry) => void,
  ): void {
    if (!this.#mayShow(plan)) return;
    let entries = this.#entries.get(plan);
    if (entries === undefined)
      this.#entries.set(plan, (entries = new Map<Pk | typeof LIST, Entry>()));
    let entry = entries.get(key);
    if (entry === undefined) {
      const made = (entry = { shownBy: [] });
      entries.set(key, made);
      if (isTarget) this.#targets.push(made);
      this.#waiting.push(() => look(made));
    }
    entry.shownBy.push(this.#by);
  }

  /**
   * Reads each value with its schema. If a value cannot be read, it is treated as if it contained the given entities,
   * so its response is refetched.
   */
  #look(entry: Entry, values: readonly (readonly [schema: SchemaLike, stored: unknown])[]): void {
    this.#by = entry;
    try {
      for (const [schema, stored] of values) denormalize(schema, stored, this);
    } catch {
      this.#targets.push(entry);
    }
  }
}

/**
 * Returns the record keys of the stored responses that contain at least one entity in `pks`. If `pks` is `undefined`,
 * any entity of the table counts.
 */
export function resultsThatMention(
  tables: Tables,
  table: Table,
  pks: ReadonlySet<Pk> | undefined,
  standIns: readonly StandIn[],
): Set<string> {
  return new Mentions(tables, table, pks).find(standIns);
}

function relationsOf(plan: EntityPlan, row: Fields): [SchemaLike, unknown][] {
  return plan.relations.map(([name, schema]) => [schema, ownField(row, name)]);
}
