import { ascending, type CompareValues, directionOf } from './compare';

/** An item in a step of a view, with its position and its sort key. */
export class Row {
  /**
   * @param value the item
   * @param position the insertion order of the entity, or the position of the item in a list; for a joined row, an
   * array with one such number for each entity
   * @param key the sort key, or an array if there are several sort keys
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
   * Removes `before`, adds `after`, or replaces `before` with `after`.
   *
   * @returns whether `after` is used; if not, the sender does not have to keep the row
   */
  change(before: Row | undefined, after: Row | undefined): boolean;
  /** Returns the current result. If nothing changed, returns the same value as before. */
  result(): unknown;
}

/**
 * The order of the rows in a step. Rows are compared by their sort keys, beginning with the most important one, and
 * then by position.
 */
export class Order {
  /** Compares two rows. Returns 0 only if both rows have equal sort keys and the same position. */
  readonly compare: CompareValues<Row>;

  constructor(
    private readonly keys: readonly CompareValues[] = [],
    private readonly joined = false,
  ) {
    this.compare = compareRows(keys, joined ? byPositions : byPosition);
  }

  /** The number of sort keys that each row has. */
  get size(): number {
    return this.keys.length;
  }

  /** The sort direction if rows have a single sort key in natural order; otherwise `undefined`. */
  get direction(): 'asc' | 'desc' | undefined {
    return this.keys.length === 1 ? directionOf(this.keys[0]) : undefined;
  }

  /** Returns an order that compares rows first by `keys`, and then by this order. */
  within(keys: readonly CompareValues[]): Order {
    return new Order([...keys, ...this.keys], this.joined);
  }

  /**
   * Returns an order for joined rows, whose positions are arrays. The returned order has the same sort keys as this
   * order.
   */
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
