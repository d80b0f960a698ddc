import { ListSink } from './list-sink';
import { followRowWise, isRowStep } from './row-step';
import { Order, type Sink } from './row';
import type { AnyStep, Args } from './step';
import type { LiveSources } from './live-sources';

/**
 * Creates the sinks for the steps. Each sink passes its rows to the next sink. The last sink builds a list or computes
 * a single value, such as a count.
 */
export function pipeline(steps: readonly AnyStep[], args: Args, sources: LiveSources): Sink {
  const from = (start: number, order: Order): Sink => {
    if (start === steps.length) return new ListSink(order);
    let end = start;
    while (end < steps.length && isRowStep(steps[end])) end++;
    const ownsRows = start === 0;
    if (end > start) {
      const next = (after: Order): Sink => from(end, after);
      return followRowWise(steps.slice(start, end) as never, {
        args,
        order,
        ownsRows,
        sources,
        next,
      });
    }
    const next = (after: Order): Sink => from(start + 1, after);
    return steps[start].follow({ args, order, ownsRows, sources, next });
  };
  return from(0, new Order());
}
