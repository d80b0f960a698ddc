import { EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Subject, type Subscription } from 'rxjs';
import {
  type CacheHandle,
  CacheService,
  type Entity,
  provideCache,
  withExtension,
} from '../../../public-api';
import { createEnvironmentInjector } from '@angular/core';
import { Extensions } from '../../cache/extensions';
import { classes } from './classes';
import { type EndpointName, endpoints, next } from './endpoints';
import { type Item, Model } from './model';
import type { Operation, Step } from './operations';
import { show } from './show';
import { type View, views } from './views';

/** A read under way, in the cache and in the model. */
interface Flight {
  readonly endpoint: EndpointName;
  readonly landing: Subject<unknown>;
  readonly seq: number;
  readonly epoch: number;
  /** Whether a later fetch would join it. */
  joinable: boolean;
  readonly subscription: Subscription;
}

interface Live {
  readonly view: View;
  shown: string;
  value: unknown;
  emissions: number;
}

/** Runs a history on a cache and on the model side by side, and compares after every commit. */
export class Harness {
  readonly #model = new Model();
  readonly #injector: EnvironmentInjector;
  readonly #cache: CacheService;
  #handle!: CacheHandle;
  readonly #flights = new Map<number, Flight>();
  #live: Live[] = [];
  #met = new Map<string, Entity>();
  #shown = new Map<string, string>();
  /** What subscribers wrote while a commit was told: it waits. */
  #waiting: Operation[] = [];
  #answer: readonly Operation[] = [];

  constructor() {
    const handle = withExtension(() => ({ onInit: (cache) => (this.#handle = cache) }));
    this.#injector = createEnvironmentInjector(
      [provideCache(handle)],
      TestBed.inject(EnvironmentInjector),
    );
    this.#cache = this.#injector.get(CacheService);
    this.#live = views.map((view) => this.#open(view));
  }

  run(steps: readonly Step[]): void {
    const told = Extensions.prototype.commit;
    const afterCommit = () => this.#afterCommit();
    Extensions.prototype.commit = function (this: Extensions, changes) {
      told.call(this, changes);
      const isData = changes.rows.some(({ table }) => table.name !== '(requests)');
      if (isData || changes.knowledge.some((table) => table.isEntities)) afterCommit();
    };
    try {
      for (const step of steps) this.#step(step);
    } finally {
      Extensions.prototype.commit = told;
      this.#injector.destroy();
    }
  }

  #open(view: View): Live {
    const live: Live = { view, shown: 'undefined', value: undefined, emissions: -1 };
    view.open(this.#cache).subscribe({
      next: (value) => {
        live.emissions++;
        if (live.emissions > 0 && Object.is(value, live.value))
          fail(`${view.name} emitted the same twice`);
        live.value = value;
        this.#hear();
      },
      error: (error: unknown) => fail(`${view.name} failed: ${String(error)}`),
    });
    return live;
  }

  /** A subscriber hears of a commit and writes, once per step. */
  #hear(): void {
    const answer = this.#answer;
    this.#answer = [];
    for (const operation of answer) {
      this.#waiting.push(operation);
      this.#perform(operation);
    }
  }

  #step({ operation, answer }: Step): void {
    if (operation.do === 'respond' && this.#joinable(operation.endpoint)) return;
    this.#answer = answer;
    const flight = 'slot' in operation ? this.#flights.get(operation.slot) : undefined;
    if (operation.do === 'batch') {
      this.#batchStepByStep(operation.steps, operation.fails);
    } else {
      this.#write(operation, flight);
      this.#perform(operation);
    }
    this.#answer = [];
    this.#settle();
    this.#compare();
  }

