import type { LiveResult } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import { All } from '../schema/all';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { listSource } from './list-source';
import { rowSource } from './row-source';
import { type AnyStep, type Args, openPipe, type Sink, type Test } from './step';
import type { EqualStep } from './where';

/** The sink of a view, and a function that passes changes to it. It returns whether the items are known. */
type Opened = readonly [sink: Sink, settle: () => boolean];

/** Maintains the result of a view. After an error, it begins anew. */
export function maintain(
  steps: readonly AnyStep[],
  schema: unknown,
  args: Args,
  result: Result,
  results: Results,
): LiveResult {
  const { journal, tables } = results;

  const ends: (() => void)[] = [];
  const end = () => {
    opened = undefined;
    for (const each of ends.splice(0)) each();
  };

  const open = (): Opened => {
    const outdated = (isTooMuch?: boolean) => {
      if (isTooMuch) end();
      invalidate(result, journal);
    };
    end();
    const live = { tables, outdated, ends };
    if (schema instanceof All) {
      // The first tests need no instances, and an index can replace the first `whereEquals`.
      const tests: Test[] = [];
      for (let test; (test = steps[tests.length]?.test);) tests.push(test(args));
      const sink = openPipe(steps.slice(tests.length), args, live);
      const wanted = (steps as [EqualStep?])[0]?.wanted?.(args);
      return [sink, rowSource(live, schema.types, sink, tests, wanted)];
    }
    const sink = openPipe(steps, args, live);
    const pass = listSource(sink);
    let input: unknown;
    const settle = () => {
      // An unknown list is like an empty one, so that nothing keeps its last items.
      input = results.input(schema as Queryable, args, input);
      pass(input === UNKNOWN ? [] : input);
      return input !== UNKNOWN;
    };
    return [sink, settle];
  };

  /**
   * `undefined` at first, and if an error has interrupted the last read. The sources still mark the result as outdated
   * then, so that it can recover inside a batch.
   */
  let opened: Opened | undefined;
  return {
    read: (shown) => {
      const [sink, settle] = opened ?? open();
      opened = undefined;
      const isKnown = settle();
      const value = sink.read(shown);
      opened = [sink, settle];
      return isKnown ? value : UNKNOWN;
    },
    end,
  };
}
