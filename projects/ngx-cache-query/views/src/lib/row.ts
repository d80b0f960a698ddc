import { ascending, type CompareValues, directionOf } from './compare';

/** An item in a step of a view, with its position and its sort key. */
export class Row {
  /**
   * @param value the item
   * @param position the insertion order of its entity, or its place in a list; an array for a joined row, with a number
   *   for each of its entities
   * @param key the sort key; with several sort keys, an array
   */
  constructor(
    public value: unknown,
    readonly position: number | readonly number[],
    public key: unknown = undefined,
  ) {}
}

/** Receives changes from the previous step, and maintains a result. */
export interface Sink {
  /**
   * Removes, adds or replaces a row.
   *
   * @returns whether `after` is used; if not, the sender need not keep it
   */
  change(before: Row | undefined, after: Row | undefined): boolean;
  /** Returns the current result; the same value as the last time if nothing changed. */
  result(): unknown;
}

/** How the rows of a step are ordered: by sort keys, the most important first, then by position. */
export class Order {
  /** Compares two rows; 0 only for a row and itself. */
  readonly compare: CompareValues<Row>;

  constructor(
    private readonly keys: readonly CompareValues[] = [],
    private readonly joined = false,
  ) {
    this.compare = compareRows(keys, joined ? byPositions : byPosition);
  }

  /** How many sort keys a row has. */
  get size(): number {
    return this.keys.length;
  }

  /** The direction, if rows have a single key in natural order; otherwise `undefined`. */
  get direction(): 'asc' | 'desc' | undefined {
    return this.keys.length === 1 ? directionOf(this.keys[0]) : undefined;
  }

  /** Returns an order by `keys` first, and then by this order. */
  within(keys: readonly CompareValues[]): Order {
    return new Order([...keys, ...this.keys], this.joined);
  }

  /** Returns this order for joined rows. */
  join(): Order {
    return new Order(this.keys, true);
  }
}

function compareRows(keys: readonly CompareValues[], last: CompareValues<Row>): CompareValues<Row> {
  if (keys.length === 0) return last;
  const [first] = keys;
  if (keys.length === 1) return (a, b) => first(a.key, b.key) || last(a, b);
  return (a, b) => {
    const [x, y] = [a.key as readonly unknown[], b.key as readonly unknown[]];
    for (let i = 0; i < keys.length; i++) {
      const way = keys[i](x[i], y[i]);
      if (way !== 0) return way;
    }
    return last(a, b);
  };
}

function byPosition(a: Row, b: Row): number {
  return (a.position as number) - (b.position as number);
}

function byPositions(a: Row, b: Row): number {
  const [x, y] = [a.position as readonly number[], b.position as readonly number[]];
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return ascending(x[i], y[i]);
  return 0;
}
