import { Extensions } from '../../../src/lib/extensions/extensions';
import { Askers } from './askers';
import { AskingModel } from './asking-model';
import { ask, isAsking } from './asking-steps';
import { batchStepByStep } from './batches';
import { Model } from './model';
import type { History, Operation, Step, Write } from './operations';
import { Passage } from './passage';
import { Streams } from './streams';
import { WaitingWrites } from './waiting-writes';
import { WatchedViews } from './watched-views';
import { World } from './world';
import { seals, writeToCache, writeToModel } from './writes';

/** Runs a history on a cache and on the model side by side, and compares after every commit. */
export class Harness {
  readonly #model = new Model();
  readonly #asking = new AskingModel(this.#model);
  readonly #steps: readonly Step[];
  readonly #world: World;
  readonly #views: WatchedViews;
  readonly #askers: Askers;
  readonly #streams: Streams;
  readonly #waiting: WaitingWrites;
  readonly #passage: Passage;

  constructor({ setting, steps }: History) {
    this.#steps = steps;
    this.#world = new World(setting);
    const { cache, clock } = this.#world;
    this.#model.time = clock.now();
    this.#waiting = new WaitingWrites(cache, this.#model, this.#asking);
    this.#views = new WatchedViews(cache, this.#model, () => this.#waiting.hear());
    this.#askers = new Askers(this.#world, this.#asking);
    this.#streams = new Streams(this.#world, this.#model, setting.batched);
    this.#passage = new Passage(
      this.#world,
      this.#model,
      this.#asking,
      this.#streams,
      setting,
      () => this.#endMoment(),
    );
  }

  run(): void {
    const told = Extensions.prototype.commit;
    const afterCommit = (isData: boolean) => this.#afterCommit(isData);
    Extensions.prototype.commit = function (this: Extensions, changes) {
      told.call(this, changes);
      const isData = changes.rows.some(({ table }) => table.name !== '(requests)');
      afterCommit(isData || changes.knowledge.some((table) => table.isEntities));
    };
    try {
      for (const step of this.#steps) this.#step(step);
      this.#answerAll();
    } finally {
      Extensions.prototype.commit = told;
      this.#world.end();
    }
    const { left } = this.#world;
    if (left.length > 0) throw new Error(`left behind: ${left.join()}`);
  }

  #step({ operation, answer }: Step): void {
    // The order of a subscriber's request and a write that stops sharing is unspecified within one moment.
    const mayRefetch = isAsking(operation) || operation.do === 'reset' || seals(operation as Write);
    const seal = mayRefetch ? undefined : answer.find(seals);
    const writes = answer.filter((write) => !seals(write) || write === seal);
    // So is the order of a new subscriber's request and a write in response to dropping stale data.
    const drops = operation.do === 'ask' && this.#asking.drops(operation.as, operation.endpoint);
    this.#waiting.answer = drops ? [] : writes;
    this.#do(drops ? { ...operation, reply: undefined } : operation);
    this.#waiting.answer = [];
    this.#endMoment();
    this.#views.compare();
    this.#streams.compare();
  }

  #do(operation: Operation): void {
    switch (operation.do) {
      case 'sweep':
        this.#world.handle.sweep();
        return;
      case 'reset':
      case 'clear':
        this.#empty(operation.do);
        return;
      case 'batch':
        batchStepByStep(operation, this.#world, this.#model, this.#asking, this.#views);
        return;
      case 'set':
      case 'update':
      case 'delete':
      case 'deleteWhere':
      case 'refetchShowing':
        if (seals(operation)) this.#asking.seal();
        writeToModel(this.#model, operation, ++this.#model.clock);
        this.#asking.catchUp();
        writeToCache(this.#world.cache, operation);
        return;
      case 'message':
        this.#streams.message(operation.message);
        return;
      case 'connect':
        this.#streams.connect();
        return;
      case 'end':
        this.#streams.end(operation.fails);
        return;
      case 'frame':
      case 'pass':
      case 'away':
      case 'focus':
      case 'reconnect':
        this.#passage.do(operation);
        return;
      default:
        ask(operation, this.#world, this.#model, this.#asking, this.#askers);
    }
  }

  #empty(verb: 'reset' | 'clear'): void {
    this.#model.reset();
    this.#asking.empty(verb);
    this.#askers.lose();
    this.#streams.reset();
    void this.#world.cache[verb]();
  }

  #endMoment(): void {
    this.#waiting.settle();
    this.#asking.show();
    this.#askers.compare();
  }

  /** Completes all requests. Then active subscribers must show what the cache contains. */
  #answerAll(): void {
    this.#step({ operation: { do: 'away' }, answer: [] });
    for (let n = 0; this.#asking.requests.underWay.length > 0; n++) {
      if (n > 20) throw new Error('it asks and asks');
      const isOpen = this.#asking.requests.open.length > 0;
      const reply = [{ id: 1, name: 'b' }];
      const operation: Operation = isOpen
        ? { do: 'land', nth: 0, reply }
        : { do: 'pass', milliseconds: 1_000 };
      this.#step({ operation, answer: [] });
    }
    this.#askers.compareSettled();
  }

  /** Compares after a commit, then lets the model perform the next deferred write. */
  #afterCommit(isData: boolean): void {
    this.#askers.afterCommit();
    if (!isData) return;
    this.#asking.show();
    this.#views.compare();
    this.#waiting.afterCommit();
  }
}
