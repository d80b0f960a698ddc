import { active, addEdge, Node, removeEdge, type Saved, use } from '../reactive/node';
import type { Results } from '../reactive/results';
import type { Row } from '../reactive/row';
import { All } from '../schema/all';
import type { Entity } from '../schema/entity';
import { canonicalPk } from '../schema/pk';
import {
  type Computable,
  type Known,
  type Queryable,
  type QueryableNode,
  type ReadContext,
  UNKNOWN,
} from '../schema/queryable';
import { getOrInsert } from '../util/get-or-insert';
import { structuralKey } from '../util/structural-key';
import { type LensSchema, viewOf } from './lens-schema';
import type { Lens, LensValues } from './lens-values';

/** A list of entities through a lens. */
export class LensList<E extends Entity, Args extends readonly unknown[]> implements QueryableNode<
  E[],
  Args
> {
  readonly isFresh = true;
  /** The items of each result. */
  readonly #items = new WeakMap<Node, LensItems>();

  constructor(
    private readonly schema: LensSchema<E>,
    private readonly list: Queryable,
  ) {}

  /** Arguments with an equal lens share the list, unless the list inside depends on them. */
  readonly key = (...args: Args): string => {
    const { key } = this.list as Partial<Computable>;
    const rest = this.list instanceof All ? [] : (key?.apply(this.list, args as never) ?? args);
    return structuralKey([this.#lens(args), rest]);
  };

  read(reader: ReadContext, args: Args): Known<E[]> {
    const entities = reader.read(this.list, args);
    if (!Array.isArray(entities)) return UNKNOWN;
    const lens = this.#lens(args);
    if (lens === undefined) return entities as E[];
    const create = () => new LensItems(this.schema.values, lens, reader as Results);
    const items = getOrInsert(this.#items, active!, create);
    items.entities = entities as E[];
    return use(items) as E[];
  }

  #lens(args: Args): Lens | undefined {
    return this.schema.lens(args[0] ?? {});
  }
}

/** An entity of the list, and what the list shows in its place. */
interface Item {
  readonly entity: Entity;
  readonly row: Row;
  values?: Entity | undefined;
  shown?: Entity;
}

/** The items of a list. They keep their edges, so that an edit costs one copy of the array. */
class LensItems extends Node {
  entities: readonly Entity[] = [];
  #items: readonly Item[] = [];

  constructor(
    private readonly of: LensValues,
    private readonly lens: Lens,
    private readonly results: Results,
  ) {
    super();
  }

  /** The rows with the values of the lens, also those without data. */
  get rows(): readonly Row[] {
    return this.#items.map(({ row }) => row);
  }

  get saved(): Saved {
    return 'never';
  }

  override left(): void {
    for (const { row } of this.#items) removeEdge(row, this);
    this.#items = [];
  }

  read(): readonly Entity[] {
    const { entities, of, results } = this;
    const table = results.tables.for(of.rows);
    const last = this.#items;
    const shift = entities.length - last.length;
    const items = entities.map((entity, i): Item => {
      const known = last[i]?.entity === entity ? last[i] : last[i - shift];
      // The key of a dirty row may name another row now.
      if (known?.entity === entity && !known.row.dirty) return known;
      return { entity, row: table.row(of.keyOf(canonicalPk(entity.pk())!, this.lens)) };
    });
    last.forEach(({ row }, i) => last[i] === items[i] || removeEdge(row, this));
    for (const { row } of items) addEdge(row, this);
    this.#items = items;
    this.dirty = false;
    return items.map((item) => {
      const values = item.row.read();
      if (!item.shown || values !== item.values) {
        item.shown = (values && viewOf(of, values, results)) ?? item.entity;
        item.values = values;
      }
      return item.shown;
    });
  }
}
