import { type FieldIndex, indexOver } from '../reactive/field-index';
import type { Live } from '../reactive/live';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import { All } from '../schema/all';
import type { EntityClass } from '../schema/entity';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { ListSource, RowSource, type Source } from './sources';
import { type AnyStep, type Args, type Follow, openPipe, type Pipe } from './step';
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
    const rest = index ? steps.slice(1) : steps;
    const isTest = rest.findIndex(({ test }) => !test);
    const tests = rest.slice(0, isTest < 0 ? rest.length : isTest);
    this.#steps = rest.slice(tests.length);
    this.#source = this.#rows(types, tests.map((step) => step.test!(args)), index?.bucketOf(wanted!));
    this.#index = index;
    if (index) index.users++;
  }

  read(): unknown {
    try {
      if (!this.#source.load()) {
        this.#drop();
        return UNKNOWN;
      }
      this.#pipe ??= openPipe(this.#steps, this.args, this.#follow);
      this.#source.settle(this.#pipe);
      for (const [source, pipe] of this.#others) source.settle(pipe);
      return this.#pipe.sink.read(this.result.value);
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
    const sink = { change, read: () => undefined };
    this.#others.push([this.#rows(types), { works: [], sink }]);
  };

  #rows(types: readonly EntityClass[], ...more: readonly unknown[]): RowSource {
    const { journal, tables } = this.results;
    const all = types.map((type) => tables.of(planOf(type)));
    return new RowSource(all, () => invalidate(this.result, journal), ...(more as []));
  }

  /** Returns the index over fields that have the same values in a row and in its instance. */
  #indexOver(plan: Plan, names: readonly string[]): FieldIndex | undefined {
    const isStored = (name: string) => {
      const relation = plan.relations.find((each) => each.name === name);
      return (
        !plan.members.has(name) &&
        !plan.deserializers.some(([field]) => field === name) &&
        (relation === undefined || isEntityClass(relation.schema))
      );
    };
    return names.length > 0 && !plan.ownFromJS && names.every(isStored)
      ? indexOver(this.results.tables, plan, names, true)
      : undefined;
  }
}
