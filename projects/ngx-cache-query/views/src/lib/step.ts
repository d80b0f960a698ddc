import type { Order, Sink } from './row';
import type { LiveSources } from './live-sources';

/** The arguments of a view. */
export type Args = readonly unknown[];

/** What a step is told when it begins to follow. */
export interface Flow {
  readonly args: Args;
  /** How the rows are ordered that come. */
  readonly order: Order;
  /** Whether nobody else holds the rows that come. */
  readonly isFirst: boolean;
  /** Where changes come from, for steps that look at more than the list. */
  readonly sources: LiveSources;
  /** The steps that follow, ready for rows in that order. */
  readonly next: (order: Order) => Sink;
}

/**
 * A step of a `view`: what it makes of a value, and how it follows changes.
 *
 * @typeParam In what it takes: a list, after `groupRows` the list of each group
 * @typeParam Out what it makes of it
 * @typeParam P the arguments of the view that it looks at
 */
export interface ViewStep<In, Out, P extends readonly unknown[]> {
  /** @internal */
  apply(input: In, args: P): Out;
  /** @internal */
  follow(flow: Flow): Sink;
}

/** Any step, with its types aside. */
export type AnyStep = ViewStep<never, unknown, never>;

/** Names a field of an item, or makes a value of it. */
export type Selector<T, P extends readonly unknown[], Value = unknown> =
  { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((item: T, ...args: P) => Value);

/** A selector as a function of the item, with the arguments in place. */
export function selecting(selector: unknown, args: Args): (item: unknown) => unknown {
  if (typeof selector !== 'function') return (item) => (item as never)[selector as never];
  return withArgs(selector as (item: unknown, ...rest: Args) => unknown, args);
}

/** A function of an item, with the arguments in place. */
export function withArgs<T>(
  make: (item: unknown, ...args: Args) => T,
  args: Args,
): (item: unknown) => T {
  if (args.length === 0) return make;
  if (args.length === 1) return (item) => make(item, args[0]);
  return (item) => make(item, ...args);
}
