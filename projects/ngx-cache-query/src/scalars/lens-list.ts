import { active, addEdge, Node, removeEdge, use } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import type { Row } from '../reactive/row';
import { All } from '../schema/all';
import type { Entity } from '../schema/entity';
import { canonicalPk } from '../schema/pk';
import { Query } from '../schema/query';
import type { Computable, Queryable, QueryableNode } from '../schema/queryable';
import { getOrInsert } from '../util/get-or-insert';
import { structuralKey } from '../util/structural-key';
import { type LensSchema, viewOf } from './lens-schema';
import type { Lens, LensValues } from './lens-values';

/** Reads a list of entities through a lens. */
export class LensList<E extends Entity, Args extends readonly unknown[]> extends Query<
  QueryableNode<E[], Args>
> {
  readonly #scalar: LensSchema<E>;
  /** The items of each result. */
  readonly #items = new WeakMap<Node, LensItems>();

  constructor(scalar: LensSchema<E>, list: Queryable) {
    super(list as never);
    this.#scalar = scalar;
  }

  /** Arguments with an equal lens share a result, unless the list depends on the others. */
  override key(...args: readonly unknown[]): string {
    const list = this.schema as Partial<Computable>;
    const own = list instanceof All ? [] : (list.key?.(...(args as never)) ?? args);
    return structuralKey([this.#lens(args), own]);
  }

  override process(entities: E[], ...args: readonly unknown[]): E[] {
    const lens = this.#lens(args);
    if (lens === undefined || !active) return entities;
    const result = active as Result; // Otherwise, the application has called `process`.
    const create = () => new LensItems(this.#scalar.values, lens, result.owner);
    const items = getOrInsert(this.#items, result, create);
    items.next = entities;
    return use(items) as E[];
  }

  #lens([params]: readonly unknown[]): Lens | undefined {
    return this.#scalar.lens(params ?? {});
  }
}

/** The items of a list. They remember their rows, so that an edit costs one copy of the array. */
class LensItems extends Node {
  /** The rows with the values of the items, also those without data. */
  rows: readonly Row[] = [];
  /** The entities of which {@link read} returns the items. */
  next: readonly Entity[] = [];
  /** The entities of {@link rows}. */
  #entities: readonly Entity[] = [];

  constructor(
    private readonly of: LensValues,
    private readonly lens: Lens,
    private readonly results: Results,
  ) {
    super();
  }

  override left(): void {
    for (const row of this.rows) removeEdge(row, this);
    this.#entities = [];
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
      const isKnown = last[at] === entity && !rows[at].dirty;
      const row = isKnown ? rows[at] : table.row(of.keyOf(canonicalPk(entity.pk())!, this.lens));
      addEdge(row, this);
      return row;
    });
    this.#entities = next;
    this.dirty = false;
    return this.rows.map((row, i) => {
      const values = row.read();
      return (values && viewOf(of, values, results)) ?? next[i];
    });
  }
}
