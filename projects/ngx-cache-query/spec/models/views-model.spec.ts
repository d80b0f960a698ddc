import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import fc from 'fast-check';
import type { Subscription } from 'rxjs';
import { CacheService, Query } from 'ngx-cache-query';
import { inspect } from 'ngx-cache-query-internals';
import { type Action, histories, type Sample, viewArgs, views } from './views/arbitraries';
import { allItems, allThings, Item, Note, Owner, type Thing, type ViewArgs } from './views/models';
import { itHolds } from '../support/runs';

/** Whether values are deeply equal and have the same order. Entities must be identical. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Map && b instanceof Map) return same([...a], [...b]);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => same(item, b[i]));
  }
  const [x, y] = [Object(a) as object, Object(b) as object];
  if (Object.getPrototypeOf(x) !== Object.prototype || (x === a) !== (y === b)) return false;
  return same(Object.entries(x), Object.entries(y)) && x === a;
}

/** An incrementally maintained view, and the same view computed from the list after every commit. */
class WatchedView {
  readonly #maintained: Query<never, [ViewArgs], unknown>;
  readonly #fromScratch: Query<never, [ViewArgs], unknown>;
  #subscription: Subscription | undefined;
  #seen: unknown[] = [];
  #last: unknown = Symbol('nothing');

  constructor(
    private readonly cache: CacheService,
    private readonly sample: Sample,
    private readonly args: ViewArgs,
    all: typeof allItems | typeof allThings,
  ) {
    const process = sample.process;
    this.#maintained = new Query(all as never, process as never);
    this.#fromScratch = new Query(
      all as never,
      ((list: readonly Thing[], passedArgs: ViewArgs) => process(list, passedArgs)) as never,
    );
  }

  watch(): void {
    this.#subscription ??= this.cache
      .select(this.#maintained, this.args)
      .subscribe((value) => this.#seen.push(value));
  }

  leave(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#seen = [];
  }

  read(): void {
    this.cache.get(this.#maintained, this.args);
  }

  /**
   * Checks a commit: there is at most one emission, its value is correct, and there is none if the value is unchanged.
   */
  check(): void {
    const expected = this.cache.get(this.#fromScratch, this.args);
    if (this.#subscription === undefined) return;
    const seen = this.#seen.splice(0);
    if (seen.length > 1) throw new Error(`${seen.length} emissions in one commit`);
    const [now = this.#last] = seen.length === 1 ? seen : [this.#last];
    const value = seen.length === 1 ? seen[0] : now;
    if (!same(value, expected)) {
      throw new Error(`${this.sample.text}: ${show(value)} is not ${show(expected)}`);
    }
    if (seen.length === 1 && isShallowlySame(this.#last, value)) {
      throw new Error(`${this.sample.text}: emitted again: ${show(value)}`);
    }
    if (value !== this.cache.get(this.#maintained, this.args) && !Object.is(value, NaN)) {
      throw new Error(`${this.sample.text}: get differs from the last emission`);
    }
    this.#last = value;
  }

  /** Subscribes again. The new subscriber must receive the current value immediately. */
  begin(): void {
    if (this.#subscription !== undefined) return;
    this.#last = Symbol('nothing');
    this.watch();
  }
}

function isShallowlySame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
  }
  return Object.is(a, b);
}

function show(value: unknown): string {
  if (value instanceof Map) return `Map ${show([...value])}`;
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (value instanceof Item || value instanceof Note || value instanceof Owner) {
    return JSON.stringify(value);
  }
  if (typeof value === 'object' && value !== null) return show(Object.entries(value));
  return String(value);
}

function act(cache: CacheService, action: Action): void {
  if (action.kind === 'batch')
    cache.batch(() => action.actions.forEach((each) => act(cache, each)));
  else if (action.kind === 'item') cache.set(Item, { id: action.pk, ...action.fields });
  else if (action.kind === 'note') cache.set(Note, { id: action.pk, ...action.fields });
  else if (action.kind === 'owner') cache.set(Owner, { id: action.pk, ...action.fields });
  else if (action.kind === 'delete item') cache.delete(Item, action.pk);
  else if (action.kind === 'delete note') cache.delete(Note, action.pk);
  else if (action.kind === 'delete owner') cache.delete(Owner, action.pk);
  else if (action.kind === 'reset') cache.clear();
}

function run(
  samples: readonly (readonly [Sample, ViewArgs, boolean])[],
  history: readonly Action[],
): void {
  const inspection = inspect();
  const injector = createEnvironmentInjector(
    [inspection.providers],
    TestBed.inject(EnvironmentInjector),
  );
  const cache = injector.get(CacheService);
  try {
    const watched = samples.map(
      ([sample, args, several]) =>
        new WatchedView(cache, sample, args, several ? allThings : allItems),
    );
    for (const each of watched) each.watch();
    for (const each of watched) each.check();
    for (const action of history) {
      if (action.kind === 'sweep') inspection.sweep(cache);
      else if (action.kind === 'watch') watched[0].begin();
      else if (action.kind === 'leave') watched[0].leave();
      else if (action.kind === 'read') for (const each of watched) each.read();
      else act(cache, action);
      for (const each of watched) each.check();
    }
  } finally {
    injector.destroy();
  }
}

describe('R8 an incrementally maintained view', () => {
  itHolds('always equals the view of the list, and emits once per change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(views, viewArgs, fc.boolean()), { minLength: 1, maxLength: 4 }),
        histories,
        run,
      ),
      { numRuns: 400 },
    );
  });
});
