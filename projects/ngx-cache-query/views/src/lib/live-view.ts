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

const IS_THERE: Test = () => true;

/** The result of a view that follows changes: each entity that changed is evaluated once, nothing else is. */
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
      this.#sink = this.#begin(entities, steps, args);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  add(types: readonly EntityClass[], sink: Pick<Sink, 'change'>): void {
    const others = types.map((each) => this.reader.typeOf(each));
    checkComplete(others);
    for (const type of others) this.#follow({ type, changes: type }, [], sink);
  }

  read(): unknown {
    for (const feed of this.#feeds) feed.settle();
    return this.#sink.result();
  }

  end(): void {
    for (const feed of this.#feeds) feed.end();
    for (const [type, index] of this.#indexes) type.indexes.close(index);
  }

  /** Tests at the beginning keep rows out before anything is made of them. */
  #begin(
    entities: readonly RowSource[],
    steps: readonly AnyStep[],
    args: Args,
  ): Pick<Sink, 'result'> {
    const [first] = steps;
    const bucket = first instanceof WhereEquals ? this.#route(first, entities, args) : undefined;
    const followed = bucket === undefined ? entities : [bucket];
    const own = bucket === undefined ? steps : steps.slice(1);
    const tests: Test[] = [];
    for (const step of own) {
      if (!(step instanceof TestStep)) break;
      tests.push(step.test(args));
    }
    const rest = own.slice(tests.length);
    if (rest.length === 1 && rest[0] instanceof Count) return this.#tally(followed, tests);
    const sink = pipeline(rest, args, this);
    for (const each of followed) this.#follow(each, tests, sink);
    return sink;
  }

  /** Rows that are only counted need no place. */
  #tally(entities: readonly RowSource[], tests: readonly Test[]): Pick<Sink, 'result'> {
    const tallies = entities.map(({ type, changes }) => {
      this.sources.push(changes);
      // A list may name entities that are not there for now.
      const all = changes instanceof ListFeed ? [IS_THERE, ...tests] : tests;
      const tally = new Tally(type, changes, new Gate(this.reader, type, all));
      this.#feeds.push(tally);
      tally.fill();
      return tally;
    });
    return { result: () => tallies.reduce((sum, { count }) => sum + count, 0) };
  }

  /** The rows that a first `whereEquals` lets through, when they can be looked up. */
  #route(
    step: Pick<WhereEquals<unknown, Args>, 'wanted'>,
    [{ type, changes }, ...others]: readonly RowSource[],
    args: Args,
  ): RowSource | undefined {
    if (others.length > 0 || changes !== type) return undefined;
    const { fields, values } = step.wanted(args);
    const key = new FieldKey(fields, type.plan);
    if (fields.length === 0 || !key.isStored) return undefined;
    const index = type.indexes.open(key);
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
