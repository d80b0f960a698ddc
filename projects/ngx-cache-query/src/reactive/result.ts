import { BehaviorSubject, filter, map, type Subscriber } from 'rxjs';
import { Query } from '../schema/query';
import { known, type Queryable, UNKNOWN } from '../schema/queryable';
import { recycle } from '../util/equality';
import { freezeData, isPlain } from '../util/plain-data';
import { type LiveResult, liveOf } from './live';
import {
  activate,
  addEdge,
  type Before,
  invalidate,
  isFree,
  Node,
  unlink,
  type Saved,
} from './node';
import type { Results } from './results';
import type { Observed } from './rounds';

declare const ngDevMode: unknown;

/** Stands for no input and no result. */
const NONE: unique symbol = Symbol();

/** The result of a queryable for one key. All readers with an equal key share it. */
export class Result extends Node implements Observed {
  /** The data that `process` received last. */
  input: unknown = NONE;
  /** Emits the result while it has subscribers. */
  subject: BehaviorSubject<unknown> | undefined;
  isObserved = false;
  /** Results are emitted in the order in which they were first subscribed to. */
  number = 0;
  /** The number of the last sweep during which the result was read. */
  readAt = 0;
  /** The error of the last computation, in an array. */
  #error: readonly [unknown] | undefined;
  /** The nodes that the result contains. */
  sources = new Set<Node>();
  /** Whether `process` reads the cache itself, so that it runs again although its input is the same. */
  #readsMore = false;
  #live: LiveResult | undefined;
  #isQueued = false;
  /** Whether some subscribers have another value than the subject. */
  #isUneven = false;
  /** What {@link emit} delivers, and to whom. Later writes and new subscribers do not change it. */
  #due: unknown;
  #dueError: readonly [unknown] | undefined;
  #dueTo: BehaviorSubject<unknown> | undefined;
  /** The functions that are called when the result may have changed. */
  watchers: Set<() => void> | undefined;

  constructor(
    readonly owner: Results,
    readonly queryable: Queryable,
    readonly key: unknown,
    readonly args: readonly unknown[],
  ) {
    super();
  }

