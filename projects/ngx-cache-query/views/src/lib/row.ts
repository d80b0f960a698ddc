import { ascending, type CompareValues, directionOf } from './compare';

/** An item on its way through a view, with what decides its place. */
export class Row {
  /**
   * @param value the item
   * @param arrival when its entity arrived in the cache; of a joined row, that of each of its entities
   * @param key what it is ordered by: a value, of several orderings an array of values
   */
  constructor(
    public value: unknown,
    readonly arrival: number | readonly number[],
    public key: unknown = undefined,
  ) {}
}

/** Takes the changes that the step before makes, and has a result at any time. */
export interface Sink {
  /**
   * One row goes, comes, or takes another one's part.
   *
   * @returns whether something is made of `after`
   */
  change(before: Row | undefined, after: Row | undefined): boolean;
  /** The value now: the same one as the last time when nothing changed. */
  result(): unknown;
}

/** How the rows of a step are ordered: by keys, the most important first, then by arrival. */
export class Order {
  /** Compares two rows; 0 only for a row and itself. */
  readonly compare: CompareValues<Row>;

  constructor(
    private readonly keys: readonly CompareValues[] = [],
    private readonly joined = false,
  ) {
    this.compare = compareRows(keys, joined ? byArrivals : byArrival);
  }

  /** How many keys a row has. */
  get size(): number {
    return this.keys.length;
  }

  /** Up or down, when rows have one key that is compared by itself. */
  get direction(): 'asc' | 'desc' | undefined {
    return this.keys.length === 1 ? directionOf(this.keys[0]) : undefined;
  }

  /** This order within rows that are equal by `keys`. */
  within(keys: readonly CompareValues[]): Order {
    return new Order([...keys, ...this.keys], this.joined);
  }

  /** The order of rows that are joined with others. */
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

function byArrival(a: Row, b: Row): number {
  return (a.arrival as number) - (b.arrival as number);
}

function byArrivals(a: Row, b: Row): number {
  const [x, y] = [a.arrival as readonly number[], b.arrival as readonly number[]];
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return ascending(x[i], y[i]);
  return 0;
}
