import { type Bucket, indexOver } from '../reactive/field-index';
import type { Live } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import { All } from '../schema/all';
import type { EntityClass } from '../schema/entity';
import { isEntityClass, planOf } from '../schema/plan';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import type { Fields } from '../util/plain-data';
import { listSource } from './list-source';
import { rowSource, type Source } from './row-source';
import { type AnyStep, type Args, type Changes, openPipe, type Sink, type Test } from './step';
import type { EqualStep } from './where';

type FollowRows = (
  types: readonly EntityClass[],
  sink: Changes,
  tests?: readonly Test[],
  bucket?: Bucket,
) => void;

/** A view that is maintained, until an error occurs. */
interface Opened {
  readonly sink: Sink;
  readonly sources: readonly Source[];
  /** Passes what has changed to the sink. Returns whether the items are known. */
  readonly load: () => boolean;
}

/** Maintains the result of a view. After an error, it begins anew. */
export function maintain(
  steps: readonly AnyStep[],
  schema: unknown,
  args: Args,
  result: Result,
  results: Results,
): Live {
  const outdated = () => void invalidate(result, results.journal);
  const tableOf = (type: EntityClass) => results.tables.of(planOf(type));

  const open = (): Opened => {
    const sources: Source[] = [];
    const follow: FollowRows = (types, sink, tests, bucket) =>
      types.forEach((type, i) => {
        sources.push(rowSource(tableOf(type), i / types.length, sink, outdated, tests, bucket));
      });

    if (schema instanceof All) {
      const { types } = schema as { readonly types: readonly EntityClass[] };
      const wanted = types.length === 1 ? (steps as [EqualStep?])[0]?.wanted?.(args) : undefined;
      const tests: Test[] = [];
      for (let test; (test = steps[tests.length]?.test) !== undefined;) tests.push(test(args));
      const sink = openPipe(steps.slice(tests.length), args, follow);
      follow(types, sink, tests, wanted && bucketOf(tableOf(types[0]), wanted));
      return { sink, sources, load: () => types.some((type) => tableOf(type).isKnown) };
    }

    const sink = openPipe(steps, args, follow);
    const pass = listSource(sink);
    let input: unknown;
    const load = () => {
      input = results.input(schema as Queryable, args, input);
      pass(input === UNKNOWN ? [] : input);
      return input !== UNKNOWN;
    };
    return { sink, sources, load };
  };

  let view = open();
  const end = () => {
    for (const source of view.sources) source.end();
  };
  return {
    read: (shown) => {
      try {
        const isKnown = view.load();
        for (const source of view.sources) source.settle();
        const value = view.sink.read(shown);
        return isKnown ? value : UNKNOWN;
      } catch (error) {
        end();
        view = open();
        throw error;
      }
    },
    end,
  };
}

/** Returns the bucket of an index, if the fields have the same values in a row and in its instance. */
function bucketOf(table: Table, wanted: Fields): Bucket | undefined {
  const { members, ownFromJS, type } = table.plan;
  const names = Object.keys(wanted);
  const isStored = (name: string) =>
    !members.has(name) && (type.schema[name] === undefined || isEntityClass(type.schema[name]));
  return names.length > 0 && !ownFromJS && names.every(isStored)
    ? indexOver(table, names, true)!.bucketOf(wanted)
    : undefined;
}
