import {
  DestroyRef,
  Injectable,
  type Signal,
  type WritableSignal,
  inject,
  linkedSignal,
  untracked,
} from '@angular/core';
import type { Sent } from './announced';

/** The fields of a form, and their values before the user changed them. */
interface Draft<T> {
  readonly source: T;
  readonly value: T;
}

/** A form on the page. */
interface Shown<T> {
  readonly key: () => string;
  readonly source: Signal<T>;
  readonly model: WritableSignal<T>;
}

/** What the user typed in forms but has not saved. It is restored when the user returns to the page. */
@Injectable({ providedIn: 'root' })
export class Drafts {
  readonly #shown = new Set<Shown<object>>();
  /** The last state of the forms on other pages, by key. */
  readonly #left = new Map<string, Draft<object>>();

  /**
   * Returns the model of a form. Each field equals its source until the user changes the field. When the component is
   * destroyed, the fields are kept under the key. While `holds` returns `true`, the model ignores its source. At that
   * time, the source contains optimistic values, which may be rolled back. Must be called in an injection context.
   */
  model<T extends object>(
    key: () => string,
    from: () => T,
    holds = () => false,
  ): WritableSignal<T> {
    const source = linkedSignal<{ held: boolean; now: T }, T>({
      source: () => ({ held: holds(), now: from() }),
      computation: ({ held, now }, before) => (held && before ? before.value : now),
    });
    const model = linkedSignal<T, T>({
      source,
      computation: (now, before = this.#left.get(key()) as Draft<T> | undefined) =>
        before ? replaced(before.value, before.source, now) : now,
    });
    const shown = { key, source, model } as unknown as Shown<object>;
    this.#shown.add(shown);
    inject(DestroyRef).onDestroy(() => {
      this.#shown.delete(shown);
      untracked(() => this.#left.set(key(), { source: source(), value: model() }));
    });
    return model;
  }

  /** Discards what was typed on other pages, for example when the user signs out. */
  discard(): void {
    this.#left.clear();
  }

  /** Returns functions that clear fields when a request sends them, and restore them if the request fails. */
  sent(key: string, fields: object): Sent {
    return {
      clear: () => this.saved(key, fields),
      restore: () => this.#restore(key, fields),
    };
  }

  /**
   * Records that the server has stored the fields. Those that the user has not changed since then show what is stored,
   * or equal their source again.
   */
  saved(key: string, sent: object, stored?: object): void {
    this.#update(key, ({ source, value }) => {
      const now = stored ?? source;
      return { source: now, value: replaced(value, sent, now) };
    });
  }

  /** Restores the fields, unless the user has changed one of them since then. Returns whether they were restored. */
  #restore(key: string, fields: object): boolean {
    let isRestored = false;
    this.#update(key, ({ source, value }) => {
      isRestored = fieldsIn(fields).every((name) => isEqual(value[name], source[name]));
      return { source, value: isRestored ? { ...value, ...fields } : value };
    });
    return isRestored;
  }

  /** Changes the form with the key, on this page or on another one. */
  #update(key: string, change: (draft: Draft<object>) => Draft<object>): void {
    const shown = [...this.#shown].find((each) => each.key() === key);
    const left = this.#left.get(key);
    untracked(() => {
      if (shown) shown.model.set(change({ source: shown.source(), value: shown.model() }).value);
      else if (left) this.#left.set(key, change(left));
    });
  }
}

/** Returns the fields of `to` where the fields equal those of `from`, and the unchanged value of all other fields. */
function replaced<T extends object>(value: T, from: Partial<T>, to: Partial<T>): T {
  const names = fieldsIn(from).filter((name) => isEqual(value[name], from[name]));
  return { ...value, ...Object.fromEntries(names.map((name) => [name, to[name]])) };
}

function fieldsIn<T extends object>(fields: T): (keyof T)[] {
  return Object.keys(fields) as (keyof T)[];
}

/** Fields are JSON, because requests send them. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
