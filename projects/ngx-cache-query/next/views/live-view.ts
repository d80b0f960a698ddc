import { type Bucket, type FieldIndex, indexOver } from '../reactive/field-index';
import type { Live } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import { All } from '../schema/all';
import type { EntityClass } from '../schema/entity';
import { isEntityClass, planOf } from '../schema/plan';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { ListSource, RowSource, type Source, type Test } from './sources';
import { type AnyStep, type Args, type Follow, openPipe, Pipe } from './step';
import type { EqualStep } from './where';

/** The maintained result of a view. After an error, it begins anew. */
export class LiveView implements Live {
  readonly #source: Source;
  /** The steps that the source leaves. */
  readonly #steps: readonly AnyStep[];
  #pipe: Pipe | undefined;
  /** The entities that the view joins. */
  #others: (readonly [source: Source, pipe: Pipe])[] = [];
  #index: FieldIndex | undefined;

  /** @param listOf checks that a value is a list */
  constructor(
    steps: readonly AnyStep[],
    listOf: (entries: unknown) => readonly unknown[],
    schema: unknown,
    private readonly args: Args,
    private readonly result: Result,
    private readonly results: Results,
  ) {
    this.#steps = steps;
    if (!(schema instanceof All)) {
      let input: unknown;
      this.#source = new ListSource(() => {
        input = results.input(schema as Queryable, args, input);
        return input === UNKNOWN ? undefined : listOf(input);
      });
      return;
    }
    const { types } = schema as { readonly types: readonly EntityClass[] };
    const [first] = steps as [Partial<EqualStep>?];
    const wanted = types.length === 1 ? first?.wanted?.(args) : undefined;
    const index = wanted && this.#indexOver(types[0], Object.keys(wanted));
    let i = index ? 1 : 0;
    const tests = [];
    for (let test; (test = steps[i]?.test) !== undefined; i++) tests.push(test(args));
    this.#steps = steps.slice(i);
    this.#source = this.#rows(types, tests, index?.bucketOf(wanted!));
    this.#index = index;
  }

  read(shown: unknown): unknown {
    try {
      if (!this.#source.load()) {
        this.#drop();
        return UNKNOWN;
      }
      this.#pipe ??= openPipe(this.#steps, this.args, this.#follow);
      this.#source.settle(this.#pipe);
      for (const [source, pipe] of this.#others) source.settle(pipe);
      return this.#pipe.read(shown);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  end(): void {
    this.#drop();
    this.#source.end();
    this.#index?.leave();
  }

  #drop(): void {
    this.#pipe = undefined;
    this.#source.forget();
    for (const [source] of this.#others) source.end();
    this.#others = [];
  }

  readonly #follow: Follow = (types, change) => {
    const pipe = new Pipe([], { change, read: () => undefined });
    this.#others.push([this.#rows(types), pipe]);
  };

  #rows(types: readonly EntityClass[], tests?: readonly Test[], bucket?: Bucket): RowSource {
    const { journal, tables } = this.results;
    const all = types.map((type) => tables.of(planOf(type)));
    return new RowSource(all, () => invalidate(this.result, journal), tests, bucket);
  }

  /** Returns the index over fields that have the same values in a row and in its instance. */
  #indexOver(type: EntityClass, names: readonly string[]): FieldIndex | undefined {
    const table = this.results.tables.of(planOf(type));
    const { members, ownFromJS } = table.plan;
    const { schema } = table.plan.type;
    const isStored = (name: string) =>
      !members.has(name) && (schema[name] === undefined || isEntityClass(schema[name]));
    return names.length > 0 && !ownFromJS && names.every(isStored)
      ? indexOver(table, names, true)
      : undefined;
  }
}
