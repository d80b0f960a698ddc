import { recycle } from '../util/equality';
import { listSink } from './list-sink';
import type { CompareValues } from './order-by';
import type { LiveView } from './row-source';
import { byPlace, type Compare, Member } from './sorted';

/** The arguments of a view. */
export type Args = readonly unknown[];

/** Receives the items of a source, and their changes. */
export interface Changes {
  /**
   * Removes `before`, adds `after`, or replaces `before` with `after`. Between two reads of the result, each member is
   * passed only once.
   */
  change(before: Member | undefined, after: Member | undefined): void;
  /** Whether the items can be `undefined`, because the result is the same for any items. */
  readonly isBlind?: boolean;
}

/** Keeps what one or more steps of a view have made of the items, and updates it item by item. */
export interface Sink extends Changes {
  /** Returns the current result, or `shown` if that is equal. `shown` is the result that subscribers have. */
  read(shown: unknown): unknown;
}

/** Whether an item is kept. */
export type Test = (item: unknown) => boolean;

/** Works on one item: changes the item or the sort key of a new member. Returns whether the member is kept. */
export type Work = (member: Member) => boolean;

/** What a step that opens a sink can use. */
export interface Flow {
  readonly args: Args;
  /** Compares the incoming members. */
  readonly compare: Compare;
  /** `undefined` if the view runs once over a list. */
  readonly live: LiveView | undefined;
  /** Opens the next steps, whose members are compared with `compare`. */
  readonly next: (compare: Compare) => Sink;
}

/** A step of a {@link view}. */
export interface ViewStep<In, Out, P extends readonly unknown[]> {
  /** Never called: only a type. */
  types?(input: In, args: P): Out;
  /** @internal The step keeps the items that pass a test. */
  readonly test?: (args: Args) => Test;
  /** @internal The step works on one item at a time. */
  readonly work?: (args: Args) => Work;
  /** @internal Compares the sort keys that the work has set. */
  readonly order?: CompareValues;
  /** @internal The step works on many items. */
  readonly open?: (flow: Flow) => Sink;
  /** @internal The step is a sequence of other steps. */
  readonly parts?: readonly AnyStep[];
}

export type AnyStep = ViewStep<never, unknown, never>;

/** The name of a field of an item, or a function that derives a value from the item. */
export type Selector<T, P extends readonly unknown[], Value = unknown> =
  { [K in keyof T]-?: T[K] extends Value ? K : never }[keyof T] | ((item: T, ...args: P) => Value);

/** Returns a function that takes only the item, and applies a selector to it with the arguments of the view. */
export function selecting(selector: unknown, args: Args): (item: unknown) => unknown {
  if (typeof selector !== 'function') return (item) => (item as never)[selector as never];
  const select = selector as (item: unknown, ...more: Args) => unknown;
  return args.length === 0 ? select : (item) => select(item, ...args);
}

/** Opens the steps of a view. */
export function openPipe(
  steps: readonly AnyStep[],
  args: Args,
  live?: LiveView,
  compare = byPlace,
): Sink {
  if (steps.length === 0) return listSink(compare);
  const works: Work[] = [];
  let step: AnyStep = {};
  let i = 0;
  while (i < steps.length && !step.open && !step.order) {
    step = steps[i++];
    const test = step.test?.(args);
    if (test) works.push(({ item }) => test(item));
    if (step.work) works.push(step.work(args));
  }
  const by = works.length > 0 ? comparing(step.order, compare) : compare;
  const next = (nextBy: Compare) => openPipe(steps.slice(i), args, live, nextBy);
  const sink = step.open ? step.open({ args, compare: by, live, next }) : next(by);
  return works.length > 0 ? working(works, by, sink) : sink;
}

/** Returns the comparator of members that were made from others. */
function comparing(order: CompareValues | undefined, compare: Compare): Compare {
  return (a, b) => order?.(a.key, b.key) || compare(a.place as Member, b.place as Member);
}

/** Works on each item by itself, and passes the results on. */
function working(works: readonly Work[], compare: Compare, sink: Sink): Sink {
  /** Returns `undefined` if the item is not kept. An item that only moves is not evaluated again. */
  const make = (after: Member, before: Member | undefined): Member | undefined => {
    if (before && Object.is(before.item, after.item)) {
      return before.out && new Member(before.out.item, after, before.out.key);
    }
    const made = new Member(after.item, after);
    for (const work of works) if (!work(made)) return undefined;
    return made;
  };
  return {
    change: (before, after) => {
      const last = before?.out;
      let made = after && make(after, before);
      if (last && made) {
        // An equal item keeps its reference.
        made.item = recycle(last.item, made.item);
        if (Object.is(made.item, last.item) && compare(last, made) === 0) {
          last.place = after!;
          made = last;
        }
      }
      if (after) after.out = made;
      if (made !== last) sink.change(last, made);
    },
    read: (shown) => sink.read(shown),
  };
}
