import {
  type EntityClass,
  type ɵEntityType as EntityType,
  type ɵFieldIndex as FieldIndex,
  ɵFieldKey as FieldKey,
  type ɵRowSource as RowSource,
  type ɵIncrementalReader as IncrementalReader,
  type ɵIncrementalResult as IncrementalResult,
  ɵListFeed as ListFeed,
  type ɵSource as Source,
  ɵcheckComplete as checkComplete,
  ɵcloseIndex as closeIndex,
  ɵisStoredKey as isStoredKey,
  ɵopenIndex as openIndex,
} from 'ngx-cache-query';
import { Count } from './aggregates';
import { Feed } from './feed';
import { Gate, type Test } from './gate';
import type { LiveSources } from './live-sources';
import { pipeline } from './pipeline';
import type { Sink } from './row';
import type { AnyStep, Args } from './step';
import { Tally } from './tally';
import { TestStep } from './where';
import { WhereEquals } from './where-equals';

const EXISTS: Test = () => true;

/** The incremental result of a view. */
export class LiveView implements IncrementalResult, LiveSources {
  readonly sources: Source[] = [];
  readonly #feeds: Pick<Feed, 'settle' | 'end'>[] = [];
  readonly #indexes: (readonly [EntityType, FieldIndex])[] = [];
  readonly #sink: Pick<Sink, 'result'>;

  constructor(
    private readonly reader: IncrementalReader,
    entities: readonly RowSource[],
    steps: readonly AnyStep[],
    args: Args,
  ) {
    try {
      this.#sink = this.#build(entities, steps, args);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void {
    const others = types.map((type) => this.reader.typeOf(type));
    checkComplete(others);
    for (const type of others) this.#follow({ type, changes: type }, [], sink);
  }

  read(): unknown {
    for (const feed of this.#feeds) feed.settle();
    return this.#sink.result();
  }

  end(): void {
    for (const feed of this.#feeds) feed.end();
    for (const [type, index] of this.#indexes) closeIndex(type.indexes, index);
  }

  /**
   * Builds the sinks. The tests at the beginning of the view are combined into a gate. The gate can reject a row before
   * an instance is created for the row.
   */
  #build(
    entities: readonly RowSource[],
    steps: readonly AnyStep[],
    args: Args,
  ): Pick<Sink, 'result'> {
    const [first] = steps;
    const bucket = first instanceof WhereEquals ? this.#lookUp(first, entities, args) : undefined;
    const rows = bucket === undefined ? entities : [bucket];
    const remaining = bucket === undefined ? steps : steps.slice(1);
    const tests: Test[] = [];
    for (const step of remaining) {
      if (!(step instanceof TestStep)) break;
      tests.push(step.test(args));
    }
    const rest = remaining.slice(tests.length);
    if (rest.length === 1 && rest[0] instanceof Count) return this.#tally(rows, tests);
    const sink = pipeline(rest, args, this);
    for (const source of rows) this.#follow(source, tests, sink);
    return sink;
  }

  /**
   * Counts the rows of each source with a {@link Tally}. No sinks are necessary, because the count does not depend on
   * the order of the rows.
   */
  #tally(entities: readonly RowSource[], tests: readonly Test[]): Pick<Sink, 'result'> {
    const tallies = entities.map(({ type, changes }) => {
      this.sources.push(changes);
      // A list may contain keys of entities that are not in the cache. The additional test makes the tally check each
      // row, so that these keys are not counted.
      const all = changes instanceof ListFeed ? [EXISTS, ...tests] : tests;
      const tally = new Tally(type, changes, new Gate(this.reader, type, all));
      this.#feeds.push(tally);
      tally.fill();
      return tally;
    });
    return { result: () => tallies.reduce((sum, { count }) => sum + count, 0) };
  }

  /**
   * Uses an index to find the rows that `step` keeps. `step` must be the first step of the view. Returns `undefined` if
   * no index can be used.
   */
  #lookUp(
    step: Pick<WhereEquals<unknown, Args>, 'wanted'>,
    [{ type, changes }, ...others]: readonly RowSource[],
    args: Args,
  ): RowSource | undefined {
    if (others.length > 0 || changes !== type) return undefined;
    const { fields, values } = step.wanted(args);
    const key = new FieldKey(fields, type.plan);
    if (fields.length === 0 || !isStoredKey(key)) return undefined;
    const index = openIndex(type.indexes, key);
    this.#indexes.push([type, index]);
    this.sources.push(type.knowledge);
    return { type, changes: index.of(values) };
  }

  #follow({ type, changes }: RowSource, tests: readonly Test[], sink: Pick<Sink, 'change'>): void {
    this.sources.push(changes);
    const gate = new Gate(this.reader, type, tests);
    const feed = new Feed(this.reader, type, changes, gate, sink);
    this.#feeds.push(feed);
    feed.fill();
  }
}
