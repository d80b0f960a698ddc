import { type Entity } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { type Computable, type Queryable, readQueryable } from '../schema/queryable';
import { Query } from '../schema/query';
import { type Fields, isPlainObject } from '../util/plain-data';
import type { EntityClass } from '../schema/schema';
import type { ChangeSet } from '../store/change-set';
import { type Listener, Store } from '../store/store';
import { NotifyQueue } from './notify-queue';
import type { Computation, ComputationHost } from './computation';
import { Computations } from './computations';
import { Draft } from '../graph/draft';
import type { EntityType } from '../graph/entity-type';
import { Graph } from '../graph/graph';
import { invalidate } from '../graph/invalidation';
import type { Source } from '../graph/source';
import { isProcessing, trackRead } from './process-run';
import type { MemoReader } from './query-memo';
import type { IncrementalReader } from './incremental/incremental-process';
import { GraphSweep } from '../graph/graph-sweep';
import type { Tracker } from './tracker';

// Results of queries are computed when they are read, and emitted after each commit that changed them. The core uses
// this folder through Reader. This folder depends on no feature. Interface for features: if a `process` function has
// the member INCREMENTAL, its result is maintained incrementally (see the `incremental` folder).

/** Reads the store, tracks which sources each result depends on, and notifies observers after each commit. */
export class Reader implements MemoReader, ComputationHost {
  readonly store: Store;
  sweep = 0;
  commits = 0;

  readonly incremental: IncrementalReader;

  /** The graph of the committed rows. */
  readonly graph: Graph;
  /** The graph for reads. This is the committed graph, or the draft of an open batch. */
  #current: Graph;
  #draft: Draft | undefined;
  #sources: Tracker | undefined;
  /** The stored results. */
  readonly computations = new Computations(this);
  readonly #queue = new NotifyQueue();

  /**
   * @param report receives errors that cannot be passed to a caller
   * @param onCommit called for each commit after subscribers were notified
   * @param onUncommittedChange called when the uncommitted writes of a batch change
   * @param isMeasured whether the durations of `process` functions are measured for extensions
   */
  constructor(
    report: (error: unknown) => void,
    private readonly onCommit: (changes: ChangeSet) => void,
    onUncommittedChange: () => void,
    readonly isMeasured = false,
  ) {
    const listener: Listener = {
      apply: (changes) => this.#apply(changes),
      notify: (changes, settled) => this.#notify(changes, settled),
      uncommittedChanged: onUncommittedChange,
    };
    this.store = new Store(listener, report);
    const graph = new Graph(this.store);
    this.graph = this.#current = graph;
    this.incremental = {
      typeOf: (type) => graph.typeOf(planOf(type)),
      instance: (cell, record) => graph.instance(cell, record)!,
      dropInstance: (cell) => cell.type.dropInstance(cell, this.sweep),
    };
  }

