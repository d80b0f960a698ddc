import type { EntityClass } from '../schema/entity';
import { recycle } from '../util/equality';
import type { CompareValues } from './order-by';
import { ListSink, Member } from './sorted';

/** The arguments of a view. */
export type Args = readonly unknown[];

/** Keeps what one or more steps of a view have made of the items, and updates it item by item. */
export interface Sink {
  /**
   * Removes `before`, adds `after`, or replaces `before` with `after`. Between two calls of {@link read}, each member is
   * passed only once.
   */
  change(before: Member | undefined, after: Member | undefined): void;
  /** Returns the current result, or `shown` if that is equal. `shown` is the result that subscribers have. */
  read(shown: unknown): unknown;
  /** Whether the result is the same for any items. The items can then be `undefined`. */
  readonly isBlind?: boolean;
}

/** Works on one item: changes the item or the sort key of a new member. Returns whether the member is kept. */
export type Work = (member: Member) => boolean;

/** Passes all entities of other classes to `change`, and their changes. */
export type Follow = (types: readonly EntityClass[], change: Sink['change']) => void;

/** What a step that opens a sink can use. */
export interface Flow {
  readonly args: Args;
  /** The orders of the sort keys that the incoming members have. */
  readonly orders: readonly CompareValues[];
  /** `undefined` if the view runs once over a list. */
  readonly follow?: Follow;
  /** Opens the next steps. */
  readonly next: () => Sink;
}

/**
 * A step of a {@link view}.
 *
 * @typeParam In the type of the input, which is a list; after `groupRows`, the list of a group
 * @typeParam Out the type of the result
 * @typeParam P the types of the view arguments that the step uses
 */
export interface ViewStep<In, Out, P extends readonly unknown[]> {
  /** @internal Never called. Only for type inference. */
  types?(input: In, args: P): Out;
  /** @internal The step tests an item: it is a `where`. */
  readonly test?: (args: Args) => (item: unknown) => boolean;
  /** @internal The step works on one item at a time. `size` is the number of sort keys that members have already. */
  readonly work?: (args: Args, size: number) => Work;
  /** @internal The orders of the sort keys that the work puts in front of the others. */
  readonly orders?: readonly CompareValues[];
  /** @internal The step works on many items. */
  readonly open?: (flow: Flow) => Sink;
}

export type AnyStep = ViewStep<never, unknown, never>;

/** The name of a field of an item, or a function that derives a value from the item. */
export type Selector<T, P extends readonly unknown[], Value = unknown> =
  { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((item: T, ...args: P) => Value);

/** Returns a function that applies a selector to an item. */
export function selecting(selector: unknown, args: Args): (item: unknown) => unknown {
  if (typeof selector !== 'function') return (item) => (item as never)[selector as never];
  return withArgs(selector as never, args);
}

/** Returns a function that takes only the item, and calls `make` with the item and the given arguments. */
export function withArgs<T>(
  make: (item: unknown, ...args: Args) => T,
  args: Args,
): (item: unknown) => T {
  if (args.length === 0) return make;
  const [first] = args;
  return args.length === 1 ? (item) => make(item, first) : (item) => make(item, ...args);
}

/** The work of the first steps on each item, and the sink of the other steps. */
export interface Pipe {
  readonly works: readonly Work[];
  readonly sink: Sink;
}

/** Opens the steps of a view. */
export function openPipe(
  steps: readonly AnyStep[],
  args: Args,
  follow?: Follow,
  before: readonly CompareValues[] = [],
): Pipe {
  const works: Work[] = [];
  let orders = before;
  for (const [i, { work, orders: more, open }] of steps.entries()) {
    if (work) works.push(work(args, orders.length));
    if (more) orders = more.concat(orders);
    if (!open) continue;
    const next = () => sinkOf(openPipe(steps.slice(i + 1), args, follow, orders));
    return { works, sink: open({ args, orders, follow, next }) };
  }
  return { works, sink: new ListSink(orders) };
}

function sinkOf({ works, sink }: Pipe): Sink {
  return works.length === 0 ? sink : new ItemWise(works, sink);
}

/** Passes to the next sink what the work on each item makes. */
class ItemWise implements Sink {
  constructor(
    private readonly works: readonly Work[],
    private readonly next: Sink,
  ) {}

  change(before: Member | undefined, after: Member | undefined): void {
    const last = before?.out;
    const out = after && worked(this.works, new Member(after.item, after.place, after.key), last);
    if (after !== undefined) after.out = out;
    if (last !== out) this.next.change(last, out);
  }

  read(shown: unknown): unknown {
    return this.next.read(shown);
  }
}

/**
 * Works on a new member. Returns the last member if that is equal, and `undefined` if the item is not kept. An equal
 * item keeps its reference.
 */
export function worked(
  works: readonly Work[],
  member: Member,
  last: Member | undefined,
): Member | undefined {
  for (const work of works) if (!work(member)) return undefined;
  if (last === undefined) return member;
  member.item = recycle(last.item, member.item);
  const isSame = Object.is(last.item, member.item) && last.place === member.place;
  return isSame && Object.is(last.key, recycle(last.key, member.key)) ? last : member;
}
