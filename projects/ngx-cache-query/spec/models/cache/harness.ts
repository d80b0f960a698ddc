import { inspect } from 'ngx-cache-query/extensions';
import { CHANGES } from '../../../src/extensions/extension-commit';
import { Consumers } from './consumers';
import { EndpointsModel } from './endpoints-model';
import { performRequest } from './request-steps';
import { batchStepByStep } from './batches';
import { Model } from './model';
import type { History, Operation } from './operations';
import { Passage } from './passage';
import { Streams } from './streams';
import { WatchedViews } from './watched-views';
import { World } from './world';
import { stopSharing, writeToCache, writeToModel } from './writes';

/** Runs a history on a cache and on the model in parallel, and compares them after every commit. */
export class Harness {
  readonly #model = new Model();
  readonly #endpoints = new EndpointsModel(this.#model);
  readonly #steps: readonly Operation[];
  readonly #world: World;
  readonly #views: WatchedViews;
  readonly #consumers: Consumers;
  readonly #streams: Streams;
  readonly #passage: Passage;

  constructor({ setting, steps }: History) {
    this.#steps = steps;
    this.#world = new World(setting, (commit) => {
      const { changes, knowledge } = commit;
      const hasNewValue = commit[CHANGES].changes.some(
        ({ before, after }) => before?.['value'] !== after?.['value'],
      );
      this.#afterCommit(changes.length + knowledge.length > 0 || hasNewValue);
    });
    const { cache, clock } = this.#world;
    this.#model.time = clock.now();
    this.#views = new WatchedViews(cache, this.#model);
    this.#consumers = new Consumers(this.#world, this.#endpoints);
    this.#streams = new Streams(this.#world, this.#model, setting.batched);
    this.#passage = new Passage(
      this.#world,
      this.#model,
      this.#endpoints,
      this.#streams,
      setting,
      () => this.#endMoment(),
    );
  }

  run(): void {
    try {
      for (const step of this.#steps) this.#step(step);
      this.#completeAll();
    } finally {
      this.#world.end();
    }
    const { left } = this.#world;
    if (left.length > 0) throw new Error(`left behind: ${left.join()}`);
  }

  #step(operation: Operation): void {
    // A subscriber that drops stale data causes a commit of its own. A response in the same step would be another one.
    const drops =
      operation.do === 'subscribe' && this.#endpoints.drops(operation.method, operation.endpoint);
    this.#do(drops ? { ...operation, reply: undefined } : operation);
    this.#endMoment();
    this.#views.compare();
    this.#streams.compare();
  }

  #do(operation: Operation): void {
    switch (operation.do) {
      case 'sweep':
        inspect(this.#world.handle).sweep();
        return;
      case 'reset':
      case 'clear':
        this.#empty(operation.do);
        return;
      case 'batch':
        batchStepByStep(operation, this.#world, this.#model, this.#endpoints, this.#views);
        return;
      case 'set':
      case 'update':
      case 'delete':
      case 'deleteWhere':
      case 'refetchShowing':
        stopSharing(this.#endpoints, operation);
        writeToModel(this.#model, operation, ++this.#model.clock);
        this.#endpoints.refetchMentioned();
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
        performRequest(operation, this.#world, this.#model, this.#endpoints, this.#consumers);
    }
  }

  #empty(method: 'reset' | 'clear'): void {
    this.#model.reset();
    this.#endpoints.empty(method);
    this.#consumers.drop();
    this.#streams.reset();
    void this.#world.cache[method]();
  }

  #endMoment(): void {
    this.#endpoints.show();
    this.#consumers.compare();
  }

  /** Completes all requests. Active subscribers must then show what the cache contains. */
  #completeAll(): void {
    this.#step({ do: 'away' });
    for (let n = 0; this.#endpoints.requests.inFlight.length > 0; n++) {
      if (n > 20) throw new Error('the requests never end');
      const isOpen = this.#endpoints.requests.open.length > 0;
      const reply = [{ id: 1, name: 'b' }];
      const operation: Operation = isOpen
        ? { do: 'respond', nth: 0, reply }
        : { do: 'pass', milliseconds: 1_000 };
      this.#step(operation);
    }
    this.#consumers.compareSettled();
  }

  /** Compares after a commit. */
  #afterCommit(isData: boolean): void {
    this.#consumers.afterCommit();
    if (!isData) return;
    this.#endpoints.show();
    this.#views.compare();
  }
}
