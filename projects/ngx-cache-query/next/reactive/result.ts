import { BehaviorSubject, type Subscriber } from 'rxjs';
import { Query } from '../schema/query';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { recycle } from '../util/equality';
import { freezeData, isPlain } from '../util/plain-data';
import { type Live, liveOf } from './live';
import {
  activate,
  addEdge,
  type Before,
  invalidate,
  isFree,
  Node,
  type Observed,
  removeEdge,
} from './node';
import type { Results } from './results';

declare const ngDevMode: unknown;

const NONE: readonly Node[] = [];

/** The result of a queryable for one key. All readers with an equal key share it. */
export class Result extends Node implements Observed {
  /** The data that `process` received last. */
  input: unknown = NONE;
  /** Emits the result while it has subscribers. */
  subject: BehaviorSubject<unknown> | undefined;
  isObserved = false;
  /** The number of times that `process` has run. */
  runs = 0;
  /** The number of the last sweep during which the result was read. */
  readAt = 0;
  /** The error of the last computation, in an array. */
  #error: readonly [unknown] | undefined;
  #sources: readonly Node[] = NONE;
  #next: Node[] | undefined;
  #place = 0;
  /** Whether `process` reads the cache itself, so that it runs again although its input is the same. */
  #readsMore = false;
  #live: Live | undefined;
  #isQueued = false;
  #isComputed = false;
  #computed: unknown;
  #watchers: Set<() => void> | undefined;

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
    const place = this.#place++;
    if (this.#next === undefined) {
      if (this.#sources[place] === node) return;
      this.#next = this.#sources.slice(0, place);
    }
    this.#next.push(node);
    addEdge(node, this);
  }

  override outdated(): void {
    if (this.isObserved) this.#enqueue();
    if (this.#watchers) for (const watcher of this.#watchers) watcher();
  }

  isSaved(isBatch: boolean): boolean {
    return isBatch;
  }

  override restore(before: Before): void {
    this.value = before.value;
    this.input = before.input;
  }

  /** Subscribes. A subscriber receives the current result at once. */
  observe(subscriber: Subscriber<unknown>): void {
    if (this.subject === undefined) {
      this.isObserved = true;
      if (this.#error !== undefined || this.owner.hasLive(this)) this.dirty = true;
      const outer = activate(undefined);
      let value: unknown;
      try {
        value = this.read();
      } catch (error) {
        this.#left();
        return subscriber.error(error);
      } finally {
        activate(outer);
      }
      this.subject = new BehaviorSubject(value === UNKNOWN ? undefined : value);
    } else this.#catchUp();
    const { subject } = this;
    if (subject === undefined) return subscriber.error(this.#error![0]);
    subscriber.add(subject.subscribe(subscriber));
    subscriber.add(() => this.subject === subject && !subject.observed && this.#left());
  }

  /** Calls `watcher` when the result may have changed. Returns a function that ends this. */
  watch(watcher: () => void): () => void {
    const watchers = (this.#watchers ??= new Set());
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  /** Computes the value that {@link emit} delivers. */
  compute(): void {
    this.#isQueued = false;
    if (this.dirty && this.isObserved) this.#run();
    this.#computed = this.value === UNKNOWN ? undefined : this.value;
    this.#isComputed = true;
  }

  emit(): void {
    const { subject } = this;
    if (subject === undefined || !this.#isComputed) return;
    const value = this.#computed;
    this.#computed = undefined;
    this.#isComputed = false;
    if (this.#error !== undefined) {
      this.#left();
      subject.error(this.#error[0]);
    } else if (!Object.is(value, subject.value)) subject.next(value);
  }

  /** Whether the result has no subscribers, and no signal shows it. */
  get isUnused(): boolean {
    return !this.isObserved && !this.#watchers?.size;
  }

  /** Drops the result, unless another result depends on it. Returns whether it was dropped. */
  drop(): boolean {
    if (!isFree(this)) return false;
    this.#settle(NONE);
    return true;
  }

  /** A subscriber that joins in the middle of a round must not receive a value that is older than its first one. */
  #catchUp(): void {
    if (this.#isComputed) this.emit();
    if (!this.dirty || this.owner.journal.isBatch) return;
    this.compute();
    this.emit();
  }

  #enqueue(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.owner.journal.queue.push(this);
  }

  #run(): void {
    const { journal } = this.owner;
    const outer = activate(this);
    this.#place = 0;
    this.#error = undefined;
    try {
      const { value, subject } = this;
      let made = this.#evaluate();
      // A live result compares itself.
      const isOwn = made !== this.input && (this.queryable instanceof Query || isPlain(made));
      if (isOwn && this.#live === undefined) made = recycle(value, made);
      // After a batch that was read, the last value may not be the one that subscribers have.
      if (subject && value !== subject.value) made = recycle(subject.value, made);
      this.value = made;
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(made);
    } catch (error) {
      this.#error = [error];
      this.input = NONE;
      journal.failed.add(this);
    } finally {
      activate(outer);
      this.dirty = false;
      const sources = this.#sources;
      const isShorter = this.#place < sources.length;
      this.#settle(this.#next ?? (isShorter ? sources.slice(0, this.#place) : sources));
    }
  }

  /** Replaces the nodes on which the result depends. */
  #settle(sources: readonly Node[]): void {
    this.#next = undefined;
    if (sources === this.#sources) return;
    const kept = new Set(sources);
    for (const source of this.#sources) if (!kept.has(source)) removeEdge(source, this);
    this.#sources = sources;
  }

  #evaluate(): unknown {
    const { owner, queryable, args } = this;
    if (!(queryable instanceof Query)) return owner.evaluate(queryable, args);
    if (this.isObserved) {
      this.#live ??= liveOf(queryable)?.(queryable.schema, args, this, owner);
      if (this.#live !== undefined) return this.#live.read(this.value);
    }
    const input = owner.input(queryable.schema as Queryable, args, this.input);
    if (input === this.input && !this.#readsMore) return this.value;
    this.input = input;
    if (input === UNKNOWN) return UNKNOWN;
    const before = this.#place;
    this.runs++;
    const result = (queryable as Query<never, unknown[]>).process(input as never, ...args);
    this.#readsMore = this.#place > before;
    return result;
  }

  #left(): void {
    this.isObserved = false;
    this.subject = undefined;
    this.#isComputed = false;
    if (this.#live !== undefined) {
      this.#live.end();
      this.#live = undefined;
      this.input = NONE;
      invalidate(this, this.owner.journal);
    }
    this.owner.left();
  }
}