  /** Returns the current result of a queryable, or {@link UNKNOWN} if the cache has no data. */
  get(queryable: Queryable, args: readonly unknown[]): unknown {
    return isProcessing()
      ? trackRead(() => this.#get(queryable, args))
      : this.#get(queryable, args);
  }

  /** Returns the computation that all equal reads share. */
  computation(queryable: Queryable, args: readonly unknown[]): Computation {
    return this.computations.of(queryable, args);
  }

  entity(type: EntityClass, pk: Pk): Entity | undefined {
    const graph = this.#current;
    const entityType = graph.typeOf(planOf(type));
    const cell = entityType.cell(entityType.table.keyOf(pk));
    return graph.entityOf(this.use(cell));
  }

  all(types: readonly EntityClass[]): readonly Entity[] | undefined {
    const graph = this.#current;
    for (const type of types) {
      const entityType = this.use(graph.typeOf(planOf(type)));
      if (types.length === 1) return graph.allOf(entityType);
    }
    this.use(graph.listOf(types));
    return graph.read(() => graph.all(types));
  }

  find(type: EntityClass, values: Fields): Entity | undefined {
    const entityType = this.#current.typeOf(planOf(type));
    const fields = Object.keys(values).sort();
    const pk = this.isDraft
      ? entityType.indexes.scan(fields, values)
      : this.#lookUp(entityType, fields, values);
    return pk === undefined ? undefined : this.entity(type, pk);
  }

  compute(query: Computable, args: readonly unknown[]): unknown {
    return this.#readShared(this.computation(query as unknown as Queryable, args));
  }

  /** The graph for reads. This is the committed graph, or the graph of an open batch. */
  get current(): Graph {
    return this.#current;
  }

  /**
   * Records that `source` is being read, and returns it. The current computation becomes dependent on the source, and
   * the next sweep keeps the source.
   */
  use<S extends Source>(source: S): S {
    source.markRead(this.sweep);
    this.#sources?.add(source);
    return source;
  }

  depend(source: Source): void {
    this.#sources?.add(source);
  }

  track(tracker: Tracker | undefined): Tracker | undefined {
    const outer = this.#sources;
    this.#sources = tracker;
    return outer;
  }

  get hasDraft(): boolean {
    return this.store.uncommitted !== undefined;
  }

  draft(evaluate: () => unknown): { readonly value: unknown } | undefined {
    const graph = this.draftGraph;
    if (graph === undefined) return undefined;
    const [outer, sources] = [this.#current, this.#sources];
    this.#current = graph;
    this.#sources = undefined;
    try {
      return { value: evaluate() };
    } finally {
      this.#current = outer;
      this.#sources = sources;
    }
  }

  schedule(computation: Computation): void {
    this.#queue.schedule(computation);
  }

  /** Whether a draft is being read. If so, the result must not be stored. */
  get isDraft(): boolean {
    return this.#current !== this.graph;
  }

  /**
   * Drops computations and nodes that have no observers and have not been read since the last sweep. Works in steps.
   *
   * @returns whether the next sweep may drop more data
   */
  *sweepSteps(): Generator<void, boolean> {
    const sweep = this.sweep++;
    const more = this.computations.sweep(sweep);
    const graph = new GraphSweep(this.graph, sweep);
    yield* graph.run();
    return more || graph.more;
  }

  /** Runs all steps of {@link sweepSteps}. */
  sweepNow(): void {
    const sweep = this.sweepSteps();
    while (sweep.next().done !== true);
  }

  /** Drops the results and nodes that have no observers. Called after the store has been emptied. */
  purge(): void {
    this.computations.purge();
    this.graph.purge();
    // The first sweep keeps data that was read since the previous sweep. Therefore a second sweep drops the rest.
    for (let sweeps = 0; sweeps < 2; sweeps++) this.sweepNow();
  }

  /** Completes all subscribers and drops all data. */
  end(): void {
    this.computations.end();
    this.store.write(this.store.emptying());
    this.purge();
  }

  #get(queryable: Queryable, args: readonly unknown[]): unknown {
    return queryable instanceof Query || isPlainObject(queryable)
      ? this.#readShared(this.computation(queryable, args))
      : this.#direct(queryable, args);
  }

  #lookUp(type: EntityType, fields: readonly string[], values: Fields): Pk | undefined {
    return this.use(type.indexes.over(fields)!.of(values)).first;
  }

  #direct(queryable: Queryable, args: readonly unknown[]): unknown {
    const evaluate = () => readQueryable(queryable, args, this);
    const draft = this.draft(evaluate);
    return draft === undefined ? evaluate() : draft.value;
  }

  /**
   * Returns the result of a computation. A computation that reads this result becomes dependent on the same sources.
   */
  #readShared(computation: Computation): unknown {
    try {
      return computation.read();
    } finally {
      if (this.#sources !== undefined) {
        for (const source of computation.sources) this.#sources.add(source);
      }
    }
  }

  /** The graph of the open batch; `undefined` if there is no batch or it contains no writes. */
  get draftGraph(): Graph | undefined {
    const transaction = this.store.uncommitted;
    if (transaction === undefined) return (this.#draft = undefined);
    if (this.#draft?.transaction !== transaction) {
      this.#draft = new Draft(this.graph, this.store, transaction);
    }
    return this.#draft.catchUp().graph;
  }

  #apply(changes: ChangeSet): void {
    this.commits++;
    const touched = invalidate(this.graph, changes);
    this.#draft?.handOver();
    this.#draft = undefined;
    for (const source of touched) source.bump();
  }

  #notify(changes: ChangeSet | undefined, settled: (() => void) | undefined): void {
    const queue = this.#queue;
    queue.drain();
    if (changes !== undefined) {
      this.onCommit(changes);
      queue.drain();
    }
    if (settled !== undefined) {
      settled();
      queue.drain();
    }
  }
}
