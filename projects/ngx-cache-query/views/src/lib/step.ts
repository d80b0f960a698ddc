import type { Order, Sink } from './row';
import type { LiveSources } from './live-sources';

/** The arguments of a view. */
export type Args = readonly unknown[];

/** The context in which a step of an incremental result runs. */
export interface Flow {
  readonly args: Args;
  /** The order of the incoming rows. */
  readonly order: Order;
  /** Whether the sender of the incoming rows no longer uses them. If so, the step can change these rows in place. */
  readonly ownsRows: boolean;
  /** Adds other entities as sources, for steps that read entities outside the list. */
  readonly sources: LiveSources;
  /** Creates the sink for the next steps. `order` compares the rows that the sink receives. */
  readonly next: (order: Order) => Sink;
}

/**
 * A step of a {@link view}.
 *
 * @typeParam In the type of the input, which is a list; after `groupRows`, the list of a group
 * @typeParam Out the type of the result
 * @typeParam P the types of the view arguments that the step uses
 */
export interface ViewStep<In, Out, P extends readonly unknown[]> {
  /** @internal */
  apply(input: In, args: P): Out;
  /** @internal */
  follow(flow: Flow): Sink;
}

export type AnyStep = ViewStep<never, unknown, never>;

/** The name of a field of an item, or a function that derives a value from the item. */
export type Selector<T, P extends readonly unknown[], Value = unknown> =
  { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((item: T, ...args: P) => Value);

/**
 * Returns a function that applies `selector` to an item. The selector is the name of a field, or a function that
 * receives the item and `args`.
 */
export function selecting(selector: unknown, args: Args): (item: unknown) => unknown {
  if (typeof selector !== 'function') return (item) => (item as never)[selector as never];
  return withArgs(selector as (item: unknown, ...rest: Args) => unknown, args);
}

/** Returns a function that takes only the item, and calls `make` with the item and the given arguments. */
export function withArgs<T>(
  make: (item: unknown, ...args: Args) => T,
  args: Args,
): (item: unknown) => T {
  if (args.length === 0) return make;
  if (args.length === 1) return (item) => make(item, args[0]);
  return (item) => make(item, ...args);
}
