import { type Bucket, type FieldIndex, indexOver } from '../reactive/field-index';
import type { Live } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import { All } from '../schema/all';
import type { EntityClass } from '../schema/entity';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
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
    const index = wanted && this.#indexOver(planOf(types[0]), Object.keys(wanted));
    let i = index ? 1 : 0;
    const tests = [];
    for (let test; (test = steps[i]?.test) !== undefined; i++) tests.push(test(args));
    this.#steps = steps.slice(i);
    this.#source = this.#rows(types, tests, index?.bucketOf(wanted!));
    this.#index = index;
    if (index) index.users++;
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
    if (this.#index) this.#index.users--;
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
  #indexOver(plan: Plan, names: readonly string[]): FieldIndex | undefined {
    const { schema } = plan.type;
    const isStored = (name: string) =>
      !plan.members.has(name) && (schema[name] === undefined || isEntityClass(schema[name]));
    return names.length > 0 && !plan.ownFromJS && names.every(isStored)
      ? indexOver(this.results.tables, plan, names, true)
      : undefined;
  }
}
