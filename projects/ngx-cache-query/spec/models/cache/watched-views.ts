import type { CacheService, Entity } from 'ngx-cache-query';
import type { Model } from './model';
import { hasNewPlainItem, show } from './show';
import { type View, views } from './views';

interface Live {
  readonly view: View;
  shown: string;
  value: unknown;
  /** The value at the last comparison. */
  compared: unknown;
  /** The number of emissions since the last commit. */
  emissions: number;
}

/** Subscribes to all views, and compares them with the model. */
export class WatchedViews {
  readonly #live: Live[];
  #met = new Map<string, Entity>();
  #shown = new Map<string, string>();
  /** The first error found in a subscriber. An error that is thrown there would be lost. */
  #wrong: string | undefined;

  constructor(
    private readonly cache: CacheService,
    private readonly model: Model,
  ) {
    this.#live = views.map((view) => this.#open(view));
  }

  /**
   * Checks every view: its value, its emissions (at most one per commit, and only after a change), and the identity of
   * its instances.
   */
  compare(): void {
    if (this.#wrong !== undefined) fail(this.#wrong);
    const met = new Map<string, Entity>();
    for (const live of this.#live) {
      const { name } = live.view;
      const expected = live.view.expect(this.model);
      const actual = show(live.value, met);
      if (actual !== expected) fail(`${name}\n   shows ${actual}\nexpected ${expected}`);
      const emissions = Math.max(live.emissions, 0);
      if (emissions > 1) fail(`${name} emitted ${emissions} times in one commit`);
      const isEqual = expected === live.shown && !this.model.isRewritten;
      const isNew = hasNewPlainItem(live.compared, live.value);
      if (emissions === 1 && isEqual && !isNew) fail(`${name} emitted equal data`);
      live.emissions = 0;
      live.shown = expected;
      live.compared = live.value;
    }
    this.#compareNewSubscribers(met);
    this.#compareInstances(met);
    this.model.isRewritten = false;
  }

  /**
   * Compares the values that new subscribers receive inside a batch. Unless rows were removed, unchanged entities keep
   * their identity.
   */
  peek(onlyAdds: boolean): void {
    const met = new Map<string, Entity>();
    for (const { view } of this.#live) {
      const [actual, expected] = [show(this.#firstValue(view), met), view.expect(this.model)];
      if (actual !== expected)
        fail(`${view.name} inside of a batch\n   shows ${actual}\nexpected ${expected}`);
    }
    for (const [label, entity] of onlyAdds ? met : []) {
      const last = this.#met.get(label);
      if (last === undefined || last === entity) continue;
      const text = show(entity, new Map());
      const untouched = !this.model.writtenAt(this.model.clock).some((row) => text.includes(row));
      if (untouched && text === this.#shown.get(label)) {
        fail(`${label} is another instance inside of a batch`);
      }
    }
  }

  #open(view: View): Live {
    const none = { shown: 'undefined', value: undefined, compared: undefined };
    const live: Live = { view, ...none, emissions: -1 };
    view.open(this.cache).subscribe({
      next: (value) => {
        live.emissions++;
        const isSame = live.emissions > 0 && Object.is(value, live.value);
        if (isSame) this.#wrong ??= `${view.name} emitted the same twice`;
        live.value = value;
      },
      error: (error: unknown) => (this.#wrong ??= `${view.name} failed: ${String(error)}`),
    });
    return live;
  }

  /** Checks that a new subscriber receives the same value as the existing subscriber. */
  #compareNewSubscribers(met: Map<string, Entity>): void {
    for (const { view, value } of this.#live) {
      const first = this.#firstValue(view);
      if (first !== value) fail(`${view.name} gives a new subscriber ${show(first, met)}`);
    }
  }

  #firstValue(view: View): unknown {
    let first: unknown;
    view
      .open(this.cache)
      .subscribe((value) => (first = value))
      .unsubscribe();
    return first;
  }

  /** Checks that an entity is a new instance if and only if the data that it shows has changed. */
  #compareInstances(met: Map<string, Entity>): void {
    const shown = new Map<string, string>();
    for (const [label, entity] of met) {
      const text = show(entity, new Map());
      shown.set(label, text);
      const last = this.#met.get(label);
      if (last === undefined) continue;
      const isEqual = text === this.#shown.get(label);
      const mayBeAnother = !isEqual || this.model.isRewritten;
      if (!mayBeAnother && last !== entity) fail(`${label} is another instance, but equal`);
      if (!isEqual && last === entity) fail(`${label} changed in place`);
    }
    this.#met = met;
    this.#shown = shown;
  }
}

function fail(message: string): never {
  throw new Error(message);
}
