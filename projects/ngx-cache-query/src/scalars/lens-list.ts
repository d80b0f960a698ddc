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
    items.next = entities as E[];
    return use(items) as E[];
  }

  #lens(args: Args): Lens | undefined {
    return this.schema.lens(args[0] ?? {});
  }
}

/** The items of a list. They keep their edges, so that an edit costs one copy of the array. */
class LensItems extends Node {
  /** The rows with the values of the items, also those without data. */
  rows: readonly Row[] = [];
  next: readonly Entity[] = [];
  #entities: readonly Entity[] = [];

  constructor(
    private readonly of: LensValues,
    private readonly lens: Lens,
    private readonly results: Results,
  ) {
    super();
  }

  get saved(): Saved {
    return 'never';
  }

  override left(): void {
    for (const row of this.rows) removeEdge(row, this);
    this.rows = [];
  }

  read(): readonly Entity[] {
    const { next, of, results, rows } = this;
    const table = results.tables.for(of.rows);
    const last = this.#entities;
    const shift = next.length - last.length;
    this.left();
    this.rows = next.map((entity, i) => {
      const at = last[i] === entity ? i : i - shift;
      // The key of a dirty row may name another row now.
      if (last[at] === entity && rows[at]?.dirty === false) return rows[at];
      return table.row(of.keyOf(canonicalPk(entity.pk())!, this.lens));
    });
    for (const row of this.rows) addEdge(row, this);
    this.#entities = next;
    this.dirty = false;
    return this.rows.map((row, i) => {
      const values = row.read();
      return (values && viewOf(of, values, results)) ?? next[i];
    });
  }
}
