import { changedEntities, type EntityName } from './changes';
import { Inputs, sizesOf } from './inputs';
import type { Edition } from './library';
import { Picture } from './picture';
import { Random } from './random';
import { type Pending, Side, type Subscriber } from './side';
import { State } from './state';

/** The state of a random history: of the model, of one or several caches, and of everything around them. */
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
  /** The last step in which an entity changed, and the one before that. */
  readonly changedAt = new Map<EntityName, { readonly last: number; readonly before: number }>();
  /** Whether batches that throw also read. Editions may give new references to what such a batch reads. */
  readonly readsInFailures: boolean;
  /** How often everything is read and compared. */
  readonly attention: number;
  /** The operations of the current step. */
  said: string[] = [];
  #picture: Picture | undefined;
  #last: Picture | undefined;

  constructor(seed: number, editions: readonly Edition[]) {
    this.random = new Random(seed);
    this.inputs = new Inputs(this.random, sizesOf(this.random));
    this.attention = this.random.pick([1, 0.4, 0.1]);
    this.readsInFailures = this.random.chance(0.5);
    this.sides = editions.map(
      (edition, i) => new Side(i === 0 ? 'the cache' : 'the oracle', edition),
    );
  }

  /** Everything that the current state shows, including the writes of an open batch. */
  get picture(): Picture {
    return (this.#picture ??= this.#last = new Picture(this.state, this.#last));
  }

  /** Describes the current operation, for failure messages. */
  say(text: string): void {
    for (const { open } of this.sides) open.check?.();
    this.said.push(`${'  '.repeat(this.depth + 1)}${text}`);
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

  /** Begins the next step. */
  begin(): void {
    this.step++;
    this.said = [];
    this.commits = [];
    this.hasReadInside = this.hasFailed = false;
    this.readInside.clear();
    for (const side of this.sides) side.world.runs.length = 0;
    for (const { watchers } of this.subscribers) for (const each of watchers) each.received = [];
  }

  /** Ends a step that began with the given state. */
  end(before: State): void {
    if (this.failure !== undefined) throw this.failure;
    let last = before;
    for (const { state } of this.commits) {
      for (const name of changedEntities(last, state)) this.#noteChange(name);
      last = state;
    }
    for (const { memory } of this.sides) {
      memory.step = this.step;
      memory.isDirect = this.commits.length < 2 && !this.hasReadInside;
    }
  }

  #noteChange(name: EntityName): void {
    const { last, before } = this.changedAt.get(name) ?? { last: 0, before: 0 };
    this.changedAt.set(name, { last: this.step, before: last < this.step ? last : before });
    for (const { memory } of this.sides) memory.loose.delete(name);
  }

  /** Ends all subscriptions and caches. */
  close(): void {
    try {
      for (const { watchers } of this.subscribers)
        for (const { subscription } of watchers) subscription?.unsubscribe();
      for (const side of this.sides) side.end();
    } catch {
      // Only a cache that failed before fails here.
    }
  }
}