  /** Returns the result, or {@link UNKNOWN}. */
  read(): unknown {
    this.readAt = this.owner.sweeps;
    if (this.dirty) this.#run();
    if (this.#error) throw this.#error[0];
    return this.value;
  }

  override reads(node: Node): void {
    if (this.sources.has(node)) return;
    this.sources.add(node);
    addEdge(node, this);
  }

  override outdated(): void {
    if (typeof ngDevMode === 'undefined' || ngDevMode) this.owner.outdated?.(this);
    if (this.isObserved) this.#enqueue();
    if (this.watchers) for (const watcher of this.watchers) watcher();
  }

  override get saved(): Saved {
    return 'batch';
  }

  override restore(before: Before): void {
    super.restore(before);
    this.input = before.input;
  }

  /** Subscribes. The subscriber receives the current result at once. */
  observe(subscriber: Subscriber<unknown>): void {
    const { rounds } = this.owner.journal;
    const outer = activate(undefined);
    let last: unknown;
    try {
      if (!this.isObserved) {
        this.#begin();
        this.isObserved = true;
        this.number = rounds.observers++;
        if (this.#error) this.dirty = true;
      }
      last = known(this.read());
      if (typeof ngDevMode === 'undefined' || ngDevMode) last = known(shownOf(this));
      if ((typeof ngDevMode === 'undefined' || ngDevMode) && last === undefined)
        this.owner.missed?.(this.queryable, this.args);
    } catch (error) {
      if (!this.subject) this.#left();
      return subscriber.error(error);
    } finally {
      activate(outer);
    }
    const subject = (this.subject ??= new BehaviorSubject(last));
    if (last !== subject.value) {
      this.#isUneven = true;
      this.#enqueue();
    }
    // The current result may be newer than what this round delivers.
    const { count } = rounds;
    subject
      .pipe(
        filter((value, i) => i === 0 || (rounds.count !== count && !Object.is(value, last))),
        map((value, i) => (i === 0 ? last : (last = value))),
      )
      .subscribe(subscriber);
    subscriber.add(() => this.subject === subject && !subject.observed && this.#left());
  }

  /** Calls `watcher` when the result may have changed. Returns a function that ends this. */
  watch(watcher: () => void): () => void {
    this.#begin();
    const watchers = (this.watchers ??= new Set());
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      this.#end();
    };
  }

  /** Computes the value that {@link emit} delivers. */
  compute(): void {
    this.#isQueued = false;
    if (this.dirty && this.isObserved) this.#run();
    this.#due = known(this.value);
    this.#dueError = this.#error;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      try {
        if (this.owner.past) [this.#due, this.#dueError] = [known(shownOf(this)), undefined];
      } catch (error) {
        // Subscribers keep what they have, because an error would end them also for the present.
        [this.#due, this.#dueError] = [this.subject?.value, undefined];
        console.error(error);
      }
    }
    this.#dueTo = this.subject;
  }

  emit(): void {
    const { subject } = this;
    if (!subject || subject !== this.#dueTo) return;
    if (this.#dueError) {
      this.#left();
      subject.error(this.#dueError[0]);
    } else if (this.#isUneven || !Object.is(this.#due, subject.value)) {
      this.#isUneven = this.#isQueued;
      subject.next(this.#due);
    }
  }

  /** Whether the result has no subscribers, and no signal shows it. */
  get isUnused(): boolean {
    return !this.isObserved && !this.watchers?.size;
  }

  /** Drops the result, unless another result depends on it. Returns whether it was dropped. */
  drop(): boolean {
    if (!isFree(this)) return false;
    for (const source of this.sources) unlink(source, this);
    return true;
  }

  /** Completes all subscribers, because the cache has ended. */
  end(): void {
    this.subject?.complete();
    this.subject = this.#dueTo = this.#due = undefined;
    this.dirty = true;
    this.forget();
  }

  /** Drops an outdated value, which nothing may have read since. */
  forget(): void {
    if (!this.dirty) return;
    this.value = undefined;
    this.#endLive();
    for (const source of this.sources) unlink(source, this);
    this.sources.clear();
  }

  #enqueue(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.owner.journal.rounds.queue.push(this);
  }

  #run(): void {
    const outer = activate(this);
    const last = this.sources;
    this.sources = new Set();
    this.#error = undefined;
    try {
      const { value, subject } = this;
      let made = this.#evaluate();
      // What another node made is the same for all that read it.
      const { input, queryable } = this;
      if (made !== input && (queryable instanceof Query || isPlain(queryable))) {
        // A live result compares itself.
        if (!this.#live) made = recycle(value, made);
        // After a batch that was read, the last value may not be the one that subscribers have.
        if (subject && value !== subject.value) made = recycle(subject.value, made);
      }
      this.value = made;
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(made);
    } catch (error) {
      this.#error = [error];
      this.input = NONE;
    } finally {
      activate(outer);
      this.dirty = false;
      for (const source of last) if (!this.sources.has(source)) unlink(source, this);
    }
  }

  #evaluate(): unknown {
    const { owner, queryable, args } = this;
    if (!(queryable instanceof Query)) return owner.evaluate(queryable, args);
    if (!this.isUnused) {
      this.#live ??= liveOf(queryable as object)?.(queryable.schema, args, this, owner);
      if (this.#live) return this.#live.read(this.value);
    }
    const input = owner.input(queryable.schema as Queryable, args, this.input);
    if (input === this.input && !this.#readsMore) return this.value;
    this.input = input;
    if (input === UNKNOWN) return UNKNOWN;
    const before = this.sources.size;
    const result = owner.process(this, input);
    this.#readsMore = this.sources.size > before;
    return result;
  }

  /** Called before the result is used. What is updated row by row begins with all rows. */
  #begin(): void {
    if (this.isUnused && liveOf(this.queryable as object)) this.dirty = true;
  }

  /** Called when the result may not be used any more. */
  #end(): void {
    this.readAt = this.owner.sweeps;
    this.owner.left();
    if (!this.#live || !this.isUnused) return;
    this.#endLive();
    invalidate(this, this.owner.journal);
  }

  #endLive(): void {
    this.#live?.end();
    this.#live = undefined;
    this.input = NONE;
  }

  #left(): void {
    this.isObserved = false;
    this.subject = undefined;
    this.#end();
  }
}

/** Returns what subscribers and signals receive: the result, or in dev mode that of an earlier time. */
export function shownOf(result: Result): unknown {
  const current = result.read();
  const { past } = result.owner;
  return past ? past.of(result.queryable, result.args).read() : current;
}
