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
  /** @internal The step keeps the items that pass a test. */
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
  return args.length === 0 ? make : (item) => make(item, ...args);
}

/** The first steps, which work on each item by itself, and the sink of the other steps. */
export class Pipe implements Sink {
  constructor(
    readonly works: readonly Work[],
    readonly sink: Sink,
  ) {}

  /**
   * Works on a member that replaces another one, and passes the result on. Returns the result: the last member if that is
   * equal, and `undefined` if the item is not kept. An equal item keeps its reference.
   *
   * @param last the result for the replaced member
   */
  pass(last: Member | undefined, member: Member | undefined): Member | undefined {
    const out = member && this.#worked(last, member);
    if (out !== last) this.sink.change(last, out);
    return out;
  }

  change(before: Member | undefined, after: Member | undefined): void {
    const copy = after && new Member(after.item, after.place, after.key);
    const out = this.pass(before?.out, copy);
    if (after) after.out = out;
  }

  read(shown: unknown): unknown {
    return this.sink.read(shown);
  }

  #worked(last: Member | undefined, member: Member): Member | undefined {
    for (const work of this.works) if (!work(member)) return undefined;
    if (!last) return member;
    member.item = recycle(last.item, member.item);
    const isSame = Object.is(last.item, member.item) && last.place === member.place;
    return isSame && Object.is(last.key, recycle(last.key, member.key)) ? last : member;
  }
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
  let i = 0;
  for (const { test, work, orders: more, open } of steps) {
    i++;
    if (test) works.push(testWork(test(args)));
    if (work) works.push(work(args, orders.length));
    if (more) orders = more.concat(orders);
    if (!open) continue;
    const next = () => {
      const pipe = openPipe(steps.slice(i), args, follow, orders);
      return pipe.works.length > 0 ? pipe : pipe.sink;
    };
    return new Pipe(works, open({ args, orders, follow, next }));
  }
  return new Pipe(works, new ListSink(orders));
}

function testWork(test: (item: unknown) => boolean): Work {
  return ({ item }) => test(item);
}
