import type { Node } from '../reactive/node';
import { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { type WriteCause, type Change, type StoreCommit, Recorder } from '../store/commit';
import type { Store } from '../store/store';
import type { Fields } from '../util/plain-data';
import { type Measure, type QueryInfo, QueryInfos, withDependents } from './query-info';

/** What a commit did to a result. */
export interface Effect extends Measure {
  /** Whether subscribers and signals received another value. */
  readonly hasEmitted: boolean;
}

/**
 * A result that a write has made outdated. Subscribers are notified at the end of the write or with the next frame, and
 * signals read later. So the effect is known when the result is up to date again.
 */
export class Affected {
  readonly #infos: QueryInfos;
  readonly #before: Measure;
  /** What its readers had before; dropped as soon as the effect is known. */
  #shown: unknown;
  #effect: Effect | undefined;

  constructor(
    readonly result: Result,
    /** The changes of rows that the result shows. */
    readonly changes: ReadonlySet<Change>,
  ) {
    this.#infos = QueryInfos.of(result.owner);
    this.#before = this.#infos.measureOf(result);
    this.#shown = shownBy(result);
  }

  /** What the commit did to the result until now. */
  get effect(): Effect {
    if (this.#effect) return this.#effect;
    const { result } = this;
    const { ms, runs } = this.#infos.measureOf(result);
    const shown = shownBy(result);
    const effect = {
      runs: runs - this.#before.runs,
      ms: ms - this.#before.ms,
      // An outdated value may have been dropped.
      hasEmitted:
        !result.isUnused &&
        !Object.is(shown, this.#shown) &&
        (shown !== undefined || !result.dirty),
    };
    if (!result.dirty) this.#end(effect);
    return effect;
  }

  /** Describes the result. */
  get info(): QueryInfo {
    return this.#infos.of(this.result);
  }

  /** Something else makes the result outdated. */
  end(): void {
    this.#end(this.effect);
  }

  #end(effect: Effect): void {
    this.#effect = effect;
    this.#shown = undefined;
  }
}

function shownBy({ subject, value }: Result): unknown {
  return subject ? subject.value : value;
}

/** What dev mode knows of a commit. */
export interface Trace {
  readonly affected: readonly Affected[];
  /** Where the application has called the cache. */
  readonly stack: string | undefined;
}

/** The number of nodes that are visited for one commit, so that a large one stays cheap. */
const MANY = 10_000;

/** The number of calls in a stack. Those of the application are behind those of the cache. */
const DEPTH = 40;

/** Records what commits change, which results they make outdated, and where the application has made them. */
export class TracingRecorder extends Recorder {
  /** What is known of the commits that were not told yet. */
  readonly #traces = new WeakMap<readonly Change[], Trace>();
  /** The results that the open write has made outdated, and the row whose change did. */
  readonly #outdated = new Map<Result, readonly [Table, Pk | undefined]>();
  #touched: readonly [Table, Pk | undefined] | undefined;
  /** What the last commit affected. */
  #last: readonly Affected[] = [];
  /** The last commit that affected a result. */
  readonly #open = new WeakMap<Result, Affected>();
  /** Whether something wants to know which results a commit affects. */
  isOn = false;
  /** Whether something wants to know where the application has called the cache. */
  tracesCalls = false;

  constructor(
    private readonly of: Store,
    results: Results,
    hook: (commit: StoreCommit) => void,
    report: (error: unknown) => void,
  ) {
    super(of, hook, report, Infinity);
    // Outside of writes, results become outdated when requests begin, and when time passes.
    results.outdated = (result) => {
      if (this.isOn && of.isOpen && this.#touched) this.#outdated.set(result, this.#touched);
    };
  }

  /** Returns what is known of a commit. */
  traceOf({ changes }: StoreCommit): Trace | undefined {
    return this.#traces.get(changes);
  }

  override touch(table: Table, pk?: Pk, data?: Fields, arrival?: number): void {
    super.touch(table, pk, data, arrival);
    // A change is noted before it makes results outdated.
    this.#touched = [table, pk];
  }

  override end(cause: WriteCause): void {
    super.end(cause);
    this.#outdated.clear(); // Also if nothing has changed in the end.
  }

  protected override made(commit: StoreCommit): StoreCommit {
    const { cause, changes } = commit;
    const found = new Map([...this.#outdated.keys()].map((each) => [each, new Set<Change>()]));
    for (const [result, [table, pk]] of this.#outdated) {
      const first = changes.find((each) => each.pk === pk && this.#tableOf(each) === table);
      if (first) found.get(result)!.add(first);
    }
    let left = MANY;
    for (const change of changes) {
      for (const node of withDependents(this.#nodesOf(change))) {
        if (left-- <= 0) break;
        if (node instanceof Result) found.get(node)?.add(change);
      }
    }
    for (const each of this.#last) void each.effect; // Most are up to date by now.
    this.#last = [...found].map(([result, own]) => {
      this.#open.get(result)?.end();
      const each = new Affected(result, own);
      this.#open.set(result, each);
      return each;
    });
    const isCall = this.tracesCalls && !cause.request && cause.kind !== 'stream';
    this.#traces.set(changes, { affected: this.#last, stack: isCall ? stackOf() : undefined });
    return commit;
  }

  #tableOf({ type }: Change): Table {
    return this.of.tables.for(type).main;
  }

  /** The nodes of a row: one for each of its classes, and the lists of all entities. */
  #nodesOf(change: Change): Node[] {
    const main = this.#tableOf(change);
    return [main, ...main.mirrors].flatMap(({ index, lists }): Node[] => {
      const row = index.get(change.pk);
      return typeof row === 'object' ? [row, ...lists] : [...lists];
    });
  }
}

function stackOf(): string | undefined {
  const limits = Error as { stackTraceLimit?: number }; // Only V8 has a limit.
  const { stackTraceLimit } = limits;
  limits.stackTraceLimit = DEPTH;
  const { stack } = new Error('Stack');
  limits.stackTraceLimit = stackTraceLimit;
  return stack;
}
