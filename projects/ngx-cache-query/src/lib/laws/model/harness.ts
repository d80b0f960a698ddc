import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type CacheHandle, CacheService, provideCache, withExtension } from '../../../public-api';
import { Extensions } from '../../cache/extensions';
import { Askers } from './askers';
import { AskingModel } from './asking-model';
import { answer, endpointOf, mutation, server } from './endpoints';
import { Model } from './model';
import type { Asking, Operation, Step, Write } from './operations';
import { WatchedViews } from './watched-views';
import { batch, seals, writeToCache, writeToModel } from './writes';

/** How many may ask at a time; more would make each comparison slow. */
const CROWD = 5;

/** Runs a history on a cache and on the model side by side, and compares after every commit. */
export class Harness {
  readonly #model = new Model();
  readonly #asking = new AskingModel(this.#model);
  readonly #injector: EnvironmentInjector;
  readonly #cache: CacheService;
  #handle!: CacheHandle;
  readonly #views: WatchedViews;
  readonly #askers: Askers;
  /** What subscribers wrote while a commit was told: it waits. */
  #waiting: Write[] = [];
  #answer: readonly Write[] = [];

  constructor() {
    const handle = withExtension(() => ({ onInit: (cache) => (this.#handle = cache) }));
    this.#injector = createEnvironmentInjector(
      [provideCache(handle)],
      TestBed.inject(EnvironmentInjector),
    );
    this.#cache = this.#injector.get(CacheService);
    this.#views = new WatchedViews(this.#cache, this.#model, () => this.#hear());
    this.#askers = new Askers(this.#cache, this.#asking);
  }

  run(steps: readonly Step[]): void {
    const told = Extensions.prototype.commit;
    const afterCommit = (isData: boolean) => {
      this.#askers.afterCommit();
      if (isData) this.#afterCommit();
    };
    Extensions.prototype.commit = function (this: Extensions, changes) {
      told.call(this, changes);
      const isData = changes.rows.some(({ table }) => table.name !== '(requests)');
      afterCommit(isData || changes.knowledge.some((table) => table.isEntities));
    };
    try {
      for (const step of steps) this.#step(step);
      this.#answerAll();
    } finally {
      Extensions.prototype.commit = told;
      this.#injector.destroy();
    }
  }

  /** A subscriber hears of a commit and writes, once per step. */
  #hear(): void {
    const answer = this.#answer;
    this.#answer = [];
    for (const write of answer) {
      this.#waiting.push(write);
      if (seals(write)) this.#asking.seal();
      writeToCache(this.#cache, write);
    }
  }

  #step({ operation, answer }: Step): void {
    const isAsking = operation.do in asking;
    // Whether who watches asks before or after a seal of the same moment is no law.
    const mayRefetch = isAsking || seals(operation as Write);
    const seal = mayRefetch ? undefined : answer.find(seals);
    this.#answer = answer.filter((write) => !seals(write) || write === seal);
    if (isAsking) this.#ask(operation as Asking);
    else this.#do(operation as Exclude<Operation, Asking>);
    this.#answer = [];
    this.#settle();
    this.#asking.show();
    this.#views.compare();
    this.#askers.compare();
  }

  #do(operation: Exclude<Operation, Asking>): void {
    const model = this.#model;
    switch (operation.do) {
      case 'sweep':
        return this.#handle.sweep();
      case 'reset':
        model.reset();
        this.#asking.reset();
        this.#askers.reset();
        return this.#cache.reset();
      case 'batch':
        return this.#batchStepByStep(operation.steps, operation.fails);
      default:
        if (seals(operation)) this.#asking.seal();
        writeToModel(model, operation, ++model.clock);
        this.#asking.catchUp();
        return writeToCache(this.#cache, operation);
    }
  }

  /** What has to do with requests: first in the model, then in the cache. */
  #ask(operation: Asking): void {
    const cache = this.#cache;
    switch (operation.do) {
      case 'ask': {
        if (this.#askers.open.length >= CROWD) return;
        const { as, endpoint, reply } = operation;
        return this.#askers.ask(this.#asking.ask(as, endpoint, reply), reply);
      }
      case 'land': {
        const { requests } = this.#asking;
        const request = requests[operation.nth % requests.length];
        if (request === undefined) return;
        this.#asking.land(request, operation.reply);
        return answer(server.sent[request.id], operation.reply);
      }
      case 'leave': {
        const { open } = this.#askers;
        const one = open[operation.nth % open.length];
        if (one === undefined) return;
        this.#asking.leave(one.asker);
        return this.#askers.leave(one);
      }
      case 'expire':
        this.#asking.expire(operation.endpoint);
        return cache.expire(endpointOf(operation.endpoint));
      case 'forget':
        this.#asking.forget(operation.endpoint);
        return cache.invalidate(endpointOf(operation.endpoint));
      case 'mutate':
        this.#asking.seal();
        this.#model.put('Person', operation.item, ++this.#model.clock);
        cache.fetch(mutation, operation.item).subscribe();
    }
  }

  /** In the end all is answered, and who watches shows what the cache has. */
  #answerAll(): void {
    for (let n = 0; this.#asking.requests.length > 0; n++) {
      if (n > 20) throw new Error('it asks and asks');
      const reply = [{ id: 1, name: 'b' }];
      this.#step({ operation: { do: 'land', nth: 0, reply }, answer: [] });
    }
    this.#askers.compareSettled();
  }

  /** The cache was told of one commit: compare, then let the model do what waits. */
  #afterCommit(): void {
    this.#asking.show();
    this.#views.compare();
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#writeWaiting(waiting);
  }

  /** Operations that changed nothing are no commit, so the model goes on by itself. */
  #settle(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#writeWaiting(next);
    }
  }

  #writeWaiting(write: Write): void {
    const before = this.#model.fingerprint();
    writeToModel(this.#model, write, ++this.#model.clock);
    this.#asking.catchUp();
    if (this.#model.fingerprint() !== before) return;
    const following = this.#waiting.shift();
    if (following !== undefined) this.#writeWaiting(following);
  }

  /** A batch whose every step is looked at from inside: reads see what was written so far. */
  #batchStepByStep(steps: readonly Write[], fails: boolean): void {
    const model = this.#model;
    const restore = model.save();
    const seq = ++model.clock;
    const onlyAdds = steps.every((each) => each.do === 'set' || each.do === 'update');
    batch(this.#cache, fails, () => {
      for (const step of steps) {
        if (seals(step)) this.#asking.seal();
        writeToModel(model, step, seq);
        writeToCache(this.#cache, step);
        this.#views.peek(onlyAdds);
      }
      if (fails) restore();
      else this.#asking.catchUp();
    });
  }
}

const asking: Record<Asking['do'], true> = {
  ask: true,
  land: true,
  leave: true,
  expire: true,
  forget: true,
  mutate: true,
};
