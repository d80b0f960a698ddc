import { type Bucket, type FieldIndex, indexOver } from '../reactive/field-index';
import type { Live } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import { All } from '../schema/all';
import type { EntityClass } from '../schema/entity';
import { isEntityClass, planOf } from '../schema/plan';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import type { Fields } from '../util/plain-data';
import { ListSource, RowSource, type Source, type Test } from './sources';
import { type AnyStep, type Args, type Follow, openPipe, Pipe } from './step';
import type { EqualStep } from './where';

/**
 * Maintains the result of a view. After an error, it begins anew.
 *
 * @param listOf checks that a value is a list
 */
export function maintain(
  steps: readonly AnyStep[],
  listOf: (entries: unknown) => readonly unknown[],
  schema: unknown,
  args: Args,
  result: Result,
  results: Results,
): Live {
  /** The entities that the view joins. */
  let others: (readonly [source: Source, pipe: Pipe])[] = [];
  let pipe: Pipe | undefined;
  const { journal, tables } = results;
  const rowsOf = (types: readonly EntityClass[], tests?: readonly Test[], bucket?: Bucket) =>
    types.map((type, i) => {
      const outdated = () => void invalidate(result, journal);
      return new RowSource(tables.of(planOf(type)), i / types.length, outdated, tests, bucket);
    });
  const follow: Follow = (types, change) => {
    const joined = new Pipe([], { change, read: () => undefined });
    others.push(...rowsOf(types).map((source) => [source, joined] as const));
  };
  const drop = (): void => {
    pipe = undefined;
    for (const source of sources) source.forget();
    for (const [source] of others) source.end();
    others = [];
  };

  let rest = steps;
  let sources: readonly Source[];
  if (schema instanceof All) {
    const { types } = schema as { readonly types: readonly EntityClass[] };
    const wanted = types.length === 1 ? (steps as [EqualStep?])[0]?.wanted?.(args) : undefined;
    const index = wanted && indexOf(results, types[0], wanted);
    let at = index ? 1 : 0;
    const tests: Test[] = [];
    for (let test; (test = steps[at]?.test) !== undefined; at++) tests.push(test(args));
    rest = steps.slice(at);
    sources = rowsOf(types, tests, index?.bucketOf(wanted!));
  } else {
    let input: unknown;
    const list = () => {
      input = results.input(schema as Queryable, args, input);
      return input === UNKNOWN ? undefined : listOf(input);
    };
    sources = [new ListSource(list)];
  }

  return {
    read: (shown) => {
      try {
        if (!sources.some((source) => source.load())) {
          drop();
          return UNKNOWN;
        }
        pipe ??= openPipe(rest, args, follow);
        for (const source of sources) source.settle(pipe);
        for (const [source, joined] of others) source.settle(joined);
        return pipe.read(shown);
      } catch (error) {
        drop();
        throw error;
      }
    },
    end: () => {
      drop();
      for (const source of sources) source.end();
    },
  };
}

/** Returns the index over fields that have the same values in a row and in its instance. */
function indexOf(results: Results, type: EntityClass, wanted: Fields): FieldIndex | undefined {
  const table = results.tables.of(planOf(type));
  const { members, ownFromJS } = table.plan;
  const { schema } = table.plan.type;
  const names = Object.keys(wanted);
  const isStored = (name: string) =>
    !members.has(name) && (schema[name] === undefined || isEntityClass(schema[name]));
  return names.length > 0 && !ownFromJS && names.every(isStored)
    ? indexOver(table, names, true)
    : undefined;
}
