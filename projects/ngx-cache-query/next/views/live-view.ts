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
import { rowSource } from './row-source';
import { type AnyStep, type Args, type Changes, openPipe, type Sink, type Test } from './step';
import type { EqualStep } from './where';

type EntityTypes = readonly EntityClass[];

/** A view that is maintained, until an error occurs. */
interface Opened {
  readonly sink: Sink;
  /** Passes what has changed to the sink. Returns whether the items are known. */
  readonly settle: () => boolean;
  readonly ends: readonly (() => void)[];
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

  const open = (): Opened => {
    const ends: (() => void)[] = [];
    const follow = (types: EntityTypes, sink: Changes, tests?: readonly Test[], wanted?: Fields) => {
      const settles = types.map((type, i) => {
        const table = results.tables.of(planOf(type));
        const source = { table, bucket: wanted && bucketOf(table, wanted), rank: i / types.length };
        return rowSource(source, sink, outdated, ends, tests);
      });
      return () => settles.filter((settle) => settle()).length > 0;
    };

    if (schema instanceof All) {
      const tests: Test[] = [];
      for (let test; (test = steps[tests.length]?.test) !== undefined;) tests.push(test(args));
      const sink = openPipe(steps.slice(tests.length), args, follow);
      const wanted = (steps as [EqualStep?])[0]?.wanted?.(args);
      const { types } = schema as { readonly types: EntityTypes };
      return { sink, settle: follow(types, sink, tests, wanted), ends };
    }

    const sink = openPipe(steps, args, follow);
    const pass = listSource(sink);
    let input: unknown;
    const settle = () => {
      input = results.input(schema as Queryable, args, input);
      pass(input === UNKNOWN ? [] : input);
      return input !== UNKNOWN;
    };
    return { sink, settle, ends };
  };

  let view = open();
  const end = () => {
    for (const each of view.ends) each();
  };
  return {
    read: (shown) => {
      try {
        const isKnown = view.settle();
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
