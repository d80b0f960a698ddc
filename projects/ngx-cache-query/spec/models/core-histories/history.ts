import { changedEntities, type EntityName } from './changes';
import type { EndpointName } from './classes';
import { checkEmissions, checkRuns, inspectorOf, look, read } from './checks';
import { Inputs, sizesOf } from './inputs';
import type { Edition } from './library';
import { Picture } from './picture';
import { Random } from './random';
import { Side } from './side';
import type { Subscriber } from './subscribers';
import { leaveOut } from './shapes';
import { State } from './state';
import { operate } from './operations';
import type { Call } from './requests';

/** A request that waits for its response. */
export interface Pending {
  readonly endpoint: EndpointName;
  readonly n: number;
  readonly order: number;
  /** Whether new requests of the same endpoint still share this one. */
  isShared: boolean;
  readonly calls: readonly Call[];
}

/** A random history. It runs through the model and through one or several caches. */
export class History {
  readonly random: Random;
  readonly inputs: Inputs;
  readonly sides: readonly Side[];
  state = new State();
  subscribers: Subscriber[] = [];
  pending: Pending[] = [];
  /** The position in the write order. */
  order = 0;
  /** The number of open batches. */
  depth = 0;
  step = 0;
  /** The states after each commit of the current step. */
  commits: Picture[] = [];
  /** Whether the cache was read before the current step was over. */
  hasReadInside = false;
  /** Whether the batch of the current step threw. */
  hasFailed = false;
  /** The entities that were read inside the current batch. */
  readonly readInside = new Set<EntityName>();
  /** The first error in a callback. */
  failure: unknown;
  /** The last step in which an entity changed, and the last one before the current step. */
  readonly changedAt = new Map<EntityName, { readonly last: number; readonly before: number }>();
  /** Whether batches that throw also read. Editions may give new references to what such a batch reads. */
  readonly readsInFailures: boolean;
  readonly #seed: number;
  readonly #attention: number;
  #picture: Picture | undefined;
  #last: Picture | undefined;
  #said: string[] = [];

  constructor(seed: number, editions: readonly Edition[]) {
    this.#seed = seed;
    this.random = new Random(seed);
    this.inputs = new Inputs(this.random, sizesOf(this.random));
    this.#attention = this.random.pick([1, 0.4, 0.1]);
    this.readsInFailures = this.random.chance(0.5);
    for (const part of editions.flatMap(({ without = [] }) => without)) leaveOut(part);
    this.sides = editions.map(
      (edition, i) => new Side(i === 0 ? 'the cache' : 'the oracle', edition),
    );
  }

  /** Everything that the current state shows, including the writes of an open batch. */
  get picture(): Picture {
    return (this.#picture ??= this.#last = new Picture(this.state, this.#last));
  }

  run(steps: number): void {
    try {
      for (this.step = 1; this.step <= steps; this.step++) this.#next(this.step === steps);
    } catch (error) {
      const where = `seed ${this.#seed}, step ${this.step}`;
      throw new Error(`${where}:\n${this.#said.join('\n')}\n${String(error)}`, { cause: error });
    } finally {
      this.#end();
    }
  }

  #end(): void {
    try {
      for (const { watchers } of this.subscribers)
        for (const { subscription } of watchers) subscription?.unsubscribe();
      for (const side of this.sides) side.end();
    } catch {
      // Only a cache that failed before fails here.
    }
  }

  /** Describes the current operation, for failure messages. */
  say(text: string): void {
    this.#said.push(`${'  '.repeat(this.depth + 1)}${text}`);
  }

  /** Changes the state of the model. Outside of a batch, this is a commit. */
  mutate<T>(change: (state: State, order: number) => T): T {
    if (this.depth === 0) this.order++;
    const next = new State(this.state);
    const result = change(next, this.order);
    this.become(next);
    if (this.depth === 0) this.commit();
    return result;
  }

  become(state: State): void {
    this.state = state;
    this.#picture = undefined;
  }

  /** Records a commit of the model. */
  commit(): void {
    this.commits.push(this.picture);
  }

  #next(isLast: boolean): void {
    const before = this.state;
    this.#said = [];
    this.commits = [];
    this.hasReadInside = this.hasFailed = false;
    this.readInside.clear();
    for (const side of this.sides) side.world.runs.length = 0;
    for (const { watchers } of this.subscribers) for (const each of watchers) each.received = [];
    operate(this);
    if (this.failure !== undefined) throw this.failure;
    this.#noteChanges(before);
    checkEmissions(this, new Picture(before));
    const isFull = isLast || this.random.chance(this.#attention);
    const seed = this.random.int(2 ** 31);
    for (const side of this.sides) {
      side.memory.step = this.step;
      side.memory.isDirect = this.commits.length < 2 && !this.hasReadInside;
      const inspector = inspectorOf(this, side);
      look(this, side, inspector);
      if (isFull) read(this, side, inspector, isLast ? 1 : 0.3, seed);
      checkRuns(this, side);
    }
  }

  #noteChanges(before: State): void {
    let last = before;
    for (const { state } of this.commits) {
      for (const name of changedEntities(last, state)) {
        const earlier = this.changedAt.get(name) ?? { last: 0, before: 0 };
        const { last: at } = earlier;
        this.changedAt.set(name, { last: this.step, before: at < this.step ? at : earlier.before });
        for (const { memory } of this.sides) memory.loose.delete(name);
      }
      last = state;
    }
  }
}