  /** The cache was told of one commit: compare, then let the model do what waits. */
  #afterCommit(): void {
    this.#compare();
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#writeWaiting(waiting);
  }

  /** Operations that changed nothing are no commit, so the model goes on by itself. */
  #settle(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#writeWaiting(next);
    }
  }

  #writeWaiting(operation: Operation): void {
    const before = this.#fingerprint();
    this.#write(operation, undefined);
    if (this.#fingerprint() !== before) return;
    const following = this.#waiting.shift();
    if (following !== undefined) this.#writeWaiting(following);
  }

  #fingerprint(): string {
    const { tables, results } = this.#model;
    const rows = Object.values(tables).map(({ known, rows: its }) => [
      known,
      [...its].map(([pk, { fields, arrival }]) => [pk, sorted(fields), arrival]),
    ]);
    return JSON.stringify([rows, [...results].map(([key, { items }]) => [key, items])]);
  }

  /** Every view equals the model, told at most once, only when it changed; instances kept and replaced rightly. */
  #compare(): void {
    const met = new Map<string, Entity>();
    for (const live of this.#live) {
      const expected = live.view.expect(this.#model);
      const came = show(live.value, met);
      if (came !== expected) {
        fail(`${live.view.name}\n   shows ${came}\nexpected ${expected}`);
      }
      const emissions = Math.max(live.emissions, 0);
      if (emissions > 1) fail(`${live.view.name} emitted ${emissions} times in one commit`);
      if (emissions === 1 && expected === live.shown) fail(`${live.view.name} emitted equal data`);
      live.emissions = 0;
      live.shown = expected;
    }
    this.#compareNewcomers(met);
    const shown = new Map<string, string>();
    for (const [label, entity] of met) {
      const text = show(entity, new Map());
      shown.set(label, text);
      const last = this.#met.get(label);
      if (last === undefined) continue;
      if (text === this.#shown.get(label) && last !== entity)
        fail(`${label} is another instance, but equal`);
      if (text !== this.#shown.get(label) && last === entity) fail(`${label} changed in place`);
    }
    this.#met = met;
    this.#shown = shown;
  }

  /** Who comes now is given the same values as those who watch. */
  #compareNewcomers(met: Map<string, Entity>): void {
    for (const { view, value } of this.#live) {
      let given: unknown;
      view
        .open(this.#cache)
        .subscribe((first) => (given = first))
        .unsubscribe();
      if (given !== value) fail(`${view.name} gives a newcomer ${show(given, met)}`);
    }
  }

  /** Does it to the model. */
  #write(operation: Operation, flight: Flight | undefined): void {
    const model = this.#model;
    switch (operation.do) {
      case 'respond':
        return this.#land(operation.endpoint, operation.items, ++model.clock);
      case 'land':
        if (flight !== undefined && flight.epoch === model.epoch) {
          this.#land(flight.endpoint, operation.items, flight.seq);
        }
        return;
      case 'begin':
      case 'abort':
      case 'sweep':
        return;
      default:
        this.#writeAt(operation, ++model.clock);
    }
  }

  #writeAt(operation: Operation, seq: number): void {
    const model = this.#model;
    switch (operation.do) {
      case 'set':
        model.put(operation.type, operation.item, seq);
        return;
      case 'update':
        if (model.has('Person', operation.pk)) {
          model.put('Person', { id: operation.pk, name: operation.name }, seq);
        }
        return;
      case 'delete':
        return model.remove(operation.type, operation.pk, seq);
      case 'invalidate':
        if (operation.pk === undefined) model.removeAll(operation.type, seq);
        else model.remove(operation.type, operation.pk, seq);
        return;
      case 'reset':
        return model.reset();
      case 'batch': {
        const restore = model.save();
        for (const step of operation.steps) this.#writeAt(step, seq);
        if (operation.fails) restore();
        return;
      }
    }
  }

  #land(endpoint: EndpointName, given: readonly Item[], seq: number): void {
    const items = endpoints[endpoint].write(this.#model, given, seq);
    this.#model.putResult(endpoint, items, seq);
  }

  /** Does it to the cache. */
  #perform(operation: Operation): void {
    const cache = this.#cache;
    switch (operation.do) {
      case 'set':
        cache.set(classes[operation.type] as typeof classes.Person, operation.item as never);
        return;
      case 'update':
        cache.set(classes.Person, operation.pk, () => ({ name: operation.name }));
        return;
      case 'delete':
        return cache.delete(classes[operation.type] as typeof classes.Person, operation.pk);
      case 'invalidate':
        this.#seal();
        if (operation.pk === undefined) cache.invalidate(classes[operation.type]);
        else cache.invalidate(classes[operation.type] as typeof classes.Person, operation.pk);
        return;
      case 'reset':
        this.#seal();
        return cache.reset();
      case 'sweep':
        return this.#handle.sweep();
      case 'batch':
        return this.#batch(operation.steps, operation.fails);
      case 'respond':
        return this.#respond(operation.endpoint, operation.items);
      case 'begin':
        return this.#begin(operation.slot, operation.endpoint);
      case 'land': {
        const flight = this.#flights.get(operation.slot);
        this.#flights.delete(operation.slot);
        flight?.landing.next(endpoints[flight.endpoint].response(operation.items));
        return;
      }
      case 'abort':
        this.#flights.get(operation.slot)?.subscription.unsubscribe();
        this.#flights.delete(operation.slot);
    }
  }

  #joinable(endpoint: EndpointName): boolean {
    return [...this.#flights.values()].some((its) => its.endpoint === endpoint && its.joinable);
  }

  /** After `invalidate` and `reset` nobody joins a read that began before. */
  #seal(): void {
    for (const flight of this.#flights.values()) flight.joinable = false;
  }

  #batch(steps: readonly Operation[], fails: boolean): void {
    try {
      this.#cache.batch(() => {
        for (const step of steps) this.#perform(step);
        if (fails) throw new Error('on purpose');
      });
    } catch (error) {
      if (!fails || (error as Error).message !== 'on purpose') throw error;
    }
  }

  /** A batch whose every step is looked at from inside: reads see what was written so far. */
  #batchStepByStep(steps: readonly Operation[], fails: boolean): void {
    const restore = this.#model.save();
    const seq = ++this.#model.clock;
    try {
      this.#cache.batch(() => {
        for (const step of steps) {
          this.#writeAt(step, seq);
          this.#perform(step);
          this.#peek(steps.every((each) => each.do === 'set' || each.do === 'update'));
        }
        if (fails) {
          restore();
          throw new Error('on purpose');
        }
      });
    } catch (error) {
      if (!fails || (error as Error).message !== 'on purpose') throw error;
    }
  }

  /** What a newcomer is given at once, and what the model says. Without removals rows keep their instances. */
  #peek(onlyAdds: boolean): void {
    const met = new Map<string, Entity>();
    for (const { view } of this.#live) {
      let value: unknown;
      view
        .open(this.#cache)
        .subscribe((given) => (value = given))
        .unsubscribe();
      const [came, expected] = [show(value, met), view.expect(this.#model)];
      if (came !== expected)
        fail(`${view.name} inside of a batch\n   shows ${came}\nexpected ${expected}`);
    }
    for (const [label, entity] of onlyAdds ? met : []) {
      const last = this.#met.get(label);
      if (last === undefined || last === entity) continue;
      const text = show(entity, new Map());
      const untouched = !this.#model.writtenAt(this.#model.clock).some((row) => text.includes(row));
      if (untouched && text === this.#shown.get(label)) {
        fail(`${label} is another instance inside of a batch`);
      }
    }
  }

  #respond(name: EndpointName, items: readonly Item[]): void {
    next.response = endpoints[name].response(items);
    this.#fetch(name);
    next.response = undefined;
  }

  #begin(slot: number, endpoint: EndpointName): void {
    if (this.#flights.has(slot) || this.#joinable(endpoint)) return;
    const landing = (next.landing = new Subject<unknown>());
    const seq = ++this.#model.clock;
    const { epoch } = this.#model;
    const subscription = this.#fetch(endpoint);
    next.landing = undefined;
    this.#flights.set(slot, { endpoint, landing, seq, epoch, joinable: true, subscription });
  }

  #fetch(name: EndpointName): Subscription {
    const { endpoint } = endpoints[name];
    return this.#cache
      .fetch(endpoint as typeof endpoints.some.endpoint)
      .subscribe({ error: () => undefined });
  }
}

function sorted(fields: Record<string, unknown>): unknown {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

function fail(message: string): never {
  throw new Error(message);
}
