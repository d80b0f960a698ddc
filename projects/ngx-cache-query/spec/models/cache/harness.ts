import { Extensions } from '../../../src/lib/extensions/extensions';
import { Consumers } from './consumers';
import { EndpointsModel } from './endpoints-model';
import { performRequest, isRequestOperation } from './request-steps';
import { batchStepByStep } from './batches';
import { Model } from './model';
import type { History, Operation, Step, Write } from './operations';
import { Passage } from './passage';
import { Streams } from './streams';
import { DeferredWrites } from './deferred-writes';
import { WatchedViews } from './watched-views';
import { World } from './world';
import { stopsSharing, writeToCache, writeToModel } from './writes';

/** Runs a history on a cache and on the model in parallel, and compares them after every commit. */
export class Harness {
  readonly #model = new Model();
  readonly #endpoints = new EndpointsModel(this.#model);
  readonly #steps: readonly Step[];
  readonly #world: World;
  readonly #views: WatchedViews;
  readonly #consumers: Consumers;
  readonly #streams: Streams;
  readonly #deferred: DeferredWrites;
  readonly #passage: Passage;

  constructor({ setting, steps }: History) {
    this.#steps = steps;
    this.#world = new World(setting);
    const { cache, clock } = this.#world;
    this.#model.time = clock.now();
    this.#deferred = new DeferredWrites(cache, this.#model, this.#endpoints);
    this.#views = new WatchedViews(cache, this.#model, () => this.#deferred.react());
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
    const original = Extensions.prototype.commit;
    const afterCommit = (isData: boolean) => this.#afterCommit(isData);
    Extensions.prototype.commit = function (this: Extensions, ...commit) {
      const [changes] = commit;
      original.apply(this, commit);
      const isData = changes.rows.some(({ table }) => table.name !== '(requests)');
      afterCommit(isData || changes.knowledge.some((table) => table.isEntities));
    };
    try {
      for (const step of this.#steps) this.#step(step);
      this.#completeAll();
    } finally {
      Extensions.prototype.commit = original;
      this.#world.end();
    }
    const { left } = this.#world;
    if (left.length > 0) throw new Error(`left behind: ${left.join()}`);
  }

  #step({ operation, reaction }: Step): void {
    // A write can prevent new callers from sharing reads in flight. If a subscriber sends a request at the same moment,
    // the order of the request and the write is unspecified.
    const mayRefetch =
      isRequestOperation(operation) || operation.do === 'reset' || stopsSharing(operation as Write);
    const sharingEnd = mayRefetch ? undefined : reaction.find(stopsSharing);
    const writes = reaction.filter((write) => !stopsSharing(write) || write === sharingEnd);
    // If stale data is dropped for a new subscriber, a write can react to that. The order of this write and the
    // subscriber's request is also unspecified.
    const drops =
      operation.do === 'subscribe' && this.#endpoints.drops(operation.method, operation.endpoint);
    this.#deferred.reaction = drops ? [] : writes;
    this.#do(drops ? { ...operation, reply: undefined } : operation);
    this.#deferred.reaction = [];
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
        batchStepByStep(operation, this.#world, this.#model, this.#endpoints, this.#views);
        return;
      case 'set':
      case 'update':
      case 'delete':
      case 'deleteWhere':
      case 'refetchShowing':
        if (stopsSharing(operation)) this.#endpoints.stopSharing();
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
    this.#deferred.settle();
    this.#endpoints.show();
    this.#consumers.compare();
  }

  /** Completes all requests. Active subscribers must then show what the cache contains. */
  #completeAll(): void {
    this.#step({ operation: { do: 'away' }, reaction: [] });
    for (let n = 0; this.#endpoints.requests.inFlight.length > 0; n++) {
      if (n > 20) throw new Error('the requests never end');
      const isOpen = this.#endpoints.requests.open.length > 0;
      const reply = [{ id: 1, name: 'b' }];
      const operation: Operation = isOpen
        ? { do: 'respond', nth: 0, reply }
        : { do: 'pass', milliseconds: 1_000 };
      this.#step({ operation, reaction: [] });
    }
    this.#consumers.compareSettled();
  }

  /** Compares after a commit, and then lets the model perform the next deferred write. */
  #afterCommit(isData: boolean): void {
    this.#consumers.afterCommit();
    if (!isData) return;
    this.#endpoints.show();
    this.#views.compare();
    this.#deferred.afterCommit();
  }
}
