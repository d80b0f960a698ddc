import { firstName, serverKeyOf } from '../reactive/names';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import { Entity } from '../schema/entity';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import { FOLLOW, planOf } from '../schema/plan';
import { Follow, type KeyChange, type Named, type Renamed } from '../store/followers';
import { nameRow } from '../store/rename-row';
import type { KeyRenaming } from '../store/key-renaming';
import type { Store } from '../store/store';
import { type Fields, setField } from '../util/plain-data';

/** Identifies one set of the values of an entity, such as a currency or a locale. */
export type Lens = string | number;

/** The field of a value row that contains the reference to the entity. */
export const ENTITY = '@entity';

/** The field in which a value row stores its lens. */
const LENS = '@lens';

/**
 * How the values of a Scalar are stored: each entity has one row per lens, beside its own row. These rows follow their
 * entities.
 */
export class LensValues extends Follow {
  /**
   * The class of the value rows. Each row references its entity. Therefore a change to the entity makes a new instance
   * of the row, and the entity stays in the cache while the row is in use.
   */
  readonly rows: EntityClass = rowsOf(this);

  /**
   * @param type the class of the entities
   * @param fields the names of the fields that depend on the lens
   */
  constructor(
    readonly type: EntityClass,
    readonly fields: readonly string[],
  ) {
    super();
  }

  /** Returns the key of a value row. The lenses `5` and `'5'` have the same key. */
  keyOf(pk: Pk, lens: unknown): string {
    return `${JSON.stringify(pk)} ${lens as Lens}`;
  }

  rowOf(pk: Pk, lens: Lens, values: Fields): Fields {
    return { ...values, [ENTITY]: pk, [LENS]: String(lens) };
  }

  /** Splits the row of an entity into the fields that depend on a lens and the fields that do not. */
  split(row: Fields): { readonly values: Fields; readonly others: Fields } {
    const [values, others] = [{}, {}];
    for (const name of Object.keys(row)) {
      setField(this.fields.includes(name) ? values : others, name, row[name]);
    }
    return { values, others };
  }

  /** Deletes the values of deleted entities. While an entity is unknown, its values wait for it. */
  override complete(store: Store, table: Table, input: Input): void {
    const entities = this.#entitiesOf(store);
    const gone = new Set<unknown>();
    for (let next = input.first; next; next = next.next) {
      const { plan, pk, row } = next;
      if (row || plan.identity !== entities.plan.identity) continue;
      const isKnown = entities.record(pk) ?? store.known(entities, pk).data;
      // An entity that was created has its temporary id, and the one from the server.
      const names = [pk, firstName(entities, pk), serverKeyOf(entities, pk)];
      if (isKnown) for (const name of names) gone.add(name);
    }
    if (gone.size === 0) return;
    for (const [row, data] of valuesIn(store, table)) {
      if (gone.has(data[ENTITY])) input.put(table.plan, row.pk, undefined);
    }
  }

  /** Drops the values of an entity that was deleted after they were requested. */
  override arrive(store: Store, table: Table, input: Input, order: number): void {
    const mayBeGone = store.order.hasGraves || store.overlay?.isBusy;
    if (!mayBeGone || !input.plans.has(table.plan)) return;
    const entities = this.#entitiesOf(store);
    for (let next = input.first; next; next = next.next) {
      if (next.plan !== table.plan || !next.row) continue;
      const entity = entities.index.get(next.row[ENTITY] as Pk);
      if (typeof entity !== 'object') continue;
      const isLate = store.overlay?.isDeletedAfter(entity, order);
      if (isLate || store.order.isBuried(entity, order)) next.row = undefined;
    }
  }

  /** The values of a created entity are also those of the id that the server has given to it. */
  override rename(store: Store, table: Table, from: Pk, to: Pk): void {
    for (const [row, data] of valuesIn(store, table)) {
      if (data[ENTITY] === from) nameRow(store, table, row.pk, this.#keyFor(data, to));
    }
  }

  override renamed(store: Store, table: Table, _: Fields, [from, to]: KeyChange): Renamed {
    // The references to the entity have its new key already.
    return valuesIn(store, table).flatMap(([{ pk }, data]) => {
      const [old, next] = [this.#keyFor(data, from), this.#keyFor(data, to)];
      if (data[ENTITY] !== to || pk === next) return [];
      return [[table.index.has(old) ? old : pk, next, {}] as const];
    });
  }

  override keyAfter(data: Fields, renaming: KeyRenaming): Pk | undefined {
    const isOwn = renaming.names(planOf(this.type), data[ENTITY] as Pk);
    return isOwn ? this.#keyFor(data, renaming.to) : undefined;
  }

  override within(record: Fields): Named {
    return { plan: planOf(this.type), pk: record[ENTITY] as Pk };
  }

  #keyFor(row: Fields, pk: Pk): string {
    return this.keyOf(pk, row[LENS]);
  }

  #entitiesOf({ tables }: Store): Table {
    return tables.for(this.type).main;
  }
}

/** Creates the Entity class whose rows store the values of a Scalar. */
function rowsOf(of: LensValues): EntityClass {
  const rows = class extends Entity {
    static readonly [FOLLOW] = of;

    static override get schema() {
      const { schema } = planOf(of.type).type;
      const own: Record<string, SchemaLike> = { [ENTITY]: of.type };
      for (const name of of.fields) {
        if (Object.hasOwn(schema, name)) setField(own, name, schema[name]);
      }
      return own;
    }
  };
  // Computed when it is needed, because with circular imports the class may not be defined yet.
  Object.defineProperty(rows, 'name', { get: () => `Scalar of ${planOf(of.type).name}` });
  return rows;
}

/** The value rows with what they contain, also those that pending changes hide. */
function valuesIn(store: Store, table: Table): (readonly [Row, Fields])[] {
  const held = [...store.tables.held.keys()].filter((row) => row.table === table && !row.data);
  return [...table.all(), ...held].flatMap((row) => {
    const data = row.data ?? store.known(table, row.pk).data;
    return data ? [[row, data] as const] : [];
  });
}
